/**
 * A booking's money. The ledger is append-only; `charge` is what a booking costs now, `received` is what has come in,
 * and any difference, whatever caused it, is its balance.
 */
import * as v from 'valibot';
import type { PaymentMethod } from './booking.ts';
import { amountSchema, idSchema, versionSchema, zeroOrAmountSchema } from './field-schemas.ts';
import { formatPkr } from './format-money.ts';
import { type EntryKind, MONEY_METHODS, type MoneyMethod } from './money-labels.ts';
import { CANCELLED_BY } from './refund.ts';
import { remarkSchema } from './text-schemas.ts';

export type { LedgerEntry, LedgerPage, MoneyByPlay, Shift } from './api/ledger-answers.ts';
export {
  ENTRY_KINDS,
  type EntryKind,
  MONEY_METHOD_LABELS,
  MONEY_METHODS,
  type MoneyMethod,
} from './money-labels.ts';

export interface NewLedgerEntry {
  booking_id: number | null;
  /** Whose credit changes with this entry: the booking's member, or the member topping up. */
  user_id: number | null;
  kind: EntryKind;
  method: MoneyMethod;
  /** PKR: positive when received by the club, negative when paid out. */
  amount: number;
  reference?: string | undefined;
  note?: string | undefined;
  reverses?: number;
  /** Who owes for the booking; null for a top-up. */
  payer_id: number | null;
  /** A bank statement line shows that the money arrived. */
  proven?: true;
  /** A bank line that supports it and that no owner may have dropped yet. */
  line_id?: number;
}

/**
 * Why only an owner may record a payment that brings the total to `received` for this price: money that never arrived
 * would be given back as credit or cash. Null when anyone at the reception may.
 */
export function overpaymentError(received: number, price: number): string | null {
  if (received <= price) return null;
  return `This is ${formatPkr(received - price)} more than the price. Ask an owner to record it.`;
}

/** `PKR 2,000 to collect`, `PKR 1,500 to give back`, `Settled` */
export function describeBalance(balance: number): string {
  if (balance === 0) return 'Settled';
  return balance > 0 ? `${formatPkr(balance)} to collect` : `${formatPkr(-balance)} to give back`;
}

const METHOD_MESSAGE = 'Please choose cash, bank transfer, card or credit.';

export const methodSchema = v.picklist(MONEY_METHODS, METHOD_MESSAGE);

/** A payment for a booking, or money given back for it. */
export const entryRequestSchema = v.strictObject({
  amount: amountSchema,
  method: methodSchema,
  reference: v.optional(remarkSchema),
  note: v.optional(remarkSchema),
  version: v.optional(versionSchema),
  /** Without a payer, the customer's part is covered first, then the open ones. */
  payer_id: v.optional(idSchema),
});
export type EntryRequest = v.InferOutput<typeof entryRequestSchema>;

/** The same for a place in an event or a purchase. */
export const itemEntryRequestSchema = v.omit(entryRequestSchema, ['version', 'payer_id']);
export type ItemEntryRequest = v.InferOutput<typeof itemEntryRequestSchema>;

export const reverseSchema = v.strictObject({
  reason: v.pipe(remarkSchema, v.nonEmpty('Please say why you are undoing the entry.')),
  /** Only if its receipt waits for a decision again. */
  reopens_receipt: v.optional(v.boolean('Please say yes or no.'), false),
});
export type ReverseInput = v.InferOutput<typeof reverseSchema>;

/** `PUT /api/admin/bookings/:id/status`: the decision about money comes with the new status. */
export const statusMoneyEntries = {
  /** How the missing amount was paid, when a booking is marked paid or restored. */
  method: v.optional(methodSchema),
  cancelled_by: v.optional(
    v.picklist(CANCELLED_BY, 'Please say who cancels: the customer, the club, an emergency or a mistake.'),
  ),
  /** PKR for the club to keep, when an admin overrides the policy. */
  keep: v.optional(zeroOrAmountSchema),
  refund_to: v.optional(v.picklist(['money', 'credit'], 'Please choose money or credit.')),
};

export const topUpSchema = v.strictObject({
  paid: amountSchema,
  /** PKR of credit; anything above `paid` is a package bonus. */
  credit: amountSchema,
  method: v.picklist(['cash', 'bank_transfer', 'card'], 'Please choose cash, bank transfer or card.'),
});

/** An owner has reviewed what a staff member gave away, up to this entry; null stands for a deleted account. */
export const grantsSeenSchema = v.strictObject({
  staff_id: v.nullable(v.pipe(v.number('Please choose one.'), v.integer('Please choose one.'))),
  last_id: v.pipe(v.number('Please choose one.'), v.integer('Please choose one.')),
});

export const openShiftSchema = v.strictObject({ float: zeroOrAmountSchema });
export const closeShiftSchema = v.strictObject({
  counted: zeroOrAmountSchema,
  note: v.optional(remarkSchema),
});

/** The desk's first suggestion, based on the booking's own payment method. */
export function proposedMethod(paymentMethod: PaymentMethod | string): MoneyMethod {
  return (MONEY_METHODS as readonly string[]).includes(paymentMethod)
    ? (paymentMethod as MoneyMethod)
    : 'cash';
}
