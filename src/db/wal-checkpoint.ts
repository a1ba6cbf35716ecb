import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { BUSY_TIMEOUT_MS } from './open-database.ts';

/** A longer log is checkpointed and truncated once no reader needs it. */
const WAL_TRUNCATE_BYTES = 4 * 1024 * 1024;

interface CheckpointResult {
  busy: number;
  /** Pages in the log, and how many of them are checkpointed. */
  log: number;
  checkpointed: number;
}

/**
 * Keeps the write-ahead log short: SQLite checkpoints but never truncates it, and a long reader such as a backup lets
 * it grow.
 */
export function truncateWal(db: Database): void {
  if (walSize(db.filename) < WAL_TRUNCATE_BYTES) return;
  const result = db.query<CheckpointResult, []>('PRAGMA wal_checkpoint(PASSIVE)').get();
  if (result?.busy !== 0 || result.log !== result.checkpointed) return;
  // Truncating waits for readers, and visitors must not wait along with it.
  db.run('PRAGMA busy_timeout = 0');
  try {
    db.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Empties the log, which holds old versions of deleted rows, unless a reader currently needs it. */
export function forgetDeletedPages(db: Database): void {
  db.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
}

function walSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
