/** Who owes for a booking: its customer, and players who pay part of its price. */
import * as v from 'valibot';
import { updatesBySchema } from './consent.ts';
import { amountSchema, idSchema, seenAmountSchema } from './field-schemas.ts';
import { emailSchema, nameSchema, phoneSchema, remarkSchema } from './text-schemas.ts';

/** Padel is played by four: the host and three others. */
export const MAX_OTHERS = 3;
const OTHERS_MESSAGE = 'Padel is for four: please name 1 to 3 other players.';

export const PAYER_STATES = ['invited', 'joined', 'waiting', 'left'] as const;
export type PayerState = (typeof PAYER_STATES)[number];
/** Who gets a share that is unpaid at the deadline. */
export const REST_RULES = ['host', 'open'] as const;

/** PKR of one share; if no share has a charge, they are equal. */
const shareEntries = { name: v.optional(nameSchema), charge: v.optional(amountSchema) };
const restEntry = v.optional(v.picklist(REST_RULES, 'Please choose who pays what is left.'));

/** The full list of other players: anyone left out who has not paid is removed. */
export const splitSchema = v.strictObject({
  payers: v.pipe(
    v.array(v.strictObject({ ...shareEntries, id: v.optional(idSchema) }), OTHERS_MESSAGE),
    v.maxLength(MAX_OTHERS, OTHERS_MESSAGE),
  ),
  rest: restEntry,
});
export type SplitInput = v.InferOutput<typeof splitSchema>;

/** Pays a share. The first time needs a contact, where the receipt and the player's own link go. */
export const payShareSchema = v.strictObject({
  method: v.picklist(['card', 'credit', 'bank_transfer', 'cash'], 'Please select a payment method'),
  /** PKR that the player saw; the server refuses any other amount and answers with the right one. */
  amount: seenAmountSchema,
  name: v.optional(nameSchema),
  email: v.optional(emailSchema),
  phone: v.optional(phoneSchema),
  /** The channels, to that number, by which the player wants messages. */
  updates_by: updatesBySchema,
});
export type PayShare = v.InferOutput<typeof payShareSchema>;

export const leaveSchema = v.strictObject({
  /** PKR that the player saw as the refund. */
  amount_back: v.optional(seenAmountSchema),
  /** A member may take credit instead. */
  refund_to: v.optional(v.picklist(['money', 'credit'], 'Please choose money or credit.')),
  /** Why the host or the reception removes the player. */
  reason: v.optional(remarkSchema),
});
export type Leave = v.InferOutput<typeof leaveSchema>;
