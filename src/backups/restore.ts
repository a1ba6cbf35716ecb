import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress.ts';
import { checkSeal } from './archive.ts';
import { FOLDERS, listFiles, sync } from './files.ts';
import type { Manifest } from './manifest.ts';
import { settleOwnRun } from './runs.ts';
import { examine } from './snapshot.ts';
import { finishSwitch, switchClubs } from './switch.ts';
import { unpack } from './unpack.ts';

export interface RestoreWish {
  /** The backup. */
  file: string;
  dataDir: string;
  /** Take the settings of the backup even where the folder has some. */
  withSettings: boolean;
  now: () => number;
  progress?: Progress;
}

export interface Restored {
  manifest: Manifest;
  /** Where the club that was there before lies now; null when there was none. */
  aside: string | null;
  settings: 'taken' | 'kept' | 'none';
}

/**
 * Puts a backup in the place of the club in the data folder. The backup is unpacked beside it, compared
 * with its sums, opened, upgraded and proven before the present files are touched; those are moved, not
 * removed. Throws `OperatorError` and changes nothing otherwise.
 */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  if (!existsSync(wish.file)) throw new OperatorError(`There is no file ${wish.file}.`);
  const { progress = UNWATCHED: NO_PROGRESS } = wish;
  checkSeal(wish.file, progress);
  const lock = lockDataDir(wish.dataDir, 'alone');
  try {
    finishSwitch(wish.dataDir);
    removeUnfinished(wish.dataDir);
    const stamp = clubTimestamp(wish.now()).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
    const incoming = `.restore-${stamp}`;
    const staged = join(wish.dataDir, incoming);
    const present = existsSync(join(wish.dataDir, 'club.db'));
    const hasSettings = existsSync(join(wish.dataDir, 'club.toml'));
    const takesSettings = wish.withSettings || !hasSettings;
    const takes = (name: string) => name !== 'club.toml' || takesSettings;
    const manifest = await stage(wish.file, staged, takes, progress);
    // From here on the staged club may be the only whole one: nothing removes it but the switch itself.
    const aside = freeAside(wish.dataDir, stamp);
    switchClubs(wish.dataDir, { incoming, aside });
    const asidePath = join(wish.dataDir, aside);
    if (!present && listFiles(asidePath).length === 0) rmSync(asidePath, { recursive: true });
    const gave = manifest.files.some((file) => file.name === 'club.toml');
    return {
      manifest,
      aside: present ? asidePath : null,
      settings: takesSettings && gave ? 'taken' : hasSettings ? 'kept' : 'none',
    };
  } finally {
    lock.release();
  }
}

/** Unpacks and proves; on any doubt the folder is gone again. */
async function stage(
  file: string,
  staged: string,
  write: (name: string) => boolean,
  progress: Progress,
): Promise<Manifest> {
  mkdirSync(staged, { mode: 0o700 });
  try {
    const manifest = await unpack(file, staged, { write, durable: true, progress });
    const at = Date.parse(manifest.made_at);
    const made = { file: basename(file), bytes: statSync(file).size, at };
    prove(staged, manifest, made, progress);
    return manifest;
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    throw error;
  }
}

/** Opens the staged club as the server would: whole, upgraded to this program, with its receipts. */
function prove(
  staged: string,
  manifest: Manifest,
  made: { file: string; bytes: number; at: number },
  progress: Progress,
): void {
  for (const folder of FOLDERS) mkdirSync(join(staged, folder), { recursive: true, mode: 0o700 });
  const path = join(staged, 'club.db');
  progress.stage('Proving the database', statSync(path).size);
  const { schema, receipts } = examine(path);
  if (schema !== manifest.schema) {
    throw new OperatorError(`The backup says schema ${manifest.schema}, its database has ${schema}.`);
  }
  const names = new Set(listFiles(join(staged, 'receipts')).map((name) => `receipts/${name}`));
  const known = new Set(manifest.missing_receipts);
  const lost = receipts.find((receipt) => !names.has(receipt) && !known.has(receipt));
  if (lost) throw new OperatorError(`The backup is not whole: ${lost} is missing.`);
  progress.stage('Making it ready', statSync(path).size);
  const db = openDatabase(path);
  try {
    migrate(db);
    settleOwnRun(db, made);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close(true);
  }
  examine(path);
  for (const name of ['club.db-wal', 'club.db-shm']) rmSync(join(staged, name), { force: true });
  sync(path);
  for (const folder of FOLDERS) sync(join(staged, folder));
  sync(staged);
}

/** What a killed restore left. Nothing of it is anybody's only copy. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^\.restore-\d{8}-\d{6}$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function freeAside(dataDir: string, stamp: string): string {
  for (let number = 1; ; number += 1) {
    const name = `before-restore-${stamp}${number > 1 ? `-${number}` : ''}`;
    if (!existsSync(join(dataDir, name))) return name;
  }
}
