import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from '../db/operator-error.ts';
import { fsyncPath, removeTree } from './durable-files.ts';
import { DATA_FOLDERS } from './manifest.ts';

/**
 * A restore's last step renames several files, and a power cut may come between two of them. So the plan is first
 * written to `restoring.json` in the data folder, and the next process that opens the club finishes it.
 */
const swapPlanSchema = v.strictObject({
  /** The folder inside the data folder with the verified and synced new club. */
  incoming: v.pipe(v.string(), v.regex(/^\.restore-\d{8}-\d{6}$/)),
  /** The folder inside the data folder to put the previous club in. */
  aside: v.pipe(v.string(), v.regex(/^before-restore-\d{8}-\d{6}(-\d+)?$/)),
});

export type SwapPlan = v.InferOutput<typeof swapPlanSchema>;

/** `renameSync`, or a test's version that fails at a chosen rename. */
export type RenameFile = (from: string, to: string) => void;

const JOURNAL_NAME = 'restoring.json';

/** The write-ahead log moves before its database, so that it is never opened with a different one. */
const WAL_NAMES = ['club.db-wal', 'club.db-shm'];
/** What the previous club remembers about its copies does not apply to the new one. */
const COPIES_NAMES = ['.copies'];
const SWAPPED_NAMES = ['club.db', ...DATA_FOLDERS, 'club.toml'];

/** Replaces the current club with the incoming one. The caller holds the exclusive lock. */
export function swapDataDir(dataDir: string, plan: SwapPlan, rename: RenameFile = renameSync): void {
  const partialPath = join(dataDir, `${JOURNAL_NAME}.partial`);
  writeFileSync(partialPath, JSON.stringify(plan));
  fsyncPath(partialPath);
  rename(partialPath, join(dataDir, JOURNAL_NAME));
  fsyncPath(dataDir);
  applySwap(dataDir, plan, rename);
}

export function isSwapPending(dataDir: string): boolean {
  return existsSync(join(dataDir, JOURNAL_NAME));
}

/** Finishes a restore that was interrupted in its last step. The caller holds the exclusive lock. */
export function finishSwap(dataDir: string): void {
  if (!isSwapPending(dataDir)) return;
  applySwap(dataDir, readPlan(dataDir), renameSync);
}

/** Only follows a note that a restore has written. */
function readPlan(dataDir: string): SwapPlan {
  const path = join(dataDir, JOURNAL_NAME);
  const { success, output } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), swapPlanSchema),
    readFileSync(path, 'utf8'),
  );
  const isElsewhere = (name: string) =>
    lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.isDirectory() === false;
  if (success && !isElsewhere(output.incoming) && !isElsewhere(output.aside)) return output;
  throw new OperatorError(
    `${path} was not written by a restore of this program. Remove it, then check the club with: padel-club doctor`,
  );
}

/** Every step checks before renaming, so repeating from any point gives the same result. */
function applySwap(dataDir: string, plan: SwapPlan, rename: RenameFile): void {
  const currentPath = (name: string) => join(dataDir, name);
  const incomingPath = (name: string) => join(dataDir, plan.incoming, name);
  const previousPath = (name: string) => join(dataDir, plan.aside, name);
  mkdirSync(join(dataDir, plan.aside), { recursive: true, mode: 0o700 });
  if (existsSync(incomingPath('club.db'))) {
    for (const name of [...WAL_NAMES, ...COPIES_NAMES])
      if (existsSync(currentPath(name))) rename(currentPath(name), previousPath(name));
  }
  for (const name of SWAPPED_NAMES) {
    if (!existsSync(incomingPath(name))) continue;
    if (existsSync(currentPath(name))) rename(currentPath(name), previousPath(name));
    rename(incomingPath(name), currentPath(name));
  }
  fsyncPath(dataDir);
  fsyncPath(join(dataDir, plan.aside));
  removeTree(join(dataDir, plan.incoming));
  rmSync(join(dataDir, JOURNAL_NAME));
  fsyncPath(dataDir);
}
