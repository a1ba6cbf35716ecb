import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { type BackupRun, MAX_BACKUP_RUN_MS } from '../domain/backup-warnings.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';

interface BackupRunRow extends Omit<BackupRun, 'started_at' | 'finished_at' | 'ok'> {
  started_at: number;
  finished_at: number | null;
  ok: number;
  folder: string | null;
}

const MAX_RUNS_KEPT = 500;

/**
 * The log of backups. A clock that ran ahead may have logged runs in the future: they are listed, but never count as
 * the last run. The newest run is the one with the highest id, whatever its time.
 */
export class BackupRunLog {
  readonly #listRecent;
  readonly #lastSuccess;
  readonly #lastStart;

  constructor(db: Database) {
    this.#listRecent = db.prepare<BackupRunRow, [number]>(
      'SELECT * FROM backup_run ORDER BY id DESC LIMIT ?',
    );
    this.#lastSuccess = db.prepare<BackupRunRow, [number]>(
      'SELECT * FROM backup_run WHERE ok = 1 AND finished_at <= ? ORDER BY id DESC LIMIT 1',
    );
    this.#lastStart = db.prepare<{ at: number }, [number]>(
      'SELECT started_at AS at FROM backup_run WHERE started_at <= ? ORDER BY id DESC LIMIT 1',
    );
  }

  listRecent(count: number): BackupRun[] {
    return this.#listRecent.all(count).map(toBackupRun);
  }

  lastSuccess(now: number): BackupRun | null {
    const row = this.#lastSuccess.get(latestPlausibleInstant(now));
    return row ? toBackupRun(row) : null;
  }

  /** Where this machine put the newest good backup; null if another machine made it. */
  lastFolder(now: number): string | null {
    return this.#lastSuccess.get(latestPlausibleInstant(now))?.folder ?? null;
  }

  /** Epoch milliseconds of the newest attempt and the newest success; null if there was none. */
  lastRunTimes(now: number): { started: number | null; succeeded: number | null } {
    const latest = latestPlausibleInstant(now);
    return {
      started: this.#lastStart.get(latest)?.at ?? null,
      succeeded: this.#lastSuccess.get(latest)?.finished_at ?? null,
    };
  }
}

/** Records the start of a backup; the function it returns records the result. */
export async function startRun(club: ClubDb): Promise<(result: BackupRunResult) => Promise<void>> {
  const id = await club.write((tx) => {
    tx.db.query('DELETE FROM backup_run WHERE id <= (SELECT max(id) FROM backup_run) - ?').run(MAX_RUNS_KEPT);
    const row = tx.db
      .query<{ id: number }, [number]>('INSERT INTO backup_run (started_at) VALUES (?) RETURNING id')
      .get(tx.now);
    return row?.id ?? 0;
  });
  return (result) =>
    club.write((tx) => {
      tx.db
        .query(
          'UPDATE backup_run SET finished_at = ?, ok = ?, folder = ?, file = ?, bytes = ?, copied_to = ?, message = ? WHERE id = ?',
        )
        .run(
          tx.now,
          result.ok ? 1 : 0,
          result.folder,
          result.file,
          result.bytes,
          result.copied_to,
          result.message.slice(0, 500),
          id,
        );
    });
}

/** A restored club's earlier backups are on another machine, or may be. */
export function forgetFolders(db: Database): void {
  db.run('UPDATE backup_run SET folder = NULL');
}

/**
 * A backup contains its own run as unfinished. A restore knows that the run succeeded and completes it, so that the
 * restored club doesn't report an interrupted backup.
 */
export function completeOwnRun(db: Database, backupFile: { file: string; bytes: number; at: number }): void {
  db.query(
    `UPDATE backup_run SET ok = 1, finished_at = started_at, file = ?, bytes = ?
     WHERE id = (SELECT max(id) FROM backup_run) AND finished_at IS NULL AND started_at > ?`,
  ).run(backupFile.file, backupFile.bytes, backupFile.at - MAX_BACKUP_RUN_MS);
}

export type BackupRunResult = Pick<BackupRun, 'ok' | 'file' | 'bytes' | 'copied_to' | 'message'> & {
  folder: string | null;
};

function toBackupRun({ folder: _, ...row }: BackupRunRow): BackupRun {
  return {
    ...row,
    started_at: clubTimestamp(row.started_at),
    finished_at: row.finished_at === null ? null : clubTimestamp(row.finished_at),
    ok: row.ok === 1,
  };
}
