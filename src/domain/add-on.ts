import * as v from 'valibot';
import type { AddOnUnit } from './booking-price-lines.ts';

/** What a customer can book beside a court: a racket, balls, a coach. */
export interface AddOn {
  id: number;
  name: string;
  /** PKR. */
  price: number;
  unit: AddOnUnit;
  /** How many the club has at one time; null without a limit. */
  max_at_once: number | null;
}

/** An add-on as owners edit it, in the order in which customers see them. */
export interface AdminAddOn extends AddOn {
  /** Customers can choose it. */
  active: boolean;
}

/** An add-on of a request. */
export interface ChosenAddOn {
  id: number;
  quantity: number;
}

/** More than any club offers; it bounds the rows of a page and of a booking. */
export const MAX_ADD_ONS = 20;
/** The most of one add-on in one booking. */
export const MAX_QUANTITY = 20;

const QUANTITY_MESSAGE = `Please choose from 1 to ${MAX_QUANTITY} of an add-on.`;

/** The add-ons of a booking; each one stands there once. */
export const chosenAddOnsSchema = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(v.number('Please choose an add-on.'), v.integer('Please choose an add-on.')),
      quantity: v.pipe(
        v.number(QUANTITY_MESSAGE),
        v.integer(QUANTITY_MESSAGE),
        v.minValue(1, QUANTITY_MESSAGE),
        v.maxValue(MAX_QUANTITY, QUANTITY_MESSAGE),
      ),
    }),
    'Please choose add-ons.',
  ),
  v.maxLength(MAX_ADD_ONS, `At most ${MAX_ADD_ONS} add-ons.`),
  v.check((chosen) => new Set(chosen.map(({ id }) => id)).size === chosen.length, 'Each add-on stands once.'),
);
