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
  /** The date as the bank gives it. */
  date: v.pipe(v.string(), v.isoDate()),
  /** `14:05`; null when the bank gives no time. */
  time: nullableText,
  /** PKR, with two decimals if the bank has them. */
  amount: v.number(),
  text: v.string(),
  state: v.picklist(BANK_LINE_STATES),
  ignored: nullableText,
  /** Why the bank may have taken the money back. */
  doubt: nullableText,
  /** The payments that it makes or confirms. */
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
  /** Possible matches, best first. */
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

/** A receipt or recorded transfer that should appear in the bank's statement by now but doesn't. */
const missingTransferSchema = v.strictObject({
  /** Null for a place in an event or a purchase. */
  booking_id: v.nullable(id),
  payer_id: id,
  entry_id: v.nullable(id),
  name: v.string(),
  amount: money,
  since: instant,
  /** How many banking days the statements cover after it. */
  banking_days: count,
  /** The same receipt image was sent for another booking or share. */
  reused: v.boolean(),
  /** When the customer was last asked; null if never. */
  asked_at: v.nullable(instant),
  can_ask: v.boolean(),
  /** The customer's phone number when it is time to ask and neither email nor text message can reach them. */
  call: nullableText,
});
export type MissingTransfer = v.InferOutput<typeof missingTransferSchema>;

/** Remarks on individual lines of the file. */
const lineNotes = v.array(v.strictObject({ row: count, reason: v.string() }));

/** The bank's statement: its lines, the payments they match, and the transfers missing from it. */
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
        /** Lines from before the club's first booking; not kept. */
        early: count,
        /** Lines that could not be read. */
        broken: lineNotes,
        /** Money the bank took back, and what happened to its lines. */
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
    summary: 'List statement lines with their possible matches',
    access: 'staff',
    query: ['state', 'cursor', 'limit'],
    answer: data(
      v.strictObject({
        lines: v.array(bankLineSchema),
        next_cursor: nullableText,
        /**
         * Counted over the newest 5,000 open lines, not just this page; `older` ones appear once those are done. Null
         * in lists of finished lines.
         */
        counts: v.nullable(v.strictObject({ sure: count, doubtful: count, unmatched: count, older: count })),
      }),
    ),
  },
  'POST /api/admin/bank-lines/:id/match': {
    summary: 'Use a line to pay bookings, or to confirm a recorded transfer',
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
    summary: 'Use every certain line',
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
    summary: 'Confirm that the money of a line stayed, although the bank seemed to have taken it back',
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
