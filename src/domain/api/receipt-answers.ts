import * as v from 'valibot';
import { BOOKING_STATUSES } from '../booking-status.ts';
import { id, instant, money, nullableText } from './base-schemas.ts';

/**
 * An uploaded receipt as admins see it. Can't be approved in one press when its image was used for another booking or
 * the price has changed since.
 */
export const receiptSchema = v.strictObject({
  url: v.string(),
  uploaded_at: instant,
  /** Other bookings, places and purchases that got the same image, each with that image. */
  reused_in: v.array(
    v.strictObject({
      /** Null for a place in an event or a purchase, like `status`. */
      booking_id: v.nullable(id),
      name: v.string(),
      status: v.nullable(v.picklist(BOOKING_STATUSES)),
      url: nullableText,
    }),
  ),
  /** The price at the upload, if an admin has moved the booking to a different price since; otherwise null. */
  price_at_upload: v.nullable(money),
  /** Earlier receipts, newest first; `url` is null when an earlier version of the program deleted the file. */
  replaced: v.array(v.strictObject({ url: nullableText, uploaded_at: instant, rejected: nullableText })),
  /** Why an admin rejected the newest one; null while it waits or counts. */
  rejected: nullableText,
  /** The club's IBAN as the customer knew it before the upload; empty when there was none. */
  iban: v.string(),
});
export type ReceiptView = v.InferOutput<typeof receiptSchema>;
