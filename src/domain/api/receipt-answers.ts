import * as v from 'valibot';
import { BOOKING_STATUSES } from '../booking-status.ts';
import { id, instant, money, nullableText } from './base-schemas.ts';

/** An uploaded receipt as admins see it. With another booking's picture or another price nobody approves it in one press. */
export const receiptSchema = v.strictObject({
  url: v.string(),
  uploaded_at: instant,
  /** Other bookings, places and purchases that got the same picture, each with that picture. */
  reused_in: v.array(
    v.strictObject({
      /** Null for a place in an event or a purchase, like `status`. */
      booking_id: v.nullable(id),
      name: v.string(),
      status: v.nullable(v.picklist(BOOKING_STATUSES)),
      url: nullableText,
    }),
  ),
  /** The price at the upload, when an admin moved the booking to another price since; null otherwise. */
  price_at_upload: v.nullable(money),
  /** Earlier receipts, newest first; `url` is null when an earlier version of the program deleted the file. */
  replaced: v.array(v.strictObject({ url: nullableText, uploaded_at: instant, rejected: nullableText })),
  /** Why an admin did not accept the newest one; null while it waits or counts. */
  rejected: nullableText,
  /** The club's IBAN that the customer was told before the upload; empty when there was none. */
  iban: v.string(),
});
export type ReceiptView = v.InferOutput<typeof receiptSchema>;
