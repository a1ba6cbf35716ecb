import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TarSource } from 'modern-tar/fs';
import { giveToDataDirOwner } from '../db/data-dir-ownership.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { verifyChecksum, writeArchive } from './archive.ts';
import { snapshotDatabase } from './database-snapshot.ts';
import { fsyncPath, listFiles, sha256File } from './file-system.ts';
import { explainFolder, folderError, isDiskFull } from './folder-error.ts';
import { CURRENT_FORMAT, DATA_FOLDERS, MANIFEST_NAME, type Manifest, type ManifestFile } from './manifest.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { stripSecrets } from './strip-secrets.ts';
import { unpackBackup } from './unpack.ts';
import {
  type DatabaseContents,
  inspectDatabase,
  type VerificationDepth,
  verifyDatabase,
} from './verify-database.ts';

export interface BackupInput {
  dataDir: string;
  /** The target folder; it is created when missing. */
  folder: string;
  /** The club's name, with which the file's name starts. */
  club: string;
  /** How many of this club's backups stay in the folder; null keeps all. */
  keep: number | null;
  withSecrets: boolean;
  verification?: VerificationDepth;
  program: string;
  now: () => number;
  /** Called after the database is copied: during the copy SQLite cannot truncate its log, so the copy must be fast. */
  onDatabaseCopied?: () => void;
  progress?: Progress;
}

export interface BackupResult {
  path: string;
  bytes: number;
  manifest: Manifest;
  /** The names of older backups that `keep` has removed. */
  removed: string[];
}

/** A customer may replace a receipt between the copy of the database and the copy of the receipts. */
const MAX_ATTEMPTS = 3;

/**
 * Writes one file with the whole club at one moment, and reads it back. Only a verified file gets its final
 * name. The caller holds the lock `backup`.
 */
export async function createBackup(input: BackupInput): Promise<BackupResult> {
  const { progress = NO_PROGRESS } = input;
  const slug = slugify(input.club);
  const workDir = join(input.folder, `.${slug}-unfinished`);
  explainFolder('backups', input.folder, () => {
    const createdDir = mkdirSync(input.folder, { recursive: true, mode: 0o700 });
    if (createdDir) giveToDataDirOwner(input.dataDir, createdDir);
    // A killed backup may have left it; the lock allows no other backup of this club.
    rmSync(workDir, { recursive: true, force: true });
    mkdirSync(workDir, { mode: 0o700 });
  });
  try {
    const partial = join(workDir, 'backup');
    const { manifest, contents } = await writeWithRetries({ ...input, progress }, workDir, partial);
    fsyncPath(partial);
    verifyChecksum(partial, progress);
    const verifyDir = join(workDir, 'verify');
    mkdirSync(verifyDir);
    // Only the database is written, because only it is opened; the other files are read and compared.
    await unpackBackup(partial, verifyDir, {
      shouldWrite: (name) => name === 'club.db',
      durable: false,
      progress,
    });
    const copy = join(verifyDir, 'club.db');
    progress.stage('Verifying the database', statSync(copy).size);
    verifyDatabase(copy, undefined, input.verification);
    const now = input.now();
    const path = unusedPath(input.folder, slug, now);
    giveToDataDirOwner(input.dataDir, partial);
    renameSync(partial, path);
    fsyncPath(input.folder);
    const { clubId: club, recordedBackups: recordedNames } = contents;
    const { keep } = input;
    const removed =
      keep === null ? [] : await removeOldBackups(path, { slug, keep, now, club, recordedNames });
    return { path, bytes: statSync(path).size, manifest, removed };
  } catch (error) {
    throw isDiskFull(error) ? folderError('backups', input.folder, error) : error;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

type BackupInputWithProgress = BackupInput & { progress: Progress };

interface WrittenBackup {
  manifest: Manifest;
  contents: DatabaseContents;
}

async function writeWithRetries(
  input: BackupInputWithProgress,
  workDir: string,
  partial: string,
): Promise<WrittenBackup> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeAttempt(input, workDir, partial, attempt === MAX_ATTEMPTS);
    } catch (error) {
      if (!(error instanceof ReceiptVanishedError) && (error as { code?: unknown }).code !== 'ENOENT')
        throw error;
      if (attempt === MAX_ATTEMPTS) throw error;
      rmSync(partial, { force: true });
    }
  }
}

