import * as v from 'valibot';
import { ATTENDANCES, type Booking, type PublicBooking } from '../booking.ts';
import { BOOKING_STATUSES } from '../booking-status.ts';
import { MONEY_METHODS } from '../ledger.ts';
import type { SelfService } from '../self-service.ts';
import { date, id, instant, money, nullableText, type SchemaOf, startTime, version } from './base-schemas.ts';

const publicBookingEntries = {
  id,
  court_id: id,
  date,
  start_time: startTime,
  duration: v.pipe(v.number(), v.integer(), v.description('Minutes')),
  slots: v.array(startTime),
  status: v.picklist(BOOKING_STATUSES),
  payment_method: v.string(),
};
export const publicBookingSchema: SchemaOf<PublicBooking> = v.strictObject(publicBookingEntries);

export const bookingSchema: SchemaOf<Booking> = v.strictObject({
  ...publicBookingEntries,
  computed_amount: money,
  hourly_rate: money,
  created_at: instant,
  receipt_received: v.boolean(),
  charge: money,
  received: money,
  balance: money,
  pay_by: v.nullable(instant),
  court_name: v.string(),
  user_id: v.nullable(id),
  series_id: v.nullable(id),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  provider_ref: nullableText,
  payment_receipt: nullableText,
  sms_updates: v.boolean(),
  attendance: v.nullable(v.picklist(ATTENDANCES)),
  version,
});

export const selfServiceSchema: SchemaOf<SelfService> = v.strictObject({
  manage_url: v.string(),
  reschedule_used: v.boolean(),
  email_corrected: v.boolean(),
  receipt_rejected: nullableText,
  paid_by: v.nullable(v.picklist(MONEY_METHODS)),
});
