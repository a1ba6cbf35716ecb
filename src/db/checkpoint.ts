import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { BUSY_TIMEOUT } from './open.ts';

/** A log longer than this is written back and cut to nothing as soon as no reader needs it. */
const LONG_LOG = 4 * 1024 * 1024;

interface Progress {
  busy: number;
  /** Pages in the log, and how many of them are back in the database. */
  log: number;
  checkpointed: number;
}

/**
 * Keeps the write-ahead log short. SQLite writes it back by itself but never cuts it, and a reader that
 * stays (a backup, a report) lets it grow; without this it would stay as long as it once was.
 */
export function shortenLog(db: Database): void {
  if (logSize(db.filename) < LONG_LOG) return;
  const progress = db.query<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)').get();
  if (progress?.busy !== 0 || progress.log !== progress.checkpointed) return;
  // Cutting waits for readers; a visitor must not wait with it.
  db.run('PRAGMA busy_timeout = 0');
  try {
    db.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  }
}

function logSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
