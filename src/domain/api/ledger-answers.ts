import * as v from 'valibot';
import { ENTRY_KINDS, MONEY_METHODS } from '../money-labels.ts';
import { PAYEE_DOUBTS } from '../payee-doubts.ts';
import { PAYER_STATES } from '../payer.ts';
import { singleLineText } from '../text-schemas.ts';
import { count, date, id, instant, money, nullableText } from './base-schemas.ts';
import { bookingSchema, moneyPartsSchema, paymentMethod, transferQrSchema } from './booking-answers.ts';

export const ledgerEntrySchema = v.strictObject({
  id,
  at: instant,
  booking_id: v.nullable(id),
  user_id: v.nullable(id),
  kind: v.picklist(ENTRY_KINDS),
  method: v.picklist(MONEY_METHODS),
  /** Positive when received by the club, negative when paid out. */
  amount: money,
  reference: nullableText,
  note: nullableText,
  actor: v.string(),
  /** Who wrote it; null for the system and for deleted accounts. */
  actor_name: nullableText,
  shift_id: v.nullable(id),
  /** The entry this one undoes. */
  reverses: v.nullable(id),
  /** The entry that undid this one. */
  reversed_by: v.nullable(id),
  /** Whose part of a booking it is; null for a top-up. */
  payer_id: v.nullable(id),
  /** Null for the booking's customer; empty for a player the host did not name. */
  payer_name: nullableText,
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>;

/** Reconciles money by day of payment, without credit, with revenue by day of play. */
const moneyByPlaySchema = v.strictObject({
  /** For bookings played on these dates. */
  these_dates: money,
  other_dates: money,
  /** For credit sold or paid out. */
  credit: money,
  /** For places in events and purchases. */
  items: money,
  /** Everything received for bookings played on these dates, whenever and however it came; shown in Insights. */
  revenue: money,
});
export type MoneyByPlay = v.InferOutput<typeof moneyByPlaySchema>;

/** One page of the ledger, with totals over the whole filter. */
export const ledgerPageSchema = v.strictObject({
  entries: v.array(
    v.strictObject({
      ...ledgerEntrySchema.entries,
      booking_name: nullableText,
      /** The event or plan that was paid; null for a booking or credit. */
      item_title: nullableText,
      play_date: v.nullable(date),
    }),
  ),
  totals: v.array(v.strictObject({ method: v.picklist(MONEY_METHODS), in: money, out: money })),
  /** `id` is the filter's cashier; null for the system. */
  cashiers: v.array(v.strictObject({ id: v.nullable(id), name: v.string(), in: money, out: money })),
  /** The money of these dates by day of play; null unless the view is the whole ledger of a date range. */
  by_play: v.nullable(moneyByPlaySchema),
  next_cursor: v.nullable(id),
});
export type LedgerPage = v.InferOutput<typeof ledgerPageSchema>;

/** The time between two cash counts. */
export const shiftSchema = v.strictObject({
  id,
  opened_at: instant,
  opened_by: nullableText,
  float: money,
  /** The float plus all cash entries since. */
  expected: money,
  /** Null while the shift is open. */
  closed_at: v.nullable(instant),
  closed_by: nullableText,
  counted: v.nullable(money),
  note: nullableText,
});
export type Shift = v.InferOutput<typeof shiftSchema>;

/** A ledger entry without the club's own notes and names. */
export const statementEntrySchema = v.pick(ledgerEntrySchema, [
  'id',
  'at',
  'kind',
  'method',
  'amount',
  'reference',
]);
export type StatementEntry = v.InferOutput<typeof statementEntrySchema>;

/** The company named on an invoice; its tax number may be empty. */
export const companySchema = v.strictObject({
  company: v.pipe(singleLineText('Please enter the company.'), v.maxLength(100, 'At most 100 characters.')),
  tax_number: v.pipe(
    singleLineText('Please enter the tax number.'),
    v.maxLength(60, 'At most 60 characters.'),
  ),
});
export type Company = v.InferOutput<typeof companySchema>;

/** Everything shown on a receipt or invoice. */
export const statementSchema = v.strictObject({
  booking: bookingSchema,
  /** Oldest first, without entries the reception has undone. */
  entries: v.array(statementEntrySchema),
  /** Null for a private customer. */
  company: v.nullable(companySchema),
  /** The club as shown on a receipt. */
  issuer: v.strictObject({
    name: v.string(),
    address: v.string(),
    phone: v.string(),
    email: v.string(),
    tax_number: v.string(),
  }),
  /** Where to send a transfer; null while there is another way to pay. */
  bank: v.nullable(v.strictObject({ account_title: v.string(), bank_name: v.string(), iban: v.string() })),
  /** Null while there is no code to scan. */
  qr: v.nullable(transferQrSchema),
});
export type Statement = v.InferOutput<typeof statementSchema>;

/** A change of where a booking's money goes back to. */
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
  /** Until then, only an owner can give the money back; null when nothing is held. */
  held_until: v.nullable(instant),
});
export type PayeeChange = v.InferOutput<typeof payeeChangeSchema>;

/** Where a payment came from, according to the bank. */
export const paidFromSchema = v.strictObject({
  payer_id: id,
  date,
  text: v.string(),
  /** The payer's IBAN, if the line gives it. */
  iban: nullableText,
});
export type PaidFrom = v.InferOutput<typeof paidFromSchema>;

/** Money to give back to a payer. */
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
  /** The amount split by the way the money came, most recent first. */
  ways: moneyPartsSchema,
  /** Oldest first. */
  payee_changes: v.array(payeeChangeSchema),
});
export type RefundDue = v.InferOutput<typeof refundDueSchema>;

/** A booking with money to collect; `due` is everything its customer and players still owe. */
const toCollectSchema = v.strictObject({
  ...bookingSchema.entries,
  due: money,
  /** Who owes the open parts, the customer first, each with their phone. */
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

/** Bookings whose charge differs from the money received; at most 200 in each list. */
export const balancesSchema = v.strictObject({
  /** Nearest date first. */
  to_give_back: v.array(refundDueSchema),
  /** From today on, the next to play first. */
  to_collect: v.array(toCollectSchema),
  /** Played before today and still unpaid, newest first. */
  overdue: v.array(toCollectSchema),
  /** The full length of each list, beyond its limit. */
  counts: v.strictObject({ to_give_back: count, to_collect: count, overdue: count }),
});
export type BookingBalances = v.InferOutput<typeof balancesSchema>;
