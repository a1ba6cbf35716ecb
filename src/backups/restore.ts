import type { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assertOwnSchema } from '../db/compare-schema.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { assertCanOpen } from '../db/data-dir-ownership.ts';
import { isDiskFull } from '../db/disk-room.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { completeOwnRun, forgetFolders } from './backup-run-log.ts';
import type { Copy } from './copy-name.ts';
import { type FileSource, fsyncPath, listFiles, pathOf, removeTree, sizeOf } from './durable-files.ts';
import { fetchCopy } from './fetch-copy.ts';
import { fileName } from './find-copy.ts';
import type { Manifest } from './manifest.ts';
import { DATA_FOLDERS } from './manifest.ts';
import type { Store } from './store.ts';
import { finishSwap, swapDataDir } from './swap-data-dir.ts';
import { unpackSnapshot } from './unpack.ts';
import { verifyDatabase } from './verify-database.ts';

export interface RestoreInput {
  dataDir: string;
  /** Uses the backup's settings even if the folder has its own. */
  withSettings: boolean;
  now: () => number;
  progress?: Progress;
  /** Changes the staged club, which has this program's schema, before the final verification. */
  prepare?: (db: Database, stagingDir: string, copiedAt: number) => Promise<void>;
  /** Throws `OperatorError` if the staged club's books are wrong. */
  checkBooks?: (db: Database) => void;
}

export interface RestoreResult {
  manifest: Manifest;
  /** The folder with the previous club; null if there was none. */
  previousDir: string | null;
  settings: 'taken' | 'kept' | 'none';
}

/** A backup file, or a copy in a store. */
export type RestoreSource =
  | { file: FileSource }
  | {
      store: Store;
      copy: Copy;
      /** The copy to suggest if this one is damaged. */
      older: Copy | null;
      /** Restores even though the store lacks receipts or pictures. */
      acceptMissing: boolean;
    };

/**
 * Replaces the club in the data folder. The source is unpacked next to the current club, checked against its
 * checksums, opened, upgraded and verified before the current files are moved aside; they are never deleted. If
 * something is wrong, throws `OperatorError` and changes nothing.
 */
export async function restoreClub(input: RestoreInput & { source: RestoreSource }): Promise<RestoreResult> {
  const { dataDir, source, progress = NO_PROGRESS } = input;
  const isNewFolder = !existsSync(dataDir);
  assertCanOpen(dataDir);
  const lock = lockDataDir(dataDir, 'exclusive');
  let isRestored = false;
  try {
    finishSwap(dataDir);
    removeStaleStagingDirs(dataDir);
    const stamp = clubTimestamp(input.now()).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
    const incoming = `.restore-${stamp}`;
    const stagingDir = join(dataDir, incoming);
    const hasClub = existsSync(join(dataDir, 'club.db'));
    const hasSettings = existsSync(join(dataDir, 'club.toml'));
    const takeSettings = input.withSettings || !hasSettings;
    const shouldWrite = (name: string) => name !== 'club.toml' || takeSettings;
    mkdirSync(stagingDir, { mode: 0o700 });
    let manifest: Manifest;
    try {
      manifest = await fetchClub(source, stagingDir, shouldWrite, progress);
      await stageClub(stagingDir, manifest, { ...input, file: 'file' in source ? source.file : null });
    } catch (error) {
      removeTree(stagingDir);
      throw isDiskFull(error) ? new OperatorError(diskFullError(dataDir)) : error;
    }
    // From here on, the staged club may be the only complete one, so only the swap may remove it.
    const previousName = nextPreviousDirName(dataDir, stamp);
    swapDataDir(dataDir, { incoming, aside: previousName });
    isRestored = true;
    const previousDir = join(dataDir, previousName);
    if (!hasClub && listFiles(previousDir).length === 0) removeTree(previousDir);
    const holdsSettings = manifest.files.some((file) => file.name === 'club.toml');
    return {
      manifest,
      previousDir: hasClub ? previousDir : null,
      settings: takeSettings && holdsSettings ? 'taken' : hasSettings ? 'kept' : 'none',
    };
  } finally {
    lock.release();
    if (isNewFolder && !isRestored) removeUnused(dataDir);
  }
}

