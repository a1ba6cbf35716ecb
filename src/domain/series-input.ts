/** Requests about series; see `series.ts` for their meaning. */
import * as v from 'valibot';
import { chosenAddOnsSchema } from './add-on.ts';
import { PAYMENT_METHODS } from './booking.ts';
import { WEEKDAYS } from './business-day.ts';
import { dateSchema, idSchema, integerSchema, seenAmountSchema, versionSchema } from './field-schemas.ts';
import { CANCELLED_BY } from './refund.ts';
import { MAX_EVERY_WEEKS, MAX_SERIES_DATES, PAYMENT_RULES, type SeriesPlace } from './series.ts';
import { slotIndexOf } from './slot.ts';
import {
  EMAIL_MESSAGE,
  emailSchema,
  multilineText,
  nameSchema,
  PHONE_MESSAGE,
  phoneSchema,
  requiredLine,
} from './text-schemas.ts';

const START_MESSAGE = 'Start time must be on the hour or half past, such as 18:30.';
const startSchema = v.pipe(
  v.string(START_MESSAGE),
  v.check((text) => slotIndexOf(text) !== null, START_MESSAGE),
);
const COUNT_MESSAGE = `A weekly booking has 1 to ${MAX_SERIES_DATES} dates.`;
const countSchema = integerSchema(COUNT_MESSAGE, 1, MAX_SERIES_DATES);
const everySchema = integerSchema(
  `A weekly booking repeats every 1 to ${MAX_EVERY_WEEKS} weeks.`,
  1,
  MAX_EVERY_WEEKS,
);
const halfHoursSchema = integerSchema('A weekly booking takes 1 to 8 hours: 2 to 16 slots.', 2, 16);
const weekdaySchema = v.picklist(WEEKDAYS, 'A weekday must be monday to sunday.');

const placeEntries = { court_id: idSchema, date: dateSchema, start_time: startSchema };
/** A decision for a planned date: another place, or null to skip it. */
const decisionsSchema = v.optional(
  v.pipe(
    v.array(v.strictObject({ date: dateSchema, to: v.nullable(v.strictObject(placeEntries)) })),
    v.maxLength(60, 'Please decide about each date once.'),
  ),
  [],
);
export type SeriesDecision = { date: string; to: SeriesPlace | null };

const planEntries = {
  court_id: idSchema,
  start_time: startSchema,
  half_hours: halfHoursSchema,
  weekday: weekdaySchema,
  every_weeks: v.optional(everySchema, 1),
  from: dateSchema,
  /** Either the last date or the number of dates. */
  until: v.optional(dateSchema),
  count: v.optional(countSchema),
  /** Exactly one of the four: a member by id or email, a customer without an account, or a series to continue. */
  member_id: v.optional(idSchema),
  member_email: v.optional(emailSchema),
  guest: v.optional(
    v.strictObject({
      name: nameSchema,
      phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
      email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
    }),
  ),
  series_id: v.optional(idSchema),
  payment_rule: v.optional(
    v.picklist(PAYMENT_RULES, 'Please choose each time, monthly or credit.'),
    'each_time',
  ),
  /** How to pay for each date that credit doesn't cover. */
  payment_method: v.optional(v.picklist(PAYMENT_METHODS, 'Please select a payment method'), 'cash'),
  /** Extras for every date. */
  add_ons: v.optional(chosenAddOnsSchema, []),
  decisions: decisionsSchema,
};
export const seriesPreviewSchema = v.strictObject(planEntries);
export const seriesSchema = v.strictObject({
  ...planEntries,
  /** The total that the admin saw; the server refuses any other and answers with the right one. */
  amount: v.optional(seenAmountSchema),
  /** The member's request that this series answers. */
  request_id: v.optional(idSchema),
});
export type SeriesInput = v.InferOutput<typeof seriesSchema>;

const changeEntries = {
  /** Earlier dates stay as they are. */
  from: dateSchema,
  court_id: idSchema,
  weekday: weekdaySchema,
  start_time: startSchema,
  half_hours: halfHoursSchema,
  /** Null leaves the date where it is. */
  decisions: decisionsSchema,
};
export const seriesChangePreviewSchema = v.strictObject(changeEntries);
export const seriesChangeSchema = v.strictObject({
  ...changeEntries,
  amount: v.optional(seenAmountSchema),
  version: v.optional(versionSchema),
});
export type SeriesChange = v.InferOutput<typeof seriesChangeSchema>;

/** Cancels the dates from `from` to `until`, both inclusive; without them, all that are still to come. */
export const seriesCancelSchema = v.strictObject({
  from: v.optional(dateSchema),
  until: v.optional(dateSchema),
  cancelled_by: v.optional(v.picklist(CANCELLED_BY), 'customer'),
  refund_to: v.optional(v.picklist(['money', 'credit'], 'Please choose money or credit.'), 'money'),
  /**
   * PKR that the admin saw to give back for all dates; the server refuses any other amount and answers with the right
   * one.
   */
  amount_back: v.optional(seenAmountSchema),
});
export type SeriesCancellation = v.InferOutput<typeof seriesCancelSchema>;

export const seriesPaymentSchema = v.strictObject({
  booking_ids: v.pipe(
    v.array(idSchema, 'Please choose dates.'),
    v.minLength(1, 'Please choose dates.'),
    v.maxLength(MAX_SERIES_DATES, `Please choose at most ${MAX_SERIES_DATES} dates.`),
  ),
  method: v.picklist(['cash', 'bank_transfer', 'card', 'credit'], 'Please say how it was paid.'),
  /** The amount the admin took; the server refuses any other and answers with the right one. */
  amount: v.optional(seenAmountSchema),
});
export type SeriesPayment = v.InferOutput<typeof seriesPaymentSchema>;

export const seriesDeclineSchema = v.strictObject({
  reason: requiredLine('Please say why, so that the member can choose another time.', 200),
});

export const seriesRequestSchema = v.strictObject({
  court_id: idSchema,
  start_time: startSchema,
  half_hours: halfHoursSchema,
  every_weeks: v.optional(everySchema, 1),
  from: dateSchema,
  dates: countSchema,
  note: v.optional(
    v.pipe(multilineText('Please write text.'), v.maxLength(500, 'Please use at most 500 characters.')),
    '',
  ),
});
export type SeriesRequestInput = v.InferOutput<typeof seriesRequestSchema>;
