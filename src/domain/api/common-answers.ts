import * as v from 'valibot';
import type { AuditEntry } from '../audit-log.ts';
import { proposedColumnsSchema } from '../bank.ts';
import { REASONS } from '../failure.ts';
import { date, id, instant, money, nullableText, startTime } from './base-schemas.ts';

export const messageSchema = v.strictObject({ message: v.string() });

/** The body of every failed request. */
export const failureSchema = v.strictObject({
  error: v.pipe(v.string(), v.description('A sentence a person can act on')),
  reason: v.picklist(REASONS),
  /** Messages keyed by the request's field. */
  fields: v.exactOptional(v.record(v.string(), v.string())),
  /** Slots held by another booking; only with `slot_taken`. */
  slots: v.exactOptional(v.array(startTime)),
  /** The current price or refund; only with `price_changed` and `changed_meanwhile`. */
  amount: v.exactOptional(money),
  /** The conflicting bookings; only for admins. */
  bookings: v.exactOptional(v.array(id)),
  /** The dates of a series that are already taken; only with `slot_taken`. */
  dates: v.exactOptional(v.array(date)),
  /** What was recognised in a bank statement whose columns need confirming, with its first rows. */
  columns: v.exactOptional(proposedColumnsSchema),
  rows: v.exactOptional(v.array(v.array(v.string()))),
  /** Only with `internal`. */
  request_id: v.exactOptional(v.string()),
});
export type FailureBody = v.InferOutput<typeof failureSchema>;

/** `AuditDetails` defines the details of each action; a schema with thirty variants would only repeat it. */
export const auditEntrySchema = v.strictObject({
  id,
  at: instant,
  actor: v.string(),
  actor_name: nullableText,
  action: v.string(),
  details: v.record(v.string(), v.unknown()),
}) as unknown as v.GenericSchema<AuditEntry, AuditEntry>;
