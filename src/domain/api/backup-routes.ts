import * as v from 'valibot';
import { count, id, instant, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** One attempt at a backup, as shown on the dashboard. */
export const backupRunSchema = v.strictObject({
  id,
  started_at: instant,
  /** Null while the attempt runs, or if it was killed. */
  finished_at: v.nullable(instant),
  ok: v.boolean(),
  /** The file's name without its folder. */
  file: nullableText,
  bytes: v.nullable(count),
  copied_to: nullableText,
  /** Why it failed; otherwise empty. */
  message: v.string(),
});
export type BackupRun = v.InferOutput<typeof backupRunSchema>;

/** The copies made every few minutes, as shown on the dashboard. */
const copyOverviewSchema = v.strictObject({
  every_minutes: v.number(),
  /** The bucket or folder. */
  place: v.string(),
  /** The last copy contains every change before this moment. */
  last_copy: v.nullable(instant),
  bytes: v.nullable(count),
  seconds: v.nullable(v.number()),
  /** The time of the earliest change not copied yet; null when everything is. */
  uncopied_since: v.nullable(instant),
  overdue: v.boolean(),
  /** Why the newest attempt failed; otherwise empty. */
  message: v.string(),
  /** When a copy was last restored into a temporary folder and compared. */
  last_rehearsal: v.nullable(instant),
  /**
   * True after a failed rehearsal, more than a week after the last one, or when a day has passed without the first.
   */
  rehearsal_overdue: v.boolean(),
  rehearsal_message: v.string(),
});
export type CopyOverview = v.InferOutput<typeof copyOverviewSchema>;

const backupOverviewSchema = v.strictObject({
  /** Club time of the daily backup, such as `05:00`; empty when it is off. */
  at: v.string(),
  keep: count,
  folder: v.string(),
  last_success: v.nullable(backupRunSchema),
  /** False when the last successful backup is not in `folder`: it was written elsewhere or removed. */
  in_folder: v.boolean(),
  /** Newest first. */
  runs: v.array(backupRunSchema),
  /** Null when no copies are made between backups. */
  copies: v.nullable(copyOverviewSchema),
});
export type BackupOverview = v.InferOutput<typeof backupOverviewSchema>;

export const BACKUP_ROUTES = {
  'GET /api/admin/backups': {
    summary: 'The last backups',
    access: 'owner',
    answer: data(backupOverviewSchema),
  },
} as const satisfies Record<string, RouteContract>;
