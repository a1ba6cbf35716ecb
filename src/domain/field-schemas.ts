/** Fields shared by several requests. */
import * as v from 'valibot';
import { isDate } from './business-day.ts';

export const idSchema = v.pipe(
  v.number('Please choose one.'),
  v.integer('Please choose one.'),
  v.minValue(1, 'Please choose one.'),
);

/** A whole number from `min` to `max`, both inclusive. */
export function integerSchema(message: string, min: number, max: number) {
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}

/** An amount in PKR that the person saw; the server refuses any other and answers with the right one. */
export const seenAmountSchema = v.pipe(
  v.number('The amount must be a number.'),
  v.integer('The amount must be in whole rupees.'),
  v.minValue(0, 'The amount must be at least 0.'),
);

/** The version of the row that the page showed; the server refuses to overwrite a newer one. */
export const versionSchema = v.pipe(
  v.number('The version must be a number.'),
  v.integer('The version must be a number.'),
);

/** A booking's business day; the calendar decides whether it can be booked. */
export const bookingDateSchema = v.pipe(v.string('Date is required'), v.nonEmpty('Date is required'));

const DATE_MESSAGE = 'Please choose a date that exists.';
export const dateSchema = v.pipe(v.string(DATE_MESSAGE), v.check(isDate, DATE_MESSAGE));

export const slotsSchema = v.pipe(
  v.array(v.string('Please select time slots.'), 'Please select time slots.'),
  v.maxLength(48, 'Please select time slots.'),
);

/** No single sum of money is larger; it catches a slipped key, not a rich customer. */
export const MAX_AMOUNT = 10_000_000;
const AMOUNT_MESSAGE = 'The amount must be a whole number of rupees from 1 to 10,000,000.';

export const amountSchema = integerSchema(AMOUNT_MESSAGE, 1, MAX_AMOUNT);
export const zeroOrAmountSchema = integerSchema(
  'The amount must be a whole number of rupees from 0 to 10,000,000.',
  0,
  MAX_AMOUNT,
);
