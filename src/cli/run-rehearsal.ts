import { openDataDir } from '../backups/open-data-dir.ts';
import { rehearseRestore } from '../backups/rehearse-restore.ts';
import { counted } from '../domain/counted.ts';
import { assertBooks } from './assert-books.ts';
import type { CommandContext } from './command.ts';
import { lowerPriority } from './lower-priority.ts';
import { requireClub } from './open-club.ts';
import { createProgressLine } from './progress-line.ts';
import { lockCopies, requireStore } from './run-copy.ts';

/** A large club's first copy may take this long. */
const LOCK_WAIT_MS = 30 * 60_000;

/** Restores the last copy into a temporary folder, compares it and records the result. */
export async function runRehearsal(context: CommandContext): Promise<number> {
  await requireClub(context);
  const config = context.loadConfig();
  const store = requireStore(config);
  const lock = openDataDir(config.dataDir);
  const progress = createProgressLine('bytes');
  lowerPriority();
  try {
    const { name, files, seconds } = await rehearseRestore({
      dataDir: config.dataDir,
      store,
      now: Date.now,
      checkBooks: assertBooks,
      progress,
      withCopiesLocked(work) {
        const release = lockCopies(config, LOCK_WAIT_MS);
        try {
          work();
        } finally {
          release();
        }
      },
    }).finally(() => progress.clear());
    context.printStatus(
      `Restored ${name} into a temporary folder in ${seconds.toFixed(1)} seconds and compared it: the database, its books and ${counted(files, 'receipt or picture', 'receipts and pictures')} are right.`,
    );
    return 0;
  } finally {
    lock.release();
  }
}
