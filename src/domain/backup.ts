/** One attempt to save the club, as the dashboard and `/api/health` show it. */
export interface BackupRun {
  id: number;
  started_at: string;
  /** Null while it runs, or when it was killed. */
  finished_at: string | null;
  ok: boolean;
  /** The file's name, without its folder. */
  file: string | null;
  bytes: number | null;
  copied_to: string | null;
  /** What went wrong, or nothing. */
  message: string;
}

/** What `GET /api/admin/backups` answers. */
export interface BackupsResponse {
  data: {
    /** Club time of the daily backup, such as `05:00`; empty: none is made. */
    at: string;
    /** How many the folder keeps. */
    keep: number;
    /** Where the daily backups go. */
    folder: string;
    last_success: BackupRun | null;
    /** False when the last good file is not in `folder`: made elsewhere by hand, or taken away. */
    in_folder: boolean;
    /** Newest first. */
    runs: BackupRun[];
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** A last success that is older than this is one backup missed and another one late. */
export const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** No attempt takes longer; one without an end by then was killed. */
export const MAX_BACKUP_RUN_MS = 3 * 60 * 60_000;

/** What the owner should know about the club's backups, a sentence each; empty when all is well. */
export function backupWarnings(
  backups: Pick<BackupsResponse['data'], 'last_success' | 'runs'>,
  now: number,
): string[] {
  const warnings: string[] = [];
  const { last_success: last, runs } = backups;
  if (!last) warnings.push('No backup of this club has been made yet.');
  else {
    const age = now - Date.parse(last.finished_at ?? last.started_at);
    if (age > MAX_BACKUP_AGE_MS) warnings.push(`The last backup is ${Math.floor(age / DAY_MS)} days old.`);
  }
  const [newest] = runs;
  if (newest && !newest.ok) {
    if (newest.finished_at) {
      warnings.push(`The last attempt failed: ${newest.message || 'it gave no reason.'}`);
    } else if (now - Date.parse(newest.started_at) > MAX_BACKUP_RUN_MS) {
      warnings.push('The last attempt was cut off before it was done.');
    }
  }
  return warnings;
}

/** `412 KB`, `3.2 MB`, `1.4 GB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
