import { type DataDirLock, type LockMode, lockDataDir } from '../db/data-dir-lock.ts';
import { OperatorError } from '../db/operator-error.ts';
import { finishSwap, isSwapPending } from './swap-data-dir.ts';

/**
 * The way into a data folder for a server or a command: finishes a restore that a power cut interrupted,
 * then holds the folder beside the others. Throws `OperatorError` while a restore is under way.
 */
export function openDataDir(dataDir: string, hold: Exclude<LockMode, 'exclusive'> = 'shared'): DataDirLock {
  finishInterruptedRestore(dataDir);
  const lock = lockDataDir(dataDir, hold);
  if (!isSwapPending(dataDir)) return lock;
  // A restore began and died between the two lines above.
  lock.release();
  finishInterruptedRestore(dataDir);
  return lockDataDir(dataDir, hold);
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
