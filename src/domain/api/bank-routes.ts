import * as v from 'valibot';
import {
  askedTransferSchema,
  BANK_LINE_STATES,
  bankMatchSchema,
  bankPartSchema,
  ignoreLineSchema,
} from '../bank.ts';
import { count, id, instant, money, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const bankLineSchema = v.strictObject({
  id,
  /** The bank's own date. */
  date: v.pipe(v.string(), v.isoDate()),
  /** `14:05`; null where the bank names no time. */
  time: nullableText,
  /** PKR, with two decimals where the bank has them. */
  amount: v.number(),
  text: v.string(),
  state: v.picklist(BANK_LINE_STATES),
  ignored: nullableText,
  /** Why the bank may have taken the money back. */
  doubt: nullableText,
  /** What it pays or confirms. */
  matches: v.array(
    v.strictObject({
      /** Null for a place in an event or a purchase. */
      booking_id: v.nullable(id),
      payer_id: id,
      amount: money,
      entry_id: id,
      pays: v.boolean(),
      name: v.string(),
    }),
  ),
  /** What it may belong to, the best first. */
  proposals: v.array(
    v.strictObject({
      parts: v.array(bankPartSchema),
      name: v.string(),
      entry_id: v.nullable(id),
      reason: v.string(),
    }),
  ),
});
export type BankLine = v.InferOutput<typeof bankLineSchema>;

/** A receipt or an entered transfer that the bank's statement does not show, though it should by now. */
const missingTransferSchema = v.strictObject({
  /** Null for a place in an event or a purchase. */
  booking_id: v.nullable(id),
  payer_id: id,
  entry_id: v.nullable(id),
  name: v.string(),
  amount: money,
  since: instant,
  /** Banking days that the statements reach beyond it. */
  banking_days: count,
  /** The picture of its receipt came for another booking or share too. */
  reused: v.boolean(),
  /** When the customer was last asked; null when never. */
  asked_at: v.nullable(instant),
  can_ask: v.boolean(),
  /** The customer's number where it is time to ask and neither an email nor a text message reaches them. */
  call: nullableText,
});
export type MissingTransfer = v.InferOutput<typeof missingTransferSchema>;

/** What is said of lines of the file. */
const lineNotes = v.array(v.strictObject({ row: count, reason: v.string() }));

/** The bank's statement: its lines, what they pay, and which transfers it does not show. */
export const BANK_ROUTES = {
  'POST /api/admin/statements': {
    summary: 'Read a CSV statement; the fields are `file` and, for a new bank, `columns` as JSON',
    access: 'staff',
    body: 'multipart/form-data',
    answer: data(
      v.strictObject({
        id,
        lines: count,
        new: count,
        matched: count,
        doubtful: count,
        unmatched: count,
        /** Lines from before the club's first booking, which are not kept. */
        early: count,
        /** Lines that could not be read. */
        broken: lineNotes,
        /** Money that the bank took back, and what became of its lines. */
        taken_back: lineNotes,
      }),
    ),
    status: 201,
  },
  'GET /api/admin/statements/progress': {
    summary: 'How many rows of the statement that is being read are done; null while none is read',
    access: 'staff',
    answer: data(v.nullable(v.strictObject({ rows: count, done: count }))),
  },
  'GET /api/admin/bank-lines': {
    summary: 'List lines of the statements with what they may belong to',
    access: 'staff',
    query: ['state', 'cursor', 'limit'],
    answer: data(
      v.strictObject({
        lines: v.array(bankLineSchema),
        next_cursor: nullableText,
        /**
         * Of the newest 5,000 waiting lines, beyond the page; `older` ones are listed when these are done. Null in
         * lists of lines that are done.
         */
        counts: v.nullable(v.strictObject({ sure: count, doubtful: count, unmatched: count, older: count })),
      }),
    ),
  },
  'POST /api/admin/bank-lines/:id/match': {
    summary: 'Let a line pay bookings, or confirm a transfer that was entered',
    access: 'staff',
    body: bankMatchSchema,
    answer: data(v.strictObject({ line: bankLineSchema })),
    status: 201,
  },
  'DELETE /api/admin/bank-lines/:id/match': {
    summary: 'Free a line; what it paid is undone',
    access: 'staff',
    answer: data(v.strictObject({ line: bankLineSchema })),
  },
  'POST /api/admin/bank-lines/match-sure': {
    summary: 'Use every line that is sure',
    access: 'staff',
    answer: data(v.strictObject({ matched: count })),
    status: 201,
  },
  'POST /api/admin/bank-lines/:id/ignore': {
    summary: 'Say why a line belongs to no booking',
    access: 'staff',
    body: ignoreLineSchema,
    answer: data(v.strictObject({ line: bankLineSchema })),
    status: 201,
  },
  'DELETE /api/admin/bank-lines/:id/doubt': {
    summary: 'Say that the money of a line stayed, though it looked as if the bank had taken it back',
    access: 'staff',
    answer: data(v.strictObject({ line: bankLineSchema })),
  },
  'GET /api/admin/missing-transfers': {
    summary: 'List receipts and transfers that the statements do not show',
    access: 'staff',
    answer: data(v.strictObject({ transfers: v.array(missingTransferSchema) })),
  },
  'POST /api/admin/missing-transfers/ask': {
    summary: 'Ask the customer where a transfer is, by email or text message',
    access: 'staff',
    body: askedTransferSchema,
    answer: data(v.strictObject({ transfers: v.array(missingTransferSchema) })),
    status: 201,
  },
} as const satisfies Record<string, RouteContract>;
