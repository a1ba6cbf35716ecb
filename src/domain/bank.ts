import * as v from 'valibot';
import { amountSchema } from './field-schemas.ts';
import { requiredLine } from './text-schemas.ts';

/** Days on which a bank books nothing. */
export const BANK_WEEKENDS = ['saturday and sunday', 'sunday', 'friday and saturday', 'none'] as const;
export type BankWeekend = (typeof BANK_WEEKENDS)[number];

/** How the numbers of a date follow each other: day first, month first or year first. */
const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MAX_COLUMNS = 60;
const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COLUMNS - 1));

/** How far down a file the names of its columns are looked for: an app writes its customer's data above them. */
export const MAX_HEADER_ROW = 1000;

/** Where a bank's CSV has what the club reads: 0-based columns below the 0-based row that names them. */
export const bankColumnsSchema = v.strictObject({
  header: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HEADER_ROW - 1)),
  date: column,
  date_order: v.picklist(DATE_ORDERS, 'Please say whether the day or the month comes first.'),
  /** A column of its own beside the date. */
  time: v.nullable(column),
  /** Money in, or a signed sum. */
  credit: column,
  /** Money out in a column of its own, which is read for what it takes back. */
  debit: v.optional(v.nullable(column), null),
  /** Says `CR` or `DR` where the sums have no sign. */
  direction: v.nullable(column),
  /** Reference, sender and description. */
  text: v.pipe(v.array(column), v.minLength(1, 'Please choose a column with the description.')),
  /** The account that the file is for. */
  iban: v.string(),
});
export type BankColumns = v.InferOutput<typeof bankColumnsSchema>;

/** What was recognised; null is still to be chosen. */
export const proposedColumnsSchema = v.strictObject({
  ...bankColumnsSchema.entries,
  date: v.nullable(column),
  date_order: v.nullable(v.picklist(DATE_ORDERS)),
  credit: v.nullable(column),
  text: v.array(column),
});
export type ProposedColumns = v.InferOutput<typeof proposedColumnsSchema>;

/** A line of a statement: money that came to the club's account. */
export interface StatementLine {
  /** The line of the file, from 1. */
  row: number;
  date: string;
  /** Minutes after midnight; null when the bank names no time. */
  minute: number | null;
  /** Paisa, because a bank counts them. */
  paisa: number;
  text: string;
}

/** `sure` and `doubtful` lines have proposals; `matched` and `ignored` ones are done. */
export const BANK_LINE_STATES = ['sure', 'doubtful', 'unmatched', 'matched', 'ignored'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A sum in PKR for a payer of a booking, without a number its customer. */
export const bankPartSchema = v.strictObject({
  /** Null for a place in an event or a purchase, which its payer names. */
  booking_id: v.nullable(id),
  payer_id: v.exactOptional(id),
  amount: amountSchema,
});
export type BankPart = v.InferOutput<typeof bankPartSchema>;

/** What a line is used for: it pays open balances, or it confirms a transfer that was entered before. */
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

/** Banking days after which a transfer that the bank does not show is an alarm, and its customer may be asked. */
export const ASK_AFTER_DAYS = 3;

/** A transfer by its booking, its payer, and the entry; null for a receipt that waits. */
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
