import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, sync } from './files.ts';

/**
 * A restore's last step moves several names, and a power cut may come between two of them. So it is
 * written down first, and whoever opens the club next finishes it: `restoring.json` in the data folder
 * says which proven folder comes in and where the present files go.
 */
export interface Switch {
  /** A folder in the data folder with the new club, proven and synced. */
  incoming: string;
  /** A folder in the data folder for what was there before. */
  aside: string;
}

/** `renameSync`, or a test's own that fails where a power cut would. */
export type Move = (from: string, to: string) => void;

const INTENT = 'restoring.json';

/** The database last of what goes and first of what comes, with its log beside it all the way. */
const GOING = ['club.db-wal', 'club.db-shm'];
const CHANGING = ['club.db', ...FOLDERS, 'club.toml'];

/** Puts the incoming club in the place of the present one. The caller holds the club alone. */
export function switchClubs(dataDir: string, plan: Switch, move: Move = renameSync): void {
  const partial = join(dataDir, `${INTENT}.partial`);
  writeFileSync(partial, JSON.stringify(plan));
  sync(partial);
  move(partial, join(dataDir, INTENT));
  sync(dataDir);
  carryOut(dataDir, plan, move);
}

export function isSwitching(dataDir: string): boolean {
  return existsSync(join(dataDir, INTENT));
}

/** Finishes a restore that was cut off in its last step. The caller holds the club alone. */
export function finishSwitch(dataDir: string): void {
  if (!isSwitching(dataDir)) return;
  carryOut(dataDir, JSON.parse(readFileSync(join(dataDir, INTENT), 'utf8')) as Switch, renameSync);
}

/** Every step looks before it moves, so doing it all again from any point ends in the same place. */
function carryOut(dataDir: string, plan: Switch, move: Move): void {
  const here = (name: string) => join(dataDir, name);
  const incoming = (name: string) => join(dataDir, plan.incoming, name);
  const aside = (name: string) => join(dataDir, plan.aside, name);
  mkdirSync(join(dataDir, plan.aside), { recursive: true, mode: 0o700 });
  if (existsSync(incoming('club.db'))) {
    for (const name of GOING) if (existsSync(here(name))) move(here(name), aside(name));
  }
  for (const name of CHANGING) {
    if (!existsSync(incoming(name))) continue;
    if (existsSync(here(name))) move(here(name), aside(name));
    move(incoming(name), here(name));
  }
  sync(dataDir);
  sync(join(dataDir, plan.aside));
  rmSync(join(dataDir, plan.incoming), { recursive: true, force: true });
  rmSync(join(dataDir, INTENT));
  sync(dataDir);
}
