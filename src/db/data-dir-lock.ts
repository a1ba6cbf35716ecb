import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Locks of the data folder: SQLite's file locks on the empty file `club.lock`, which the kernel releases when
 * a process ends in any way. Servers and commands share the folder, one backup runs beside them, and a
 * restore needs exclusive use.
 */
export type LockMode = 'shared' | 'backup' | 'exclusive';

const BEGIN_STATEMENTS: Record<LockMode, string> = {
  shared: 'BEGIN',
  backup: 'BEGIN IMMEDIATE',
  exclusive: 'BEGIN EXCLUSIVE',
};

const LOCKED_MESSAGES: Record<LockMode, string> = {
  shared: 'is being restored right now. Try again when that is done.',
  backup: 'is being backed up or restored right now. Try again when that is done.',
  exclusive: 'is in use: the site or another command is running. Stop it first.',
};

export interface DataDirLock {
  release(): void;
}

/** Locks the folder until `release` or the end of the process, or throws `OperatorError`. */
export function lockDataDir(dataDir: string, mode: LockMode): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(join(dataDir, 'club.lock'), { create: true });
  try {
    // Two processes that start at the same moment wait for each other instead of failing.
    db.run('PRAGMA busy_timeout = 500');
    db.run(BEGIN_STATEMENTS[mode]);
    // A plain BEGIN takes its lock with the first read.
    db.query('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    db.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    throw new OperatorError(`The club in ${dataDir} ${LOCKED_MESSAGES[mode]}`);
  }
  return { release: () => db.close() };
}
