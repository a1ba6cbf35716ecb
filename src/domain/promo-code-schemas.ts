/** Codes as owners submit them, and a customer's request to check one. */
import * as v from 'valibot';
import { isDate } from './business-day.ts';
import { bookingDateSchema, integerSchema, slotsSchema } from './field-schemas.ts';
import { PRICING_TIERS } from './slot.ts';
import { requiredLine, singleLineText } from './text-schemas.ts';
import { normalizeCode, typedCodeSchema } from './typed-code.ts';

const nullableDate = (message: string) =>
  v.optional(v.nullable(v.pipe(v.string(message), v.check(isDate, message))), null);
const DATE_MESSAGE = 'Please choose a date that exists, or leave it empty.';
const PERCENT_MESSAGE = 'The percentage must be a whole number from 1 to 100.';
const AMOUNT_MESSAGE = 'The amount must be a whole number of rupees from 1 to 1,000,000.';
const USES_MESSAGE = 'The number of uses must be a whole number from 1 to 1,000,000, or empty.';
const CODE_MESSAGE = 'A code must have 3 to 30 letters and digits, without spaces.';

const optionalNumber = (message: string, most: number) =>
  v.optional(v.nullable(integerSchema(message, 1, most)), null);

export const promoCodeSchema = v.pipe(
  v.strictObject({
    code: v.optional(
      v.nullable(
        v.pipe(
          singleLineText(CODE_MESSAGE),
          v.transform(normalizeCode),
          v.regex(/^[A-Z0-9]{3,30}$/, CODE_MESSAGE),
        ),
      ),
      null,
    ),
    name: requiredLine('Please enter a name.', 60),
    percent: optionalNumber(PERCENT_MESSAGE, 100),
    amount_off: optionalNumber(AMOUNT_MESSAGE, 1_000_000),
    tiers: v.optional(
      v.nullable(
        v.pipe(
          v.array(v.picklist(PRICING_TIERS, 'Please choose from morning, off-peak and peak.')),
          v.minLength(1, 'Please choose at least one time of day.'),
          v.transform((tiers) => PRICING_TIERS.filter((tier) => tiers.includes(tier))),
        ),
      ),
      null,
    ),
    play_from: nullableDate(DATE_MESSAGE),
    play_to: nullableDate(DATE_MESSAGE),
    book_from: nullableDate(DATE_MESSAGE),
    book_to: nullableDate(DATE_MESSAGE),
    first_booking: v.optional(v.boolean('First booking must be yes or no.'), false),
    members_only: v.optional(v.boolean('Members only must be yes or no.'), false),
    max_uses: optionalNumber(USES_MESSAGE, 1_000_000),
    active: v.optional(v.boolean('Active must be yes or no.'), true),
  }),
  v.forward(
    v.check(
      ({ percent, amount_off }) => (percent === null) !== (amount_off === null),
      'Please enter either a percentage or an amount.',
    ),
    ['percent'],
  ),
  v.forward(
    v.check(
      ({ play_from, play_to }) => play_from === null || play_to === null || play_from <= play_to,
      'The last date is before the first one.',
    ),
    ['play_to'],
  ),
  v.forward(
    v.check(
      ({ book_from, book_to }) => book_from === null || book_to === null || book_from <= book_to,
      'The last date is before the first one.',
    ),
    ['book_to'],
  ),
  // Pages show a price without a code to everyone it fits, so it can't depend on a count or on a person's history.
  v.forward(
    v.check(
      ({ code, max_uses }) => code !== null || max_uses === null,
      'Only a code can have a limit on uses.',
    ),
    ['max_uses'],
  ),
  v.forward(
    v.check(
      ({ code, first_booking }) => code !== null || !first_booking,
      'Only a code can be for a first booking.',
    ),
    ['first_booking'],
  ),
);
export type PromoCodeInput = v.InferOutput<typeof promoCodeSchema>;

export const codeCheckSchema = v.strictObject({
  code: typedCodeSchema,
  date: bookingDateSchema,
  start_time: v.pipe(v.string('Start time is required'), v.nonEmpty('Start time is required')),
  /** All slots; if missing, only the first one is checked. */
  slots: v.optional(slotsSchema),
  email: v.optional(v.pipe(v.string(), v.maxLength(255)), ''),
  phone: v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
});
