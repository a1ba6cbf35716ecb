import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { BUSY_TIMEOUT_MS } from './open-database.ts';

/** A log longer than this is written back and cut to nothing as soon as no reader needs it. */
const WAL_TRUNCATE_BYTES = 4 * 1024 * 1024;

interface CheckpointResult {
  busy: number;
  /** Pages in the log, and how many of them are back in the database. */
  log: number;
  checkpointed: number;
}

/**
 * Keeps the write-ahead log short. SQLite writes it back by itself but never cuts it, and a reader that
 * stays (a backup, a report) lets it grow; without this it would stay as long as it once was.
 */
export function truncateWal(db: Database): void {
  if (walSize(db.filename) < WAL_TRUNCATE_BYTES) return;
  const result = db.query<CheckpointResult, []>('PRAGMA wal_checkpoint(PASSIVE)').get();
  if (result?.busy !== 0 || result.log !== result.checkpointed) return;
  // Cutting waits for readers; a visitor must not wait with it.
  db.run('PRAGMA busy_timeout = 0');
  try {
    db.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

function walSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
