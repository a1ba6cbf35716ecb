import * as v from 'valibot';
import { chosenAddOnsSchema } from './add-on.ts';
import { PAYMENT_METHODS } from './booking.ts';
import { amountSchema, bookingDateSchema, idSchema, slotsSchema } from './field-schemas.ts';
import { methodSchema } from './ledger.ts';
import {
  EMAIL_MESSAGE,
  emailSchema,
  NAME_MESSAGE,
  nameSchema,
  PHONE_MESSAGE,
  phoneSchema,
} from './text-schemas.ts';
import { typedCodeSchema } from './typed-code.ts';

/** The price of a walk-in, before the reception knows a name. */
export const walkInQuoteSchema = v.strictObject({
  court_id: idSchema,
  date: bookingDateSchema,
  slots: slotsSchema,
  phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
  /** A member's email ties the booking to the account, so that credit and members' prices apply. */
  email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
  add_ons: v.optional(chosenAddOnsSchema, []),
  code: v.optional(typedCodeSchema),
});
export type WalkInQuoteInput = v.InferOutput<typeof walkInQuoteSchema>;

/** Stands in for a customer at the reception who gave no name. */
export const WALK_IN_NAME = 'Walk-in';

const walkInFields = v.strictObject({
  ...walkInQuoteSchema.entries,
  name: v.optional(v.union([v.literal(''), nameSchema], NAME_MESSAGE), ''),
  /** The customer is here. */
  arrived: v.optional(v.boolean('Arrived must be yes or no.'), false),
  payment_method: v.optional(v.picklist(PAYMENT_METHODS, 'Please select a payment method'), 'cash'),
  /** The customer has already paid. */
  paid: v.optional(v.boolean('Paid must be yes or no.'), false),
  /** What the customer pays now; replaces `paid`. */
  payment: v.optional(
    v.strictObject({
      /** The whole price if missing. */
      amount: v.optional(amountSchema),
      method: methodSchema,
    }),
  ),
  /** The total that the admin saw; the server refuses any other and answers with the right one. */
  amount: v.optional(v.number('The amount must be a number.')),
  /** Open offers of the waiting list whose slots go to this customer. */
  ends_offers: v.optional(
    v.pipe(v.array(idSchema, 'Please name the offers.'), v.maxLength(20, 'At most 20 offers at once.')),
    [],
  ),
});

/** A booking at the reception or on the phone; only a customer who is here may stay anonymous. */
export const walkInSchema = v.pipe(
  walkInFields,
  v.forward(
    v.partialCheck([['name'], ['arrived']], ({ name, arrived }) => arrived || name !== '', NAME_MESSAGE),
    ['name'],
  ),
);
export type WalkInInput = v.InferOutput<typeof walkInSchema>;
