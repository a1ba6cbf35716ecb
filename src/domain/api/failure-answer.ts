import * as v from 'valibot';
import { proposedColumnsSchema } from '../bank.ts';
import { REASONS } from '../failure-reasons.ts';
import { date, id, money, startTime } from './base-schemas.ts';

/** The body of every failed request. */
export const failureSchema = v.strictObject({
  error: v.pipe(v.string(), v.description('A sentence a person can act on')),
  reason: v.picklist(REASONS),
  /** Messages by the name of the request's field. */
  fields: v.exactOptional(v.record(v.string(), v.string())),
  /** Slots that another booking holds; only with `slot_taken`. */
  slots: v.exactOptional(v.array(startTime)),
  /** The current price or refund; only with `price_changed` and `changed_meanwhile`. */
  amount: v.exactOptional(money),
  /** The conflicting bookings; only admins get them. */
  bookings: v.exactOptional(v.array(id)),
  /** The dates of a series that are in the way; only with `slot_taken`. */
  dates: v.exactOptional(v.array(date)),
  /** What was recognised in a bank's statement whose columns are to be confirmed, with its first rows. */
  columns: v.exactOptional(proposedColumnsSchema),
  rows: v.exactOptional(v.array(v.array(v.string()))),
  /** Only with `internal`. */
  request_id: v.exactOptional(v.string()),
});
export type FailureBody = v.InferOutput<typeof failureSchema>;
