/** What owners send about add-ons. */
import * as v from 'valibot';
import { MAX_ADD_ONS } from './add-on.ts';
import { ADD_ON_UNITS } from './booking-price-lines.ts';
import { singleLineText } from './text-schemas.ts';

const PRICE_MESSAGE = 'The price is a whole number of rupees from 0 to 1,000,000.';
const LIMIT_MESSAGE = 'The number at one time is a whole number from 1 to 1,000, or empty.';

export const addOnSchema = v.strictObject({
  name: v.pipe(
    singleLineText('Please enter a name.'),
    v.nonEmpty('Please enter a name.'),
    v.maxLength(60, 'At most 60 characters.'),
  ),
  price: v.pipe(
    v.number(PRICE_MESSAGE),
    v.integer(PRICE_MESSAGE),
    v.minValue(0, PRICE_MESSAGE),
    v.maxValue(1_000_000, PRICE_MESSAGE),
  ),
  unit: v.picklist(ADD_ON_UNITS, 'Please choose per booking, per slot or per hour.'),
  max_at_once: v.optional(
    v.nullable(
      v.pipe(
        v.number(LIMIT_MESSAGE),
        v.integer(LIMIT_MESSAGE),
        v.minValue(1, LIMIT_MESSAGE),
        v.maxValue(1000, LIMIT_MESSAGE),
      ),
    ),
    null,
  ),
  active: v.optional(v.boolean('Active is yes or no.'), true),
});
export type AddOnInput = v.InferOutput<typeof addOnSchema>;

export const addOnOrderSchema = v.strictObject({
  add_ons: v.pipe(v.array(v.number()), v.maxLength(MAX_ADD_ONS, 'The order names each add-on once.')),
});
