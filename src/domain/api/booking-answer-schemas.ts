import * as v from 'valibot';
import { ATTENDANCES, type Booking, type PublicBooking } from '../booking-and-booking-request.ts';
import { ADD_ON_UNITS, type BookingLine, LINE_KINDS, type PriceItem } from '../booking-price-lines.ts';
import { BOOKING_STATUSES } from '../booking-status.ts';
import { MONEY_METHODS } from '../ledger.ts';
import type { SelfService } from '../self-service.ts';
import { PRICING_TIERS } from '../slot.ts';
import {
  count,
  date,
  id,
  instant,
  money,
  nullableText,
  type SchemaOf,
  startTime,
  version,
} from './base-schemas.ts';

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

export const discountTermsEntries = {
  percent: v.nullable(count),
  amount_off: v.nullable(money),
  tiers: v.nullable(v.array(v.picklist(PRICING_TIERS))),
  play_from: v.nullable(date),
  play_to: v.nullable(date),
};
const priceItemEntries = {
  kind: v.picklist(LINE_KINDS),
  source_id: id,
  label: v.string(),
  quantity: count,
  unit: v.nullable(v.picklist(ADD_ON_UNITS)),
  unit_price: money,
  terms: v.nullable(v.strictObject(discountTermsEntries)),
};
export const priceItemSchema: SchemaOf<PriceItem> = v.strictObject(priceItemEntries);
const bookingLineSchema: SchemaOf<BookingLine> = v.strictObject({ ...priceItemEntries, amount: money });

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
  lines: v.exactOptional(v.array(bookingLineSchema)),
});

export const selfServiceSchema: SchemaOf<SelfService> = v.strictObject({
  manage_url: v.string(),
  reschedule_used: v.boolean(),
  email_corrected: v.boolean(),
  receipt_rejected: nullableText,
  paid_by: v.nullable(v.picklist(MONEY_METHODS)),
});
