import * as v from 'valibot';
import { PRICING_TIERS } from '../slot.ts';
import { count, date, id, instant, money, nullableText, startTime, version } from './base-schemas.ts';

const courtPriceSchema = v.strictObject({ id, from: date, hourly_rate: money });
/** A rate that counts for play from `from` on. */
export type CourtPrice = v.InferOutput<typeof courtPriceSchema>;

/** A court as the API answers it. */
export const courtSchema = v.strictObject({
  id,
  name: v.string(),
  description: v.string(),
  hourly_rate: money,
  /** Equals `hourly_rate`; older clients read it. */
  price_per_hour: money,
  features: v.array(v.string()),
  image_url: nullableText,
  active: v.boolean(),
  /** The rates from later dates of play on, the next one first; absent without one. */
  upcoming_rates: v.exactOptional(v.array(courtPriceSchema)),
});
export type Court = v.InferOutput<typeof courtSchema>;

export const adminCourtSchema = v.strictObject({
  ...courtSchema.entries,
  version,
  /** Number of bookings from today on, without cancelled ones. */
  upcoming: count,
});
export type AdminCourt = v.InferOutput<typeof adminCourtSchema>;

/** A slot in the answer of `GET /api/slots`; the specification calls its index `hour`. */
export const slotSchema = v.strictObject({
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(47)),
  /** `6:30 PM` */
  time: v.string(),
  start_time: startTime,
  /** After midnight, the day after the business day. */
  calendar_date: date,
  available: v.boolean(),
  isPast: v.boolean(),
  pricingTier: v.picklist(PRICING_TIERS),
  /** Until when it is held for a customer of the waiting list; absent otherwise. */
  offered_until: v.exactOptional(instant),
});
export type Slot = v.InferOutput<typeof slotSchema>;
