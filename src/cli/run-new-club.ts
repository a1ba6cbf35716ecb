import { allowNewClub } from '../backups/lost-club.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { assertCanOpen } from '../db/data-dir-ownership.ts';
import type { CommandContext } from './command.ts';

/** Lets the next start begin a new club in a folder that has lost one. */
export async function runNewClub(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  assertCanOpen(dataDir);
  const lock = lockDataDir(dataDir, 'exclusive');
  try {
    const aside = allowNewClub(dataDir, Date.now());
    if (aside) context.printStatus(`What was left of the old club is in ${aside}`);
    context.printStatus(`The next start begins a new club in ${dataDir}.`);
    return 0;
  } finally {
    lock.release();
  }
}