/** The copied database names a receipt whose file is missing: it was replaced meanwhile, or lost long ago. */
class ReceiptVanishedError extends Error {}

/** Copies the database first: the receipts that it names are on the disk, under names that never change. */
async function writeAttempt(
  input: BackupInputWithProgress,
  workDir: string,
  partial: string,
  isLastAttempt: boolean,
): Promise<WrittenBackup> {
  const database = join(workDir, 'club.db');
  rmSync(database, { force: true });
  const original = join(input.dataDir, 'club.db');
  input.progress.stage('Copying the database', statSync(original).size);
  snapshotDatabase(original, database);
  input.onDatabaseCopied?.();
  const contents = inspectDatabase(database);
  const { schema, receipts, clubId } = contents;

  const sources = [{ name: 'club.db', path: database }];
  const settings = join(workDir, 'club.toml');
  if (copySettings(input, settings)) sources.push({ name: 'club.toml', path: settings });
  for (const folder of DATA_FOLDERS) {
    for (const name of listFiles(join(input.dataDir, folder))) {
      sources.push({ name: `${folder}/${name}`, path: join(input.dataDir, folder, name) });
    }
  }
  const presentNames = new Set(sources.map((source) => source.name));
  const missing = receipts.filter((receipt) => !presentNames.has(receipt));
  if (missing.length > 0 && !isLastAttempt) throw new ReceiptVanishedError();

  const sizes = sources.map(({ path }) => statSync(path).size);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const onBytes = (bytes: number) => input.progress.advance(bytes);
  input.progress.stage('Hashing files', totalBytes);
  const files: ManifestFile[] = sources.map(({ name, path }, index) => ({
    name,
    size: sizes[index] ?? 0,
    sha256: sha256File(path, Infinity, onBytes),
  }));
  const manifest: Manifest = {
    format: CURRENT_FORMAT,
    program: input.program,
    schema,
    made_at: clubTimestamp(input.now()),
    ...(clubId && schema === SCHEMA_VERSION ? { club: clubId } : {}),
    secrets: input.withSecrets,
    missing_receipts: missing,
    files,
  };
  const mtime = new Date(input.now());
  input.progress.stage('Packing', totalBytes);
  const archiveSources: TarSource[] = [
    {
      type: 'content',
      content: JSON.stringify(manifest, null, 2),
      target: MANIFEST_NAME,
      mtime,
      mode: 0o600,
    },
    ...sources.map(
      ({ name, path }): TarSource => ({ type: 'file', source: path, target: name, mtime, mode: 0o600 }),
    ),
  ];
  await writeArchive(partial, archiveSources, onBytes);
  rmSync(database);
  return { manifest, contents };
}

/** Copies the settings, without secrets unless `withSecrets`; false when the folder has none. */
export function copySettings(
  input: Pick<BackupInput, 'dataDir' | 'withSecrets'>,
  targetPath: string,
): boolean {
  let source: string;
  try {
    source = readFileSync(join(input.dataDir, 'club.toml'), 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
  writeFileSync(targetPath, input.withSecrets ? source : stripSecrets(source), { mode: 0o600 });
  return true;
}

/** The club's name as a part of file names. */
export function slugify(club: string): string {
  const slug = club
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return slug || 'padel-club';
}

/** `padel-club-faisalabad-20261121-050003.tar.zst`, in club time; a second one in that second gets a `b`. */
function unusedPath(folder: string, slug: string, now: number): string {
  const stamp = clubTimestamp(now).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const names = new Set(readdirSync(folder));
  for (const suffix of ['', ...'bcdefghijklmnopqrstuvwxyz']) {
    const name = `${slug}-${stamp}${suffix}.tar.zst`;
    if (!names.has(name)) return join(folder, name);
  }
  throw new Error('too many backups in one second');
}