/** A refused restore leaves no folder behind with just its lock. */
function removeUnused(dataDir: string): void {
  if (readdirSync(dataDir).every((name) => name === 'club.lock')) removeTree(dataDir);
}

/**
 * Writes the club into a folder. Whatever the owner accepts as missing is added to the manifest's missing receipts.
 */
async function fetchClub(
  source: RestoreSource,
  stagingDir: string,
  shouldWrite: (name: string) => boolean,
  progress: Progress,
): Promise<Manifest> {
  if ('file' in source) {
    const manifest = await unpackSnapshot(source.file, stagingDir, { shouldWrite, durable: true, progress });
    if (!manifest.stored_files) return manifest;
    throw new OperatorError(
      `${pathOf(source.file)} is a copy, with its receipts stored next to it. Restore it through its folder: padel-club restore --from FOLDER`,
    );
  }
  const { store, copy, older, acceptMissing } = source;
  const options = { shouldWrite, writeFiles: true, progress };
  const { manifest, damaged } = await fetchCopy(store, copy, stagingDir, options).catch((error) => {
    if (!older || !(error instanceof OperatorError)) throw error;
    throw new OperatorError(`${error.message}\nThe copy before it: --copy ${fileName(older)}`);
  });
  const names = damaged.map(({ name }) => name);
  if (names.length > 0 && !acceptMissing) {
    throw new OperatorError(
      `The store lacks ${names.length} of ${manifest.stored_files?.length} receipts and pictures of this copy, or has changed ones, such as ${names[0]}. Nothing was changed. To restore without them: --accept-missing`,
    );
  }
  return { ...manifest, missing_receipts: [...manifest.missing_receipts, ...names] };
}

const diskFullError = (dataDir: string) =>
  `The disk of ${dataDir} became full. Free some space or choose another disk with --data. Nothing was changed.`;

/** Verifies the fetched club and its receipts, and upgrades its database to this program. */
export async function stageClub(
  stagingDir: string,
  manifest: Manifest,
  input: Pick<RestoreInput, 'progress' | 'prepare' | 'checkBooks'> & {
    /** The backup file, whose own run is unfinished in the staged database; null for a copy, which isn't logged. */
    file: FileSource | null;
  },
): Promise<void> {
  const { file, progress = NO_PROGRESS } = input;
  const madeAt = Date.parse(manifest.made_at);
  for (const folder of DATA_FOLDERS) mkdirSync(join(stagingDir, folder), { recursive: true, mode: 0o700 });
  const path = join(stagingDir, 'club.db');
  progress.stage('Verifying the database', statSync(path).size);
  const { schema, receipts } = verifyDatabase(path);
  if (schema !== manifest.schema) {
    throw new OperatorError(
      `The list of the backup says schema ${manifest.schema}, and its database has ${schema}.`,
    );
  }
  // Listed files were compared byte for byte when they were fetched.
  const listed = [...manifest.files, ...(manifest.stored_files ?? [])].map(({ name }) => name);
  const names = new Set([...listed, ...manifest.missing_receipts]);
  const missingReceipt = receipts.find((receipt) => !names.has(receipt));
  if (missingReceipt) throw new OperatorError(`The backup is not complete: ${missingReceipt} is missing.`);
  progress.stage('Upgrading the database', statSync(path).size);
  const db = openDatabase(path);
  try {
    migrate(db);
    // A trigger or view of its own would keep working in the restored club.
    assertOwnSchema(db);
    forgetFolders(db);
    if (file) completeOwnRun(db, { file: basename(pathOf(file)), bytes: sizeOf(file), at: madeAt });
    await input.prepare?.(db, stagingDir, madeAt);
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
    if (/^\.restore-\d{8}-\d{6}$/.test(name)) removeTree(join(dataDir, name));
  }
}

function nextPreviousDirName(dataDir: string, stamp: string): string {
  for (let number = 1; ; number += 1) {
    const name = `before-restore-${stamp}${number > 1 ? `-${number}` : ''}`;
    if (!existsSync(join(dataDir, name))) return name;
  }
}
