import * as v from 'valibot';
import { ENTRY_KINDS, MONEY_METHODS } from '../money-labels.ts';
import { PAYEE_DOUBTS } from '../payee-doubts.ts';
import { PAYER_STATES } from '../payer.ts';
import { singleLineText } from '../text-schemas.ts';
import { count, date, id, instant, money, nullableText } from './base-schemas.ts';
import { bookingSchema, paymentMethod, transferQrSchema } from './booking-answers.ts';

/** One row of the ledger. */
export const ledgerEntrySchema = v.strictObject({
  id,
  at: instant,
  booking_id: v.nullable(id),
  user_id: v.nullable(id),
  kind: v.picklist(ENTRY_KINDS),
  method: v.picklist(MONEY_METHODS),
  /** Positive to the club, negative from it. */
  amount: money,
  reference: nullableText,
  note: nullableText,
  actor: v.string(),
  /** The name of the person who wrote it; null for the system and for deleted accounts. */
  actor_name: nullableText,
  shift_id: v.nullable(id),
  /** The entry that this one undoes. */
  reverses: v.nullable(id),
  /** The entry that undid this one. */
  reversed_by: v.nullable(id),
  /** Whose part of a booking it is; null for a top-up. */
  payer_id: v.nullable(id),
  /** Null for the booking's customer, empty for a player whom the host did not name. */
  payer_name: nullableText,
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>;

/** How the money of some days, by day of payment and without credit, fits to their revenue by day of play. */
const moneyByPlaySchema = v.strictObject({
  /** For bookings played on these dates. */
  these_dates: money,
  other_dates: money,
  /** For credit that was sold or paid out. */
  credit: money,
  /** For places in events and purchases. */
  items: money,
  /** What has come for bookings played on these dates, on whatever day and way; Insights shows it. */
  revenue: money,
});
export type MoneyByPlay = v.InferOutput<typeof moneyByPlaySchema>;

/** One page of the ledger with the totals of the whole filter. */
export const ledgerPageSchema = v.strictObject({
  entries: v.array(
    v.strictObject({
      ...ledgerEntrySchema.entries,
      booking_name: nullableText,
      play_date: v.nullable(date),
    }),
  ),
  totals: v.array(v.strictObject({ method: v.picklist(MONEY_METHODS), in: money, out: money })),
  /** `id` is the filter's cashier; null for the system. */
  cashiers: v.array(v.strictObject({ id: v.nullable(id), name: v.string(), in: money, out: money })),
  /** The money of these dates by day of play; null unless the whole ledger of some dates is shown. */
  by_play: v.nullable(moneyByPlaySchema),
  next_cursor: v.nullable(id),
});
export type LedgerPage = v.InferOutput<typeof ledgerPageSchema>;

/** The time between two counts of the drawer. */
export const shiftSchema = v.strictObject({
  id,
  opened_at: instant,
  opened_by: nullableText,
  float: money,
  /** The float and all cash entries since. */
  expected: money,
  /** Null while the shift is open. */
  closed_at: v.nullable(instant),
  closed_by: nullableText,
  counted: v.nullable(money),
  note: nullableText,
});
export type Shift = v.InferOutput<typeof shiftSchema>;

/** An entry of the ledger without the club's own notes and names. */
export const statementEntrySchema = v.pick(ledgerEntrySchema, [
  'id',
  'at',
  'kind',
  'method',
  'amount',
  'reference',
]);
export type StatementEntry = v.InferOutput<typeof statementEntrySchema>;

/** The company that an invoice names; its tax number may be empty. */
export const companySchema = v.strictObject({
  company: v.pipe(singleLineText('Please enter the company.'), v.maxLength(100, 'At most 100 characters.')),
  tax_number: v.pipe(
    singleLineText('Please enter the tax number.'),
    v.maxLength(60, 'At most 60 characters.'),
  ),
});
export type Company = v.InferOutput<typeof companySchema>;

/** Everything a receipt or invoice shows. */
export const statementSchema = v.strictObject({
  booking: bookingSchema,
  /** Oldest first, without what the reception has undone. */
  entries: v.array(statementEntrySchema),
  /** Null for a private customer. */
  company: v.nullable(companySchema),
  /** The club as it stands on a receipt. */
  issuer: v.strictObject({
    name: v.string(),
    address: v.string(),
    phone: v.string(),
    email: v.string(),
    tax_number: v.string(),
  }),
  /** Where a transfer goes; null while something else is the way to pay. */
  bank: v.nullable(v.strictObject({ account_title: v.string(), bank_name: v.string(), iban: v.string() })),
  /** Null while there is no code to scan. */
  qr: v.nullable(transferQrSchema),
});
export type Statement = v.InferOutput<typeof statementSchema>;

/** A change of where the money of a booking goes back to. */
export const payeeChangeSchema = v.strictObject({
  what: v.picklist(['email', 'account']),
  at: instant,
  /** Whose account it is; null for the booking's email. */
  payer_id: v.nullable(id),
  by_club: v.boolean(),
  /** The admin who made it; null for the customer and for deleted accounts. */
  by: nullableText,
  doubt: v.nullable(v.picklist(PAYEE_DOUBTS)),
  /** Only where the club made it. */
  from: nullableText,
  to: nullableText,
  /** Until then only an owner gives the money back; null when it holds nothing back. */
  held_until: v.nullable(instant),
});
export type PayeeChange = v.InferOutput<typeof payeeChangeSchema>;

/** What the bank says about a payment: where it came from. */
export const paidFromSchema = v.strictObject({
  payer_id: id,
  date,
  text: v.string(),
  /** The payer's IBAN, where the line names it. */
  iban: nullableText,
});
export type PaidFrom = v.InferOutput<typeof paidFromSchema>;

/** Money that goes back to a payer. */
export const refundDueSchema = v.strictObject({
  booking: bookingSchema,
  payer: v.strictObject({
    id,
    position: count,
    name: v.string(),
    phone: v.string(),
    state: v.picklist(PAYER_STATES),
    refund_account: nullableText,
  }),
  amount: money,
  /** The amount by the ways in which the money came, what came last first. */
  ways: v.array(v.strictObject({ method: v.picklist(MONEY_METHODS), amount: money })),
  /** Oldest first. */
  payee_changes: v.array(payeeChangeSchema),
});
export type RefundDue = v.InferOutput<typeof refundDueSchema>;

/** A booking with money to collect: `due` is all that its customer and its players still owe. */
const toCollectSchema = v.strictObject({
  ...bookingSchema.entries,
  due: money,
  /** Whose open parts they are, the customer first, each with the own phone. */
  owing: v.array(
    v.strictObject({
      id,
      position: count,
      name: v.string(),
      phone: v.string(),
      state: v.picklist(PAYER_STATES),
      payment_method: v.nullable(paymentMethod),
      receipt_received: v.boolean(),
      hold_until: v.nullable(instant),
      amount: money,
    }),
  ),
});
export type ToCollect = v.InferOutput<typeof toCollectSchema>;

/** Bookings whose charge and received money differ; at most 200 of each. */
export const balancesSchema = v.strictObject({
  /** The nearest date first. */
  to_give_back: v.array(refundDueSchema),
  /** From today on, the next to play first. */
  to_collect: v.array(toCollectSchema),
  /** Played before today and still not paid, the newest first. */
  overdue: v.array(toCollectSchema),
  /** How long each list would be without its limit. */
  counts: v.strictObject({ to_give_back: count, to_collect: count, overdue: count }),
});
export type BookingBalances = v.InferOutput<typeof balancesSchema>;
