import * as v from 'valibot';
import { PRICING_TIERS } from '../slot.ts';
import { count, date, id, instant, money, nullableText, startTime, version } from './base-schemas.ts';

const courtPriceSchema = v.strictObject({ id, from: date, hourly_rate: money });
/** A rate for play on or after `from`. */
export type CourtPrice = v.InferOutput<typeof courtPriceSchema>;

export const courtSchema = v.strictObject({
  id,
  name: v.string(),
  description: v.string(),
  hourly_rate: money,
  /** Same as `hourly_rate`; older clients read it. */
  price_per_hour: money,
  features: v.array(v.string()),
  image_url: nullableText,
  active: v.boolean(),
  /** Rates for later dates of play, the next one first; absent if there are none. */
  upcoming_rates: v.exactOptional(v.array(courtPriceSchema)),
});
export type Court = v.InferOutput<typeof courtSchema>;

export const adminCourtSchema = v.strictObject({
  ...courtSchema.entries,
  version,
  /** Bookings from today on, not counting cancelled ones. */
  upcoming: count,
});
export type AdminCourt = v.InferOutput<typeof adminCourtSchema>;

/** A slot as `GET /api/slots` returns it; the specification calls its index `hour`. */
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
  /** Held until then for a customer on the waiting list; otherwise absent. */
  offered_until: v.exactOptional(instant),
});
export type Slot = v.InferOutput<typeof slotSchema>;
