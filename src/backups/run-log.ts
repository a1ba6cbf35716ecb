import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { type BackupRun, MAX_BACKUP_RUN_MS } from '../domain/backup.ts';
import { clubTimestamp } from '../domain/business-day.ts';

interface BackupRunRow extends Omit<BackupRun, 'started_at' | 'finished_at' | 'ok'> {
  started_at: number;
  finished_at: number | null;
  ok: number;
}

const MAX_RUNS_KEPT = 500;

/** The diary of backups. */
export class BackupRunLog {
  readonly #listRecent;
  readonly #lastSuccess;
  readonly #findLastStart;

  constructor(db: Database) {
    this.#listRecent = db.prepare<BackupRunRow, [number]>(
      'SELECT * FROM backup_run ORDER BY id DESC LIMIT ?',
    );
    this.#lastSuccess = db.prepare<BackupRunRow, []>(
      'SELECT * FROM backup_run WHERE ok = 1 ORDER BY id DESC LIMIT 1',
    );
    this.#findLastStart = db.prepare<{ at: number | null }, []>(
      'SELECT max(started_at) AS at FROM backup_run',
    );
  }

  listRecent(count: number): BackupRun[] {
    return this.#listRecent.all(count).map(toBackupRun);
  }

  lastSuccess(): BackupRun | null {
    const row = this.#lastSuccess.get();
    return row ? toBackupRun(row) : null;
  }

  /** Epoch milliseconds of the newest attempt and the newest success; null when there was none. */
  lastRunTimes(): { started: number | null; succeeded: number | null } {
    return {
      started: this.#findLastStart.get()?.at ?? null,
      succeeded: this.#lastSuccess.get()?.finished_at ?? null,
    };
  }
}

/** Writes down that a backup begins, and returns how to write down its end. */
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
          'UPDATE backup_run SET finished_at = ?, ok = ?, file = ?, bytes = ?, copied_to = ?, message = ? WHERE id = ?',
        )
        .run(
          tx.now,
          result.ok ? 1 : 0,
          result.file,
          result.bytes,
          result.copied_to,
          result.message.slice(0, 500),
          id,
        );
    });
}

/**
 * A backup holds its own attempt as one that is still under way. Whoever has restored it knows better, and
 * nobody should be told in the restored club that its last backup was cut off.
 */
export function completeOwnRun(db: Database, backupFile: { file: string; bytes: number; at: number }): void {
  db.query(
    `UPDATE backup_run SET ok = 1, finished_at = started_at, file = ?, bytes = ?
     WHERE id = (SELECT max(id) FROM backup_run) AND finished_at IS NULL AND started_at > ?`,
  ).run(backupFile.file, backupFile.bytes, backupFile.at - MAX_BACKUP_RUN_MS);
}

export type BackupRunResult = Pick<BackupRun, 'ok' | 'file' | 'bytes' | 'copied_to' | 'message'>;

function toBackupRun(row: BackupRunRow): BackupRun {
  return {
    ...row,
    started_at: clubTimestamp(row.started_at),
    finished_at: row.finished_at === null ? null : clubTimestamp(row.finished_at),
    ok: row.ok === 1,
  };
}
