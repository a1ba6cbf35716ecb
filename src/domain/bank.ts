import * as v from 'valibot';
import { amountSchema } from './field-schemas.ts';
import { requiredLine } from './text-schemas.ts';

/** Days on which banks don't post transactions. */
export const BANK_WEEKENDS = ['saturday and sunday', 'sunday', 'friday and saturday', 'none'] as const;
export type BankWeekend = (typeof BANK_WEEKENDS)[number];

/** Day first, month first or year first. */
const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MAX_COLUMNS = 60;
const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COLUMNS - 1));

/** How far down to look for column names: banking apps put customer details above them. */
export const MAX_HEADER_ROW = 1000;

/** Where to find the fields in a bank's CSV: 0-based columns below the 0-based header row. */
export const bankColumnsSchema = v.strictObject({
  header: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HEADER_ROW - 1)),
  date: column,
  date_order: v.picklist(DATE_ORDERS, 'Please say whether the day or the month comes first.'),
  /** A column separate from the date. */
  time: v.nullable(column),
  /** Money in, or a signed amount. */
  credit: column,
  /** A separate column for money out, read for payments taken back. */
  debit: v.optional(v.nullable(column), null),
  /** Contains `CR` or `DR` when amounts have no sign. */
  direction: v.nullable(column),
  /** Reference, sender and description. */
  text: v.pipe(v.array(column), v.minLength(1, 'Please choose a column with the description.')),
  /** The account the file belongs to. */
  iban: v.string(),
});
export type BankColumns = v.InferOutput<typeof bankColumnsSchema>;

/** What was recognised; null has yet to be chosen. */
export const proposedColumnsSchema = v.strictObject({
  ...bankColumnsSchema.entries,
  date: v.nullable(column),
  date_order: v.nullable(v.picklist(DATE_ORDERS)),
  credit: v.nullable(column),
  text: v.array(column),
});
export type ProposedColumns = v.InferOutput<typeof proposedColumnsSchema>;

/** A statement line: money received in the club's account. */
export interface StatementLine {
  /** Line number in the file, starting at 1. */
  row: number;
  date: string;
  /** Minutes after midnight; null when the bank gives no time. */
  minute: number | null;
  /** In paisa, as banks count. */
  paisa: number;
  text: string;
}

/** `sure` and `doubtful` lines have proposals; `matched` and `ignored` ones are done. */
export const BANK_LINE_STATES = ['sure', 'doubtful', 'unmatched', 'matched', 'ignored'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

/** An amount in PKR for one payer of a booking; without `payer_id`, for its customer. */
export const bankPartSchema = v.strictObject({
  /** Null for a place in an event or a purchase, which its payer identifies. */
  booking_id: v.nullable(id),
  payer_id: v.exactOptional(id),
  amount: amountSchema,
});
export type BankPart = v.InferOutput<typeof bankPartSchema>;

/** A line either pays open balances or confirms a transfer recorded earlier. */
export const bankMatchSchema = v.union([
  v.strictObject({
    parts: v.pipe(
      v.array(bankPartSchema),
      v.minLength(1, 'Please choose a booking.'),
      v.maxLength(20, 'Please choose at most 20 bookings.'),
    ),
  }),
  v.strictObject({ entry_id: id }),
]);
export type BankMatch = v.InferOutput<typeof bankMatchSchema>;

/**
 * After this many banking days, a transfer missing from the statement raises an alarm and its customer may be asked.
 */
export const ASK_AFTER_DAYS = 3;

/** A transfer, identified by booking, payer and entry; null for a receipt waiting for review. */
export const askedTransferSchema = v.strictObject({
  booking_id: id,
  payer_id: id,
  entry_id: v.nullable(id),
});
export type AskedTransfer = v.InferOutput<typeof askedTransferSchema>;

export const ignoreLineSchema = v.strictObject({
  reason: requiredLine('Please say what this money is.', 200),
});

/** `PKR 4,000` or `PKR 4,000.50` */
export function formatPaisa(paisa: number): string {
  const rupees = Math.trunc(paisa / 100).toLocaleString('en-US');
  const rest = paisa % 100;
  return rest === 0 ? `PKR ${rupees}` : `PKR ${rupees}.${String(rest).padStart(2, '0')}`;
}
