import type { BackupOverview, BackupRun, CopyOverview } from './api/backup-routes.ts';
import { isPlausibleInstant } from './plausible-instant.ts';

export type { BackupOverview, BackupRun, CopyOverview } from './api/backup-routes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** At this age, one daily backup is missing and the next is late. */
export const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** An attempt still unfinished after this long was killed. */
export const MAX_BACKUP_RUN_MS = 3 * 60 * 60_000;

/** One sentence for each problem. */
export function backupWarnings(
  backups: Pick<BackupOverview, 'last_success' | 'runs'>,
  now: number,
): string[] {
  const warnings: string[] = [];
  const { last_success: last, runs } = backups;
  if (!last) warnings.push('This club has no backup yet.');
  else {
    const age = now - Date.parse(last.finished_at ?? last.started_at);
    if (age > MAX_BACKUP_AGE_MS) warnings.push(`The last backup is ${Math.floor(age / DAY_MS)} days old.`);
  }
  const [newest] = runs;
  const futureWarning = futureRunWarning(newest, now);
  if (futureWarning) warnings.push(futureWarning);
  else if (newest && !newest.ok) {
    if (newest.finished_at) {
      warnings.push(`The last attempt failed: ${newest.message || 'it gave no reason.'}`);
    } else if (now - Date.parse(newest.started_at) > MAX_BACKUP_RUN_MS) {
      warnings.push('The last attempt was interrupted before it finished.');
    }
  }
  return warnings;
}

/** One sentence for each problem. */
export function copyWarnings(copies: CopyOverview | null): string[] {
  const warnings: string[] = [];
  if (!copies) return warnings;
  if (copies.overdue) {
    const since = copies.uncopied_since?.slice(0, 16).replace('T', ' ');
    warnings.push(`Changes since ${since} are not copied yet${copies.message ? `: ${copies.message}` : '.'}`);
  }
  if (copies.rehearsal_overdue) {
    warnings.push(
      copies.rehearsal_message
        ? `The rehearsal of a restore failed: ${copies.rehearsal_message}`
        : copies.last_rehearsal
          ? 'No copy has been test-restored for more than a week.'
          : 'No copy has been test-restored yet.',
    );
  }
  return warnings;
}

/** Warns about a newest run dated in the future, which only a clock running ahead can have written. */
function futureRunWarning(run: BackupRun | undefined, now: number): string | null {
  if (!run || isPlausibleInstant(Date.parse(run.finished_at ?? run.started_at), now)) return null;
  return "The last backup is recorded with a time in the future. The clock of the club's computer was or is wrong.";
}

/** `412 KB`, `3.2 MB`, `1.4 GB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
