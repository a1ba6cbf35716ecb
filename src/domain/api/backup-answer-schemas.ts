import * as v from 'valibot';
import type { BackupOverview, BackupRun, CopyOverview } from '../backup-status-and-warnings.ts';
import { count, id, instant, nullableText, type SchemaOf } from './base-schemas.ts';

export const backupRunSchema: SchemaOf<BackupRun> = v.strictObject({
  id,
  started_at: instant,
  finished_at: v.nullable(instant),
  ok: v.boolean(),
  file: nullableText,
  bytes: v.nullable(count),
  copied_to: nullableText,
  message: v.string(),
});

const copyOverviewSchema: SchemaOf<CopyOverview> = v.strictObject({
  every_minutes: v.number(),
  place: v.string(),
  last_copy: v.nullable(instant),
  bytes: v.nullable(count),
  seconds: v.nullable(v.number()),
  uncopied_since: v.nullable(instant),
  overdue: v.boolean(),
  message: v.string(),
  last_rehearsal: v.nullable(instant),
  rehearsal_overdue: v.boolean(),
  rehearsal_message: v.string(),
});

export const backupOverviewSchema: SchemaOf<BackupOverview> = v.strictObject({
  at: v.string(),
  keep: count,
  folder: v.string(),
  last_success: v.nullable(backupRunSchema),
  in_folder: v.boolean(),
  runs: v.array(backupRunSchema),
  copies: v.nullable(copyOverviewSchema),
});
