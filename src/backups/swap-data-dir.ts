import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FOLDERS, fsyncPath } from './file-utils.ts';

/**
 * A restore's last step moves several names, and a power cut may come between two of them. So it is
 * written down first, and whoever opens the club next finishes it: `restoring.json` in the data folder
 * says which proven folder comes in and where the present files go.
 */
export interface SwapPlan {
  /** A folder in the data folder with the new club, proven and synced. */
  incoming: string;
  /** A folder in the data folder for what was there before. */
  aside: string;
}

/** `renameSync`, or a test's own that fails where a power cut would. */
export type RenameFile = (from: string, to: string) => void;

const JOURNAL_NAME = 'restoring.json';

/** The database last of what goes and first of what comes, with its log beside it all the way. */
const WAL_NAMES = ['club.db-wal', 'club.db-shm'];
const SWAPPED_NAMES = ['club.db', ...DATA_FOLDERS, 'club.toml'];

/** Puts the incoming club in the place of the present one. The caller holds the club alone. */
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

/** Finishes a restore that was cut off in its last step. The caller holds the club alone. */
export function finishSwap(dataDir: string): void {
  if (!isSwapPending(dataDir)) return;
  applySwap(dataDir, JSON.parse(readFileSync(join(dataDir, JOURNAL_NAME), 'utf8')) as SwapPlan, renameSync);
}

/** Every step looks before it moves, so doing it all again from any point ends in the same place. */
function applySwap(dataDir: string, plan: SwapPlan, rename: RenameFile): void {
  const currentPath = (name: string) => join(dataDir, name);
  const incomingPath = (name: string) => join(dataDir, plan.incoming, name);
  const previousPath = (name: string) => join(dataDir, plan.aside, name);
  mkdirSync(join(dataDir, plan.aside), { recursive: true, mode: 0o700 });
  if (existsSync(incomingPath('club.db'))) {
    for (const name of WAL_NAMES)
      if (existsSync(currentPath(name))) rename(currentPath(name), previousPath(name));
  }
  for (const name of SWAPPED_NAMES) {
    if (!existsSync(incomingPath(name))) continue;
    if (existsSync(currentPath(name))) rename(currentPath(name), previousPath(name));
    rename(incomingPath(name), currentPath(name));
  }
  fsyncPath(dataDir);
  fsyncPath(join(dataDir, plan.aside));
  rmSync(join(dataDir, plan.incoming), { recursive: true, force: true });
  rmSync(join(dataDir, JOURNAL_NAME));
  fsyncPath(dataDir);
}
