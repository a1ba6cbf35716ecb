import { type DataDirLock, type LockMode, lockDataDir } from '../db/data-dir-lock.ts';
import { OperatorError } from '../db/operator-error.ts';
import { finishSwitch, isSwitching } from './switch.ts';

/**
 * The way into a data folder for a server or a command: finishes a restore that a power cut interrupted,
 * then holds the folder beside the others. Throws `OperatorError` while a restore is under way.
 */
export function enterClub(dataDir: string, hold: Exclude<LockMode, 'alone'> = 'shared'): DataDirLock {
  finishInterrupted(dataDir);
  const lock = lockDataDir(dataDir, hold);
  if (!isSwitching(dataDir)) return lock;
  // A restore began and died between the two lines above.
  lock.release();
  finishInterrupted(dataDir);
  return lockDataDir(dataDir, hold);
}

function finishInterrupted(dataDir: string): void {
  if (!isSwitching(dataDir)) return;
  const alone = holdAlone(dataDir);
  try {
    finishSwitch(dataDir);
  } finally {
    alone.release();
  }
}

function holdAlone(dataDir: string): DataDirLock {
  try {
    return lockDataDir(dataDir, 'alone');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`The club in ${dataDir} is being restored right now. Try again in a minute.`);
  }
}
