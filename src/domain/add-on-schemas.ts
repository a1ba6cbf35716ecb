/** Add-ons as owners submit them. */
import * as v from 'valibot';
import { MAX_ADD_ONS } from './add-on.ts';
import { ADD_ON_UNITS } from './booking-price-lines.ts';
import { integerSchema } from './field-schemas.ts';
import { requiredLine } from './text-schemas.ts';

const PRICE_MESSAGE = 'The price must be a whole number of rupees from 0 to 1,000,000.';
const LIMIT_MESSAGE = 'The number at one time must be a whole number from 1 to 1,000, or empty.';

export const addOnSchema = v.strictObject({
  name: requiredLine('Please enter a name.', 60),
  price: integerSchema(PRICE_MESSAGE, 0, 1_000_000),
  unit: v.picklist(ADD_ON_UNITS, 'Please choose per booking, per slot or per hour.'),
  max_at_once: v.optional(v.nullable(integerSchema(LIMIT_MESSAGE, 1, 1000)), null),
  active: v.optional(v.boolean('Active must be yes or no.'), true),
});
export type AddOnInput = v.InferOutput<typeof addOnSchema>;

export const addOnOrderSchema = v.strictObject({
  add_ons: v.pipe(v.array(v.number()), v.maxLength(MAX_ADD_ONS, 'The order must name each add-on once.')),
});
