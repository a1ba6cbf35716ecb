import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TarSource } from 'modern-tar/fs';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress.ts';
import { verifyChecksum, writeArchive } from './archive.ts';
import { inspectDatabase, snapshotDatabase, verifyDatabase } from './database-snapshot.ts';
import { DATA_FOLDERS, fsyncPath, listFiles, sha256File } from './file-utils.ts';
import { CURRENT_FORMAT, MANIFEST_NAME, type Manifest, type ManifestFile } from './manifest.ts';
import { stripSecrets } from './strip-secrets.ts';
import { unpackBackup } from './unpack.ts';

export interface BackupInput {
  dataDir: string;
  /** Where backups go; made when missing. */
  folder: string;
  /** The club's name; it starts the file's name, so that two clubs can share a folder. */
  club: string;
  /** How many of this club's backups stay in the folder; null keeps all. */
  keep: number | null;
  withSecrets: boolean;
  program: string;
  now: () => number;
  /**
   * Called once the database is copied. Until then haste is kindest to the site, whose log cannot be folded
   * back while it is read; afterwards the backup can take its time.
   */
  onDatabaseCopied?: () => void;
  progress?: Progress;
}

export interface BackupResult {
  path: string;
  bytes: number;
  manifest: Manifest;
  /** Older backups that made room. */
  removed: string[];
}

/** How often to start anew when a receipt vanishes between the look at the database and the copying. */
const MAX_ATTEMPTS = 3;

/**
 * Writes one file with the whole club, as it was at one moment, and proves it by reading it back. Only a
 * proven file gets its name. The caller holds the club's lock for `backup`.
 */
export async function createBackup(input: BackupInput): Promise<BackupResult> {
  const { progress = NO_PROGRESS } = input;
  const slug = slugify(input.club);
  mkdirSync(input.folder, { recursive: true, mode: 0o700 });
  // What a killed backup left; nobody else works here while the lock is held.
  const workDir = join(input.folder, `.${slug}-unfinished`);
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir, { mode: 0o700 });
  try {
    const partial = join(workDir, 'backup');
    const manifest = await writeWithRetries({ ...input, progress }, workDir, partial);
    fsyncPath(partial);
    verifyChecksum(partial, progress);
    const verifyDir = join(workDir, 'proof');
    mkdirSync(verifyDir);
    // Receipts are only read and compared; the database is opened.
    await unpackBackup(partial, verifyDir, {
      shouldWrite: (name) => name === 'club.db',
      durable: false,
      progress,
    });
    const copy = join(verifyDir, 'club.db');
    progress.stage('Verifying the database', statSync(copy).size);
    verifyDatabase(copy);
    const path = unusedPath(input.folder, slug, input.now());
    renameSync(partial, path);
    fsyncPath(input.folder);
    const removed = input.keep === null ? [] : removeOldBackups(input.folder, slug, input.keep);
    return { path, bytes: statSync(path).size, manifest, removed };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

type BackupInputWithProgress = BackupInput & { progress: Progress };

async function writeWithRetries(
  input: BackupInputWithProgress,
  workDir: string,
  partial: string,
): Promise<Manifest> {
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

/** A receipt that the copy of the database names is gone: it was replaced meanwhile, or lost long ago. */
class ReceiptVanishedError extends Error {}

/** The database first: whatever receipt it names is on the disk already, under a name that never changes. */
async function writeAttempt(
  input: BackupInputWithProgress,
  workDir: string,
  partial: string,
  isLastAttempt: boolean,
): Promise<Manifest> {
  const database = join(workDir, 'club.db');
  rmSync(database, { force: true });
  const original = join(input.dataDir, 'club.db');
  input.progress.stage('Copying the database', statSync(original).size);
  snapshotDatabase(original, database);
  input.onDatabaseCopied?.();
  const { schema, receipts } = inspectDatabase(database);

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
  return manifest;
}

function copySettings(input: BackupInput, targetPath: string): boolean {
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

function slugify(club: string): string {
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

/** This club's backups in the folder, oldest first. */
export function listBackups(folder: string, club: string): string[] {
  const pattern = new RegExp(`^${slugify(club)}-\\d{8}-\\d{6}[b-z]?\\.tar\\.zst$`);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

function removeOldBackups(folder: string, club: string, keep: number): string[] {
  const surplus = listBackups(folder, club).slice(0, -keep);
  for (const name of surplus) rmSync(join(folder, name));
  return surplus;
}
