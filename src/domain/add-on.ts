import * as v from 'valibot';
import { integerSchema } from './field-schemas.ts';

/** An add-on of a request. */
export interface ChosenAddOn {
  id: number;
  quantity: number;
}

/** Well above what any club offers; bounds the rows of a page and of a booking. */
export const MAX_ADD_ONS = 20;
/** The most of one add-on in a single booking. */
export const MAX_QUANTITY = 20;

const QUANTITY_MESSAGE = `Please choose from 1 to ${MAX_QUANTITY} of an add-on.`;

/** Each add-on appears at most once. */
export const chosenAddOnsSchema = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(v.number('Please choose an add-on.'), v.integer('Please choose an add-on.')),
      quantity: integerSchema(QUANTITY_MESSAGE, 1, MAX_QUANTITY),
    }),
    'Please choose add-ons.',
  ),
  v.maxLength(MAX_ADD_ONS, `At most ${MAX_ADD_ONS} add-ons.`),
  v.check(
    (chosen) => new Set(chosen.map(({ id }) => id)).size === chosen.length,
    'Please list each add-on only once.',
  ),
);
