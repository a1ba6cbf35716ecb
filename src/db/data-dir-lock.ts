import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * How a process uses the data folder. The modes are SQLite's file locks on the empty file `club.lock`, which the
 * kernel releases when a process ends, so there are no stale locks. A server and commands share the folder, one
 * backup at a time runs beside them, and a restore needs exclusive use.
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

/**
 * Locks the folder until `release` or the end of the process. Throws `OperatorError` if another process still holds a
 * conflicting lock after `waitMs`; the default lets two processes start at the same moment.
 */
export function lockDataDir(dataDir: string, mode: LockMode, waitMs = 500): DataDirLock {
  const lock = tryLock(dataDir, 'club.lock', BEGIN_STATEMENTS[mode], waitMs);
  if (!lock) throw new OperatorError(`The club in ${dataDir} ${LOCKED_MESSAGES[mode]}`);
  return lock;
}

const OTHER_SERVER_POLL_MS = 200;

/**
 * Resolves once no other server uses the folder; `onWait` is called once if one does. The lock has its own file
 * because commands run beside a server.
 */
export async function lockForServer(dataDir: string, onWait: () => void): Promise<DataDirLock> {
  for (let tries = 0; ; tries += 1) {
    const lock = tryLock(dataDir, 'server.lock', 'BEGIN EXCLUSIVE', 0);
    if (lock) return lock;
    if (tries === 0) onWait();
    await Bun.sleep(OTHER_SERVER_POLL_MS);
  }
}

/** True while a server holds the folder. */
export function isServerRunning(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'server.lock'))) return false;
  const lock = tryLock(dataDir, 'server.lock', 'BEGIN EXCLUSIVE', 0);
  lock?.release();
  return lock === null;
}

/** Null if another update of this machine's clubs is running, which keeps its notes in `folder`. */
export function lockForUpdate(folder: string): DataDirLock | null {
  return tryLock(folder, 'update.lock', 'BEGIN EXCLUSIVE', 0);
}

/** Null if another process still holds a conflicting lock after `waitMs`. */
function tryLock(dataDir: string, name: string, beginStatement: string, waitMs: number): DataDirLock | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(join(dataDir, name), { create: true });
  try {
    db.run(`PRAGMA busy_timeout = ${waitMs}`);
    // A lock writes nothing, so commands work on a full disk.
    db.run('PRAGMA journal_mode = MEMORY');
    db.run(beginStatement);
    // A plain BEGIN only locks on the first read.
    db.query('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    db.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    return null;
  }
  return { release: () => db.close() };
}
