import { type DataDirLock, type LockMode, lockDataDir } from '../db/data-dir-lock.ts';
import { assertCanOpen } from '../db/data-dir-ownership.ts';
import { OperatorError } from '../db/operator-error.ts';
import { finishSwap, isSwapPending } from './swap-data-dir.ts';

/**
 * Locks a data folder for a server or a command, after finishing a restore interrupted by a power cut. Throws
 * `OperatorError` during a restore, and if this process's user can't open one of the club's files.
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
