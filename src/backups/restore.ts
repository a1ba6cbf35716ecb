import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { giveToDataDirOwner } from '../db/data-dir-owner.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress.ts';
import { verifyChecksum } from './archive.ts';
import { verifyDatabase } from './database-snapshot.ts';
import { DATA_FOLDERS, fsyncPath, listFiles } from './file-utils.ts';
import type { Manifest } from './manifest.ts';
import { assertCanOpen } from './open-data-dir.ts';
import { completeOwnRun } from './run-log.ts';
import { finishSwap, swapDataDir } from './swap-data-dir.ts';
import { unpackBackup } from './unpack.ts';

export interface RestoreInput {
  /** The path of the backup. */
  file: string;
  dataDir: string;
  /** Use the settings of the backup even when the folder has settings. */
  withSettings: boolean;
  now: () => number;
  progress?: Progress;
}

export interface RestoreResult {
  manifest: Manifest;
  /** The folder with the previous club; null when there was none. */
  previousDir: string | null;
  settings: 'taken' | 'kept' | 'none';
}

/**
 * Replaces the club in the data folder with a backup. The backup is unpacked beside it, compared with its
 * checksums, opened, upgraded and verified before the present files are moved aside; they are never removed.
 * Throws `OperatorError` when something is wrong and then changes nothing.
 */
export async function restoreBackup(input: RestoreInput): Promise<RestoreResult> {
  if (!existsSync(input.file)) throw new OperatorError(`There is no file ${input.file}.`);
  const { progress = NO_PROGRESS } = input;
  verifyChecksum(input.file, progress);
  const lock = lockDataDir(input.dataDir, 'exclusive');
  try {
    assertCanOpen(input.dataDir);
    finishSwap(input.dataDir);
    removeStaleStagingDirs(input.dataDir);
    const stamp = clubTimestamp(input.now()).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
    const incoming = `.restore-${stamp}`;
    const stagingDir = join(input.dataDir, incoming);
    const hasClub = existsSync(join(input.dataDir, 'club.db'));
    const hasSettings = existsSync(join(input.dataDir, 'club.toml'));
    const useBackupSettings = input.withSettings || !hasSettings;
    const shouldWrite = (name: string) => name !== 'club.toml' || useBackupSettings;
    const manifest = await unpackAndVerify(input.file, stagingDir, shouldWrite, progress);
    // From here on the staged club may be the only whole one, so nothing but the swap removes it.
    giveToDataDirOwner(input.dataDir, stagingDir);
    const previousName = nextPreviousDirName(input.dataDir, stamp);
    swapDataDir(input.dataDir, { incoming, aside: previousName });
    const previousDir = join(input.dataDir, previousName);
    if (!hasClub && listFiles(previousDir).length === 0) rmSync(previousDir, { recursive: true });
    const hasBackupSettings = manifest.files.some((file) => file.name === 'club.toml');
    return {
      manifest,
      previousDir: hasClub ? previousDir : null,
      settings: useBackupSettings && hasBackupSettings ? 'taken' : hasSettings ? 'kept' : 'none',
    };
  } finally {
    lock.release();
  }
}

/** Unpacks and verifies the backup; an error removes the staging folder. */
async function unpackAndVerify(
  file: string,
  stagingDir: string,
  shouldWrite: (name: string) => boolean,
  progress: Progress,
): Promise<Manifest> {
  mkdirSync(stagingDir, { mode: 0o700 });
  try {
    const manifest = await unpackBackup(file, stagingDir, { shouldWrite, durable: true, progress });
    const madeAt = Date.parse(manifest.made_at);
    const backupFile = { file: basename(file), bytes: statSync(file).size, at: madeAt };
    verifyStagedClub(stagingDir, manifest, backupFile, progress);
    return manifest;
  } catch (error) {
    rmSync(stagingDir, { recursive: true, force: true });
    throw error;
  }
}

/** Verifies the staged club and its receipts, and upgrades its database to this program. */
function verifyStagedClub(
  stagingDir: string,
  manifest: Manifest,
  backupFile: { file: string; bytes: number; at: number },
  progress: Progress,
): void {
  for (const folder of DATA_FOLDERS) mkdirSync(join(stagingDir, folder), { recursive: true, mode: 0o700 });
  const path = join(stagingDir, 'club.db');
  progress.stage('Verifying the database', statSync(path).size);
  const { schema, receipts } = verifyDatabase(path);
  if (schema !== manifest.schema) {
    throw new OperatorError(
      `The list of the backup says schema ${manifest.schema}, and its database has ${schema}.`,
    );
  }
  const names = new Set(listFiles(join(stagingDir, 'receipts')).map((name) => `receipts/${name}`));
  const known = new Set(manifest.missing_receipts);
  const missingReceipt = receipts.find((receipt) => !names.has(receipt) && !known.has(receipt));
  if (missingReceipt) throw new OperatorError(`The backup is not complete: ${missingReceipt} is missing.`);
  progress.stage('Upgrading the database', statSync(path).size);
  const db = openDatabase(path);
  try {
    migrate(db);
    completeOwnRun(db, backupFile);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close(true);
  }
  verifyDatabase(path);
  for (const name of ['club.db-wal', 'club.db-shm']) rmSync(join(stagingDir, name), { force: true });
  fsyncPath(path);
  for (const folder of DATA_FOLDERS) fsyncPath(join(stagingDir, folder));
  fsyncPath(stagingDir);
}

/** Removes what a killed restore left before its swap; the club and the backup still exist. */
function removeStaleStagingDirs(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^\.restore-\d{8}-\d{6}$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function nextPreviousDirName(dataDir: string, stamp: string): string {
  for (let number = 1; ; number += 1) {
    const name = `before-restore-${stamp}${number > 1 ? `-${number}` : ''}`;
    if (!existsSync(join(dataDir, name))) return name;
  }
}
