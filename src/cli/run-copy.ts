import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configuredStore } from '../backups/configured-store.ts';
import { COPIES_DIR } from '../backups/copy-state.ts';
import { slugify } from '../backups/create-backup.ts';
import { makeCopy } from '../backups/make-copy.ts';
import { openDataDir } from '../backups/open-data-dir.ts';
import type { Store } from '../backups/store.ts';
import type { Config } from '../config/load-config.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { readLastTime } from '../db/last-time.ts';
import { OperatorError } from '../db/operator-error.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import { counted } from '../domain/counted.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/plausible-instant.ts';
import { readClub } from '../settings/read-club.ts';
import { VERSION } from '../version.ts';
import { assertBooks } from './assert-books.ts';
import type { CommandContext } from './command.ts';
import { lowerPriority } from './lower-priority.ts';
import { requireClub } from './open-club.ts';
import { createProgressLine } from './progress-line.ts';

/** Copies the club to the bucket or folder in the settings, if something has changed. */
export async function runCopy(context: CommandContext): Promise<number> {
  await requireClub(context);
  const config = context.loadConfig();
  const store = requireStore(config);
  const release = lockCopies(config);
  const progress = createProgressLine('bytes');
  try {
    const result = await makeCopy({
      dataDir: config.dataDir,
      store,
      slug: slugify(readClub(config).name),
      keepDays: isTimeConfirmed(config.dataDir) ? config.backup.keep : null,
      program: VERSION,
      now: Date.now,
      checkBooks: assertBooks,
      onDatabaseCopied: lowerPriority,
      progress,
    }).finally(() => progress.clear());
    if (!result.made) {
      context.printStatus('Nothing changed since the last copy.');
      return 0;
    }
    const { uploaded } = result;
    context.print(`${store.location} ${result.name}`);
    context.printStatus(
      `Copied and verified: the database, ${formatBytes(result.bytes)}, and ${counted(uploaded.files, 'new receipt or picture', 'new receipts and pictures')}, ${formatBytes(uploaded.bytes)}.`,
    );
    if (result.removed > 0)
      context.printStatus(`Removed ${counted(result.removed, 'older copy', 'older copies')}.`);
    if (!result.mayRemove)
      context.printStatus('The key may not remove older copies; use a bucket rule to remove them.');
    return 0;
  } finally {
    release();
  }
}

/** A clock running ahead would make every copy look old. */
function isTimeConfirmed(dataDir: string): boolean {
  const lastTime = readLastTime(dataDir);
  return lastTime === null || Math.abs(Date.now() - lastTime) <= CLOCK_TOLERANCE_MS;
}

/** Throws `OperatorError` if the settings name neither a folder nor a bucket for copies. */
export function requireStore(config: Config): Store {
  const store = configuredStore(config);
  if (store) return store;
  throw new OperatorError(
    'There is nowhere to put copies. Name a folder on another disk, or a bucket, in the dashboard, under Settings, Backup copies.',
  );
}

/** A copy can run alongside the site and a backup, but not alongside another copy or a restore. */
export function lockCopies({ dataDir }: Pick<Config, 'dataDir'>, waitMs?: number): () => void {
  const lock = openDataDir(dataDir);
  try {
    const folder = join(dataDir, COPIES_DIR);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const copiesLock = lockDataDir(folder, 'exclusive', waitMs);
    return () => {
      copiesLock.release();
      lock.release();
    };
  } catch (error) {
    lock.release();
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`The club in ${dataDir} is being copied right now. Try again when that is done.`);
  }
}
