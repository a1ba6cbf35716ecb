import type { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { giveToDataDirOwner } from '../db/data-dir-ownership.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { completeOwnRun } from './backup-run-log.ts';
import type { Copy } from './copy-name.ts';
import { fetchCopy } from './fetch-copy.ts';
import { fsyncPath, listFiles } from './file-system.ts';
import { fileName } from './find-copy.ts';
import { isDiskFull } from './folder-error.ts';
import type { Manifest } from './manifest.ts';
import { DATA_FOLDERS } from './manifest.ts';
import { assertCanOpen } from './open-data-dir.ts';
import type { Store } from './store.ts';
import { finishSwap, swapDataDir } from './swap-data-dir.ts';
import { unpackSnapshot } from './unpack.ts';
import { verifyDatabase } from './verify-database.ts';

export interface RestoreInput {
  dataDir: string;
  /** Use the settings of the backup even when the folder has settings. */
  withSettings: boolean;
  now: () => number;
  progress?: Progress;
  /** Changes the staged club, which has this program's schema, before it is verified a last time. */
  prepare?: (db: Database, stagingDir: string, copiedAt: number) => Promise<void>;
  /** Throws `OperatorError` when the books of the staged club are wrong. */
  checkBooks?: (db: Database) => void;
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
export async function restoreBackup(input: RestoreInput & { file: string }): Promise<RestoreResult> {
  const { file, progress = NO_PROGRESS } = input;
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  return replaceClub(input, async (stagingDir, shouldWrite) => {
    const manifest = await unpackSnapshot(file, stagingDir, { shouldWrite, durable: true, progress });
    if (manifest.stored_files) {
      throw new OperatorError(
        `${file} is a copy, whose receipts lie beside it. Restore it with its folder: padel-club restore --from FOLDER`,
      );
    }
    const run = { file: basename(file), bytes: statSync(file).size, at: Date.parse(manifest.made_at) };
    return { manifest, run };
  });
}

/** Replaces the club in the data folder with a copy, with the same promises. */
export async function restoreCopy(
  input: RestoreInput & {
    store: Store;
    copy: Copy;
    /** The copy to offer when this one is damaged. */
    older: Copy | null;
    /** Restore although the store lacks receipts or pictures. */
    acceptMissing: boolean;
  },
): Promise<RestoreResult> {
  const { store, copy, older, progress = NO_PROGRESS } = input;
  return replaceClub(input, async (stagingDir, shouldWrite) => {
    const options = { shouldWrite, writeFiles: true, progress };
    const { manifest, damaged } = await fetchCopy(store, copy, stagingDir, options).catch((error) => {
      if (!older || !(error instanceof OperatorError)) throw error;
      throw new OperatorError(`${error.message}\nThe copy before it: --copy ${fileName(older)}`);
    });
    const names = damaged.map(({ name }) => name);
    if (names.length > 0 && !input.acceptMissing) {
      throw new OperatorError(
        `The store lacks ${names.length} of ${manifest.stored_files?.length} receipts and pictures of this copy, or holds them changed, such as ${names[0]}. Nothing was changed. To restore without them: --accept-missing`,
      );
    }
    const missing_receipts = [...manifest.missing_receipts, ...names];
    return { manifest: { ...manifest, missing_receipts }, run: null };
  });
}

interface StagedClub {
  manifest: Manifest;
  /** The run of the backup that the staged database knows as unfinished; null for a copy, which records none. */
  run: { file: string; bytes: number; at: number } | null;
}

/** Fills a staging folder by `fill`, verifies it and swaps it with the present club. */
async function replaceClub(
  input: RestoreInput,
  fill: (stagingDir: string, shouldWrite: (name: string) => boolean) => Promise<StagedClub>,
): Promise<RestoreResult> {
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
    mkdirSync(stagingDir, { mode: 0o700 });
    let manifest: Manifest;
    try {
      const staged = await fill(stagingDir, shouldWrite);
      manifest = staged.manifest;
      await stageClub(stagingDir, staged, input);
    } catch (error) {
      rmSync(stagingDir, { recursive: true, force: true });
      throw isDiskFull(error) ? new OperatorError(diskFullError(input.dataDir)) : error;
    }
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

const diskFullError = (dataDir: string) =>
  `The disk of ${dataDir} became full. Free some space or choose another disk with --data. Nothing was changed.`;

/** Verifies the fetched club and its receipts, and upgrades its database to this program. */
export async function stageClub(
  stagingDir: string,
  { manifest, run }: StagedClub,
  input: Pick<RestoreInput, 'progress' | 'prepare' | 'checkBooks'>,
): Promise<void> {
  const { progress = NO_PROGRESS } = input;
  for (const folder of DATA_FOLDERS) mkdirSync(join(stagingDir, folder), { recursive: true, mode: 0o700 });
  const path = join(stagingDir, 'club.db');
  progress.stage('Verifying the database', statSync(path).size);
  const { schema, receipts } = verifyDatabase(path);
  if (schema !== manifest.schema) {
    throw new OperatorError(
      `The list of the backup says schema ${manifest.schema}, and its database has ${schema}.`,
    );
  }
  // The files of the list were compared byte for byte when they were fetched.
  const listed = [...manifest.files, ...(manifest.stored_files ?? [])].map(({ name }) => name);
  const names = new Set([...listed, ...manifest.missing_receipts]);
  const missingReceipt = receipts.find((receipt) => !names.has(receipt));
  if (missingReceipt) throw new OperatorError(`The backup is not complete: ${missingReceipt} is missing.`);
  progress.stage('Upgrading the database', statSync(path).size);
  const db = openDatabase(path);
  try {
    migrate(db);
    if (run) completeOwnRun(db, run);
    await input.prepare?.(db, stagingDir, Date.parse(manifest.made_at));
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close(true);
  }
  verifyDatabase(path, input.checkBooks);
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
