import * as v from 'valibot';
import type { Inbox, LateReceipt, MassUnpaidBookings } from '../admin-answers-and-inputs.ts';
import { missingBookingSchema } from '../booking-missing-after-restore.ts';
import { count, id, instant, type SchemaOf } from './base-schemas.ts';
import { bookingSchema } from './booking-answer-schemas.ts';
import { seriesAnswerSchema, seriesRequestAnswerSchema } from './series-answer-schemas.ts';

export const lateReceiptSchema: SchemaOf<LateReceipt> = v.strictObject({
  booking: bookingSchema,
  can_restore: v.boolean(),
  can_credit: v.boolean(),
});

export const massUnpaidSchema: SchemaOf<MassUnpaidBookings> = v.strictObject({
  booking_ids: v.array(id),
  slots: count,
  first_at: instant,
  last_at: instant,
});

export const inboxSchema: SchemaOf<Inbox> = v.strictObject({
  receipts: v.array(bookingSchema),
  late_receipts: v.array(lateReceiptSchema),
  mass_unpaid: v.array(massUnpaidSchema),
  to_give_back: v.array(bookingSchema),
  unpaid_soon: v.array(bookingSchema),
  unread_messages: count,
  failed_messages: count,
  series_requests: v.array(seriesRequestAnswerSchema),
  series_ending: v.array(seriesAnswerSchema),
  missing_bookings: v.array(missingBookingSchema),
  alarms: v.array(v.strictObject({ kind: v.picklist(['backup', 'disk', 'mail']), text: v.string() })),
  copies: v.nullable(v.strictObject({ last_copy: v.nullable(instant), last_rehearsal: v.nullable(instant) })),
  count,
});
