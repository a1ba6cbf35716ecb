import { accessSync, constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirLock, type LockMode, lockDataDir } from '../db/data-dir-lock.ts';
import { ownerError } from '../db/data-dir-ownership.ts';
import { OperatorError } from '../db/operator-error.ts';
import { finishSwap, isSwapPending } from './swap-data-dir.ts';

/**
 * Locks a data folder for a server or a command, after finishing a restore that a power cut has interrupted.
 * Throws `OperatorError` during a restore, and when the user of this process cannot open a file of the club.
 */
export function openDataDir(
  dataDir: string,
  mode: Exclude<LockMode, 'exclusive'> = 'shared',
  waitMs?: number,
): DataDirLock {
  assertCanOpen(dataDir);
  finishInterruptedRestore(dataDir);
  const lock = lockDataDir(dataDir, mode, waitMs);
  if (!isSwapPending(dataDir)) return lock;
  // A restore began and was killed between the two lines above.
  lock.release();
  finishInterruptedRestore(dataDir);
  return lockDataDir(dataDir, mode, waitMs);
}

/** SQLite reports an unreadable file without its name; this names the file and its owner before it is opened. */
export function assertCanOpen(dataDir: string): void {
  for (const name of ['', 'club.lock', 'server.lock', 'club.toml', 'club.db', 'club.db-wal', 'club.db-shm']) {
    const path = join(dataDir, name);
    if (!lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      const isOwn = lstatSync(path).uid === process.getuid?.();
      throw new OperatorError(isOwn ? modeError(path, dataDir) : ownerError(path, dataDir));
    }
  }
}

function modeError(path: string, dataDir: string): string {
  return `${path} belongs to the user of this program, who may not read and write it. Allow it: chmod -R u+rwX ${dataDir}`;
}

function finishInterruptedRestore(dataDir: string): void {
  if (!isSwapPending(dataDir)) return;
  const lock = lockExclusively(dataDir);
  try {
    finishSwap(dataDir);
  } finally {
    lock.release();
  }
}

function lockExclusively(dataDir: string): DataDirLock {
  try {
    return lockDataDir(dataDir, 'exclusive');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`The club in ${dataDir} is being restored right now. Try again in a minute.`);
  }
}
