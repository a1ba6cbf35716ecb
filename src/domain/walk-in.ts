/** The requests about a customer at the reception. */
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

/** What a walk-in costs, before the reception knows a name. */
export const walkInQuoteSchema = v.strictObject({
  court_id: idSchema,
  date: bookingDateSchema,
  slots: slotsSchema,
  phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
  /** A member's email puts the booking into the account: credit can pay, and members' prices count. */
  email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
  add_ons: v.optional(chosenAddOnsSchema, []),
  code: v.optional(typedCodeSchema),
});
export type WalkInQuoteInput = v.InferOutput<typeof walkInQuoteSchema>;

/** The name of a customer who is there and gave none. */
export const WALK_IN_NAME = 'Walk-in';

const walkInFields = v.strictObject({
  ...walkInQuoteSchema.entries,
  name: v.optional(v.union([v.literal(''), nameSchema], NAME_MESSAGE), ''),
  /** The customer is there. */
  arrived: v.optional(v.boolean('Arrived is yes or no.'), false),
  payment_method: v.optional(v.picklist(PAYMENT_METHODS, 'Please select a payment method'), 'cash'),
  /** The customer has already paid. */
  paid: v.optional(v.boolean('Paid is yes or no.'), false),
  /** What the customer pays now; it replaces `paid`. */
  payment: v.optional(
    v.strictObject({
      /** Without it the whole price. */
      amount: v.optional(amountSchema),
      method: methodSchema,
    }),
  ),
  /** The total that the admin saw; the server refuses another one with the right one. */
  amount: v.optional(v.number('The amount is a number.')),
  /** Open offers of the waiting list whose slots the reception gives to this customer. */
  ends_offers: v.optional(
    v.pipe(v.array(idSchema, 'Please name the offers.'), v.maxLength(20, 'At most 20 offers at once.')),
    [],
  ),
});

/** A booking at the reception or on the phone: only a customer who is there needs no name. */
export const walkInSchema = v.pipe(
  walkInFields,
  v.forward(
    v.partialCheck([['name'], ['arrived']], ({ name, arrived }) => arrived || name !== '', NAME_MESSAGE),
    ['name'],
  ),
);
export type WalkInInput = v.InferOutput<typeof walkInSchema>;
