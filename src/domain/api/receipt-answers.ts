import * as v from 'valibot';
import { id, instant, nullableText } from './base-schemas.ts';

/** An uploaded receipt as admins see it. */
export const receiptSchema = v.strictObject({
  url: v.string(),
  uploaded_at: instant,
  /** Other bookings that got the same picture. */
  reused_in: v.array(id),
  /** Earlier receipts, newest first; `url` is null when an earlier version of the program deleted the file. */
  replaced: v.array(v.strictObject({ url: nullableText, uploaded_at: instant, rejected: nullableText })),
  /** Why an admin did not accept the newest one; null while it waits or counts. */
  rejected: nullableText,
  /** The club's IBAN that the customer was told before the upload; empty when there was none. */
  iban: v.string(),
});
export type ReceiptView = v.InferOutput<typeof receiptSchema>;
