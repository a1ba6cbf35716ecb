import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { type BackupRun, MAX_BACKUP_RUN_MS } from '../domain/backup.ts';
import { clubTimestamp } from '../domain/business-day.ts';

interface Row extends Omit<BackupRun, 'started_at' | 'finished_at' | 'ok'> {
  started_at: number;
  finished_at: number | null;
  ok: number;
}

const KEPT = 500;

/** The diary of backups. */
export class BackupRuns {
  readonly #recent;
  readonly #lastSuccess;
  readonly #lastStart;

  constructor(db: Database) {
    this.#recent = db.prepare<Row, [number]>('SELECT * FROM backup_run ORDER BY id DESC LIMIT ?');
    this.#lastSuccess = db.prepare<Row, []>('SELECT * FROM backup_run WHERE ok = 1 ORDER BY id DESC LIMIT 1');
    this.#lastStart = db.prepare<{ at: number | null }, []>('SELECT max(started_at) AS at FROM backup_run');
  }

  recent(count: number): BackupRun[] {
    return this.#recent.all(count).map(toRun);
  }

  lastSuccess(): BackupRun | null {
    const row = this.#lastSuccess.get();
    return row ? toRun(row) : null;
  }

  /** Epoch milliseconds of the newest attempt and the newest success; null when there was none. */
  lastTimes(): { started: number | null; succeeded: number | null } {
    return {
      started: this.#lastStart.get()?.at ?? null,
      succeeded: this.#lastSuccess.get()?.finished_at ?? null,
    };
  }
}

/** Writes down that a backup begins, and returns how to write down its end. */
export async function recordRun(club: ClubDb): Promise<(end: RunEnd) => Promise<void>> {
  const id = await club.write((tx) => {
    tx.db.query('DELETE FROM backup_run WHERE id <= (SELECT max(id) FROM backup_run) - ?').run(KEPT);
    const row = tx.db
      .query<{ id: number }, [number]>('INSERT INTO backup_run (started_at) VALUES (?) RETURNING id')
      .get(tx.now);
    return row?.id ?? 0;
  });
  return (end) =>
    club.write((tx) => {
      tx.db
        .query(
          'UPDATE backup_run SET finished_at = ?, ok = ?, file = ?, bytes = ?, copied_to = ?, message = ? WHERE id = ?',
        )
        .run(tx.now, end.ok ? 1 : 0, end.file, end.bytes, end.copied_to, end.message.slice(0, 500), id);
    });
}

/**
 * A backup holds its own attempt as one that is still under way. Whoever has restored it knows better, and
 * nobody should be told in the restored club that its last backup was cut off.
 */
export function settleOwnRun(db: Database, made: { file: string; bytes: number; at: number }): void {
  db.query(
    `UPDATE backup_run SET ok = 1, finished_at = started_at, file = ?, bytes = ?
     WHERE id = (SELECT max(id) FROM backup_run) AND finished_at IS NULL AND started_at > ?`,
  ).run(made.file, made.bytes, made.at - MAX_BACKUP_RUN_MS);
}

export type RunEnd = Pick<BackupRun, 'ok' | 'file' | 'bytes' | 'copied_to' | 'message'>;

function toRun(row: Row): BackupRun {
  return {
    ...row,
    started_at: clubTimestamp(row.started_at),
    finished_at: row.finished_at === null ? null : clubTimestamp(row.finished_at),
    ok: row.ok === 1,
  };
}
