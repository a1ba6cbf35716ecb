import * as v from 'valibot';
import { count, id, instant, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** One attempt to make a backup, as the dashboard shows it. */
export const backupRunSchema = v.strictObject({
  id,
  started_at: instant,
  /** Null while the attempt runs, and after it was killed. */
  finished_at: v.nullable(instant),
  ok: v.boolean(),
  /** The name of the file, without its folder. */
  file: nullableText,
  bytes: v.nullable(count),
  copied_to: nullableText,
  /** The reason of a failure, or an empty text. */
  message: v.string(),
});
export type BackupRun = v.InferOutput<typeof backupRunSchema>;

/** The copies that the server makes every few minutes, as the dashboard shows them. */
const copyOverviewSchema = v.strictObject({
  every_minutes: v.number(),
  /** The bucket or folder. */
  place: v.string(),
  /** Every change before this moment is in the last copy. */
  last_copy: v.nullable(instant),
  bytes: v.nullable(count),
  /** How long the last copy took. */
  seconds: v.nullable(v.number()),
  /** Since when changes are not copied; null when every change is. */
  uncopied_since: v.nullable(instant),
  overdue: v.boolean(),
  /** The reason why the newest attempt failed, or an empty text. */
  message: v.string(),
  /** When a copy was last restored into a temporary folder and compared. */
  last_rehearsal: v.nullable(instant),
  /** True after a failed rehearsal, more than a week after the last one, and a day without a first one. */
  rehearsal_overdue: v.boolean(),
  rehearsal_message: v.string(),
});
export type CopyOverview = v.InferOutput<typeof copyOverviewSchema>;

/** The backups, as the dashboard shows them. */
const backupOverviewSchema = v.strictObject({
  /** Club time of the daily backup, such as `05:00`; empty means that it is off. */
  at: v.string(),
  /** How many backups the folder keeps. */
  keep: count,
  /** The folder of the daily backups. */
  folder: v.string(),
  last_success: v.nullable(backupRunSchema),
  /** False when the file of the last success is not in `folder`: it was written elsewhere, or removed. */
  in_folder: v.boolean(),
  /** Newest first. */
  runs: v.array(backupRunSchema),
  /** Null when no copies are made between the backups. */
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
