import * as v from 'valibot';
import type { AuditEntry } from '../audit-log.ts';
import { id, instant, nullableText } from './base-schemas.ts';

export const messageSchema = v.strictObject({ message: v.string() });

/** `AuditDetails` defines the details of each action; a schema with thirty variants would only repeat it. */
export const auditEntrySchema = v.strictObject({
  id,
  at: instant,
  actor: v.string(),
  actor_name: nullableText,
  action: v.string(),
  details: v.record(v.string(), v.unknown()),
}) as unknown as v.GenericSchema<AuditEntry, AuditEntry>;
