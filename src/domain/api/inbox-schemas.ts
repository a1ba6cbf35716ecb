import * as v from 'valibot';
import type { Inbox, LateReceipt } from '../admin-api.ts';
import { count, type SchemaOf } from './base-schemas.ts';
import { bookingSchema } from './booking-schemas.ts';

export const lateReceiptSchema: SchemaOf<LateReceipt> = v.strictObject({
  booking: bookingSchema,
  can_restore: v.boolean(),
  can_credit: v.boolean(),
});

export const inboxSchema: SchemaOf<Inbox> = v.strictObject({
  receipts: v.array(bookingSchema),
  late_receipts: v.array(lateReceiptSchema),
  to_give_back: v.array(bookingSchema),
  unpaid_soon: v.array(bookingSchema),
  unread_messages: count,
  failed_messages: count,
  count,
});
