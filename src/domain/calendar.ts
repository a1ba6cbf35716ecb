import * as v from 'valibot';
import { WEEKDAYS } from './business-day.ts';
import { dateSchema, integerSchema } from './field-schemas.ts';
import { PRICING_TIERS, slotIndexOf } from './slot.ts';
import { requiredLine } from './text-schemas.ts';

/** The club's opening hours and prices, as data that the owner edits. `day-plan.ts` evaluates it for a date. */
const MAX_EXCEPTIONS = 200;
const MAX_DISCOUNT = 1_000_000;
const MAX_RANK = 9;

const TIME_MESSAGE = 'A time must be on the hour or half past, such as 18:30.';
export const timeSchema = v.pipe(
  v.string(TIME_MESSAGE),
  v.check((text) => slotIndexOf(text) !== null, TIME_MESSAGE),
);
const DISCOUNT_MESSAGE =
  'The price change must be a whole number of rupees per hour from -1,000,000 to 1,000,000.';
const discountSchema = integerSchema(DISCOUNT_MESSAGE, -MAX_DISCOUNT, MAX_DISCOUNT);
const COURT_MESSAGE = 'A court must be given by its number.';
const RANK_MESSAGE = 'The rank must be a whole number from 0 to 9.';
const REASON_MESSAGE = 'Please give a reason that customers can read, such as Ramadan.';
const WEEKDAYS_MESSAGE = 'Please choose at least one weekday.';

/** From `opens` to `closes` within one business day; 06:00 means the end of the day. */
const openingHoursSchema = v.strictObject({ opens: timeSchema, closes: timeSchema });
/**
 * What a start costs less than the court's rate, in PKR per hour; negative adds to the price. The courts named in
 * `court_discounts` have their own.
 */
const startDiscountSchema = v.strictObject({
  discount: discountSchema,
  court_discounts: v.exactOptional(
    v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, COURT_MESSAGE)), discountSchema),
  ),
});
export type StartDiscount = v.InferOutput<typeof startDiscountSchema>;

/** A price band: every booking that starts in it has its price. */
const bandSchema = v.strictObject({
  from: timeSchema,
  until: timeSchema,
  tier: v.picklist(PRICING_TIERS, 'The tier must be morning, off_peak or peak.'),
  ...startDiscountSchema.entries,
});

/** Either a closed day, or a day's hours and the price bands that cover them. */
export const dayRuleSchema = v.variant(
  'open',
  [
    v.strictObject({
      open: v.literal(true),
      hours: v.pipe(
        v.array(openingHoursSchema, 'Please give the opening hours.'),
        v.maxLength(12, 'At most 12 opening hours a day.'),
      ),
      bands: v.pipe(
        v.array(bandSchema, 'Please give the price bands.'),
        v.maxLength(48, 'At most 48 price bands a day.'),
      ),
    }),
    v.strictObject({ open: v.literal(false) }),
  ],
  'A day must be open or closed.',
);
export type DayRule = v.InferOutput<typeof dayRuleSchema>;
export type OpenDayRule = Extract<DayRule, { open: true }>;

/** Overrides the rule for the given weekdays from `from` to `to`, both inclusive. The highest rank wins. */
export const calendarExceptionSchema = v.strictObject({
  reason: requiredLine(REASON_MESSAGE, 80),
  from: dateSchema,
  to: dateSchema,
  weekdays: v.pipe(
    v.array(v.picklist(WEEKDAYS, 'A weekday must be monday to sunday.'), WEEKDAYS_MESSAGE),
    v.minLength(1, WEEKDAYS_MESSAGE),
    v.maxLength(7, 'A week has seven days.'),
  ),
  rank: integerSchema(RANK_MESSAGE, 0, MAX_RANK),
  day: dayRuleSchema,
});
export type CalendarException = v.InferOutput<typeof calendarExceptionSchema>;

/** Checks the shape only; `calendarErrors` checks the meaning of hours, bands and dates. */
export const calendarSchema = v.strictObject({
  week: v.strictObject({
    monday: dayRuleSchema,
    tuesday: dayRuleSchema,
    wednesday: dayRuleSchema,
    thursday: dayRuleSchema,
    friday: dayRuleSchema,
    saturday: dayRuleSchema,
    sunday: dayRuleSchema,
  }),
  exceptions: v.pipe(
    v.array(calendarExceptionSchema, 'Please give the list of exceptions.'),
    v.maxLength(MAX_EXCEPTIONS, `At most ${MAX_EXCEPTIONS} exceptions. Please remove old ones.`),
  ),
});
export type Calendar = v.InferOutput<typeof calendarSchema>;

const VERSION_MESSAGE = 'The version is the number that the calendar was read with.';

export const calendarChangeSchema = v.strictObject({
  calendar: calendarSchema,
  version: v.pipe(v.number(VERSION_MESSAGE), v.integer(VERSION_MESSAGE)),
});
