import type { Database } from 'bun:sqlite';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { verifyChecksum, writeArchive } from './archive.ts';
import {
  COPIES_DIR,
  type CopyState,
  fingerprint,
  inodeOf,
  readCopyState,
  writeCopyState,
} from './copy-state.ts';
import { copySettings } from './create-backup.ts';
import { snapshotDatabase } from './database-snapshot.ts';
import { FileIndex } from './file-index.ts';
import { sha256File } from './file-system.ts';
import { isDiskFull } from './folder-error.ts';
import { COPY_FORMAT, MANIFEST_NAME, type Manifest, type ManifestFile } from './manifest.ts';
import { surplusSnapshots } from './retention.ts';
import { FILE_PREFIX, SNAPSHOT_PREFIX, snapshotName, toSnapshots } from './snapshot-name.ts';
import { type CopyStore, RemovalRefusedError } from './store.ts';
import { unpackBackup } from './unpack.ts';
import { type DatabaseContents, inspectDatabase, verifyDatabase } from './verify-database.ts';

export interface CopyInput {
  dataDir: string;
  store: CopyStore;
  /** The first part of the folder's name in the store. */
  slug: string;
  /** For this many days one copy of each stays. */
  keepDays: number;
  program: string;
  now: () => number;
  /** Throws `OperatorError` when the books of the database are wrong. */
  checkBooks: (db: Database) => void;
  onDatabaseCopied?: () => void;
  progress?: Progress;
}

export type CopyResult =
  | { made: false; state: CopyState }
  | {
      made: true;
      state: CopyState;
      name: string;
      bytes: number;
      /** Receipts and pictures that this copy uploaded. */
      uploaded: { files: number; bytes: number };
      removed: number;
      /** False when the key of the bucket may not remove old copies. */
      mayRemove: boolean;
    };

/** Uploads at the same time; more would take the connection away from visitors. */
const MAX_UPLOADS = 4;

/**
 * Puts the club as it is now into the store: first the receipts and pictures that are not there yet, then the
 * database with a list of all files. Only a proved database is uploaded, and a copy counts once its last object
 * is whole in the store. Does nothing when nothing changed since the last copy.
 */
export async function makeCopy(input: CopyInput): Promise<CopyResult> {
  const { dataDir, now } = input;
  const workDir = join(dataDir, COPIES_DIR, 'work');
  // A killed copy may have left it; the caller's lock allows no other copy of this club.
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  const at = now();
  const previous = readCopyState(dataDir);
  try {
    const result = await copy(input, workDir, at, previous);
    writeCopyState(dataDir, result.state);
    return result;
  } catch (error) {
    const message = describe(error);
    const state = readCopyState(dataDir);
    if (state) writeCopyState(dataDir, { ...state, attempt: { at, ok: false, message } });
    throw message === (error as Error).message ? error : new OperatorError(message);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function copy(
  input: CopyInput,
  workDir: string,
  at: number,
  previous: CopyState | null,
): Promise<CopyResult> {
  const { dataDir, store, now, progress = NO_PROGRESS } = input;
  const seenBefore = fingerprint(dataDir, Date.now());
  const database = join(workDir, 'club.db');
  progress.stage('Copying the database', statSync(join(dataDir, 'club.db')).size);
  snapshotDatabase(join(dataDir, 'club.db'), database);
  input.onDatabaseCopied?.();
  const contents = inspectDatabase(database);
  const state = previous?.location === store.location ? previous : newState(input, contents, previous);
  if (state !== previous) writeCopyState(dataDir, state);
  const index = new FileIndex(dataDir, `${store.location} ${state.clubFolder}`);
  const files = index.listFiles((bytes) => progress.advance(bytes));
  const settings = join(workDir, 'club.toml');
  const packed = [{ name: 'club.db', path: database }];
  if (copySettings({ dataDir, withSecrets: false }, settings))
    packed.push({ name: 'club.toml', path: settings });
  const packedFiles = packed.map(({ name, path }) => describeFile(name, path));
  if (!state.last) await adoptStoredFiles(store, state.clubFolder, index, files);
  const content = new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([input.program, packedFiles, files]))
    .digest('hex');
  const isMissing = new Set(files.map(({ sha256 }) => sha256)).difference(index.storedDigests()).size > 0;
  const attempt = { at, ok: true, message: '' };
  if (state.last && state.content === content && !isMissing)
    return { made: false, state: { ...state, fingerprint: seenBefore, attempt } };

  progress.stage('Verifying the database', statSync(database).size);
  verifyDatabase(database, input.checkBooks);
  await store.removeUnfinished(`${state.clubFolder}/`);
  const uploaded = await uploadFiles(input, state.clubFolder, index, files);
  const archive = join(workDir, 'snapshot');
  const manifest: Manifest = {
    format: COPY_FORMAT,
    program: input.program,
    schema: contents.schema,
    made_at: clubTimestamp(at),
    ...(contents.clubId ? { club: contents.clubId } : {}),
    secrets: false,
    missing_receipts: contents.receipts.filter((name) => !files.some((file) => file.name === name)),
    files: packedFiles,
    stored_files: files,
  };
  await packSnapshot(archive, manifest, packed, new Date(at), progress);
  const name = snapshotName(state.clubFolder, at, state.line);
  const bytes = statSync(archive).size;
  progress.stage('Uploading the database', bytes);
  await store.put(name, archive);
  const { removed, mayRemove } = await removeSurplus(input, state, name);
  const finished_at = now();
  const last = { name, at, finished_at, bytes, seconds: (finished_at - at) / 1000 };
  return {
    made: true,
    state: { ...state, fingerprint: seenBefore, content, last, attempt },
    ...{ name, bytes, uploaded, removed, mayRemove },
  };
}

/** A club that is copied for the first time, or to another place; what was rehearsed elsewhere does not count. */
function newState(input: CopyInput, { clubId }: DatabaseContents, previous: CopyState | null): CopyState {
  if (!clubId)
    throw new OperatorError('Start the site once: it upgrades this club, which can then be copied.');
  return {
    inode: inodeOf(input.dataDir),
    line: previous?.line ?? Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex'),
    location: input.store.location,
    clubFolder: `${input.slug}-${clubId.slice(0, 8)}`,
    fingerprint: null,
    content: '',
    last: null,
    attempt: null,
    rehearsal: null,
    rehearsed_at: null,
  };
}

const describeFile = (name: string, path: string): ManifestFile => ({
  name,
  size: statSync(path).size,
  sha256: sha256File(path),
});

/** Finds the files that an earlier line of this club has stored, so that a restored club uploads none again. */
async function adoptStoredFiles(
  store: CopyStore,
  clubFolder: string,
  index: FileIndex,
  files: readonly ManifestFile[],
): Promise<void> {
  const prefix = `${clubFolder}/${FILE_PREFIX}`;
  const sizes = new Map(
    (await store.list(prefix)).map(({ name, bytes }) => [name.slice(prefix.length), bytes]),
  );
  for (const file of files) if (sizes.get(file.sha256) === file.size) index.markStored(file);
}

/** Uploads the files that the store lacks, each digest once. */
async function uploadFiles(
  { dataDir, store, progress = NO_PROGRESS }: CopyInput,
  clubFolder: string,
  index: FileIndex,
  files: readonly ManifestFile[],
): Promise<{ files: number; bytes: number }> {
  const stored = index.storedDigests();
  const missing = [...Map.groupBy(files, ({ sha256 }) => sha256)].filter(([digest]) => !stored.has(digest));
  const bytes = missing.reduce((sum, [, [file]]) => sum + (file?.size ?? 0), 0);
  progress.stage('Uploading receipts and pictures', bytes);
  const limit = pLimit({ concurrency: MAX_UPLOADS, rejectOnClear: true });
  const uploads = missing.map(([digest, sameFiles]) =>
    limit(async () => {
      const [file] = sameFiles;
      if (!file) return;
      await store.put(`${clubFolder}/${FILE_PREFIX}${digest}`, join(dataDir, file.name));
      for (const same of sameFiles) index.markStored(same);
      progress.advance(file.size);
    }),
  );
  try {
    await Promise.all(uploads);
  } finally {
    limit.clearQueue();
    // An upload that ends later would write to the index beside the next copy.
    await Promise.allSettled(uploads);
  }
  return { files: missing.length, bytes };
}

/** Packs the snapshot and reads it back. */
async function packSnapshot(
  path: string,
  manifest: Manifest,
  packed: readonly { name: string; path: string }[],
  mtime: Date,
  progress: Progress,
): Promise<void> {
  progress.stage(
    'Packing',
    manifest.files.reduce((sum, { size }) => sum + size, 0),
  );
  await writeArchive(
    path,
    [
      { type: 'content', content: JSON.stringify(manifest), target: MANIFEST_NAME, mtime, mode: 0o600 },
      ...packed.map((file) => ({
        type: 'file' as const,
        source: file.path,
        target: file.name,
        mtime,
        mode: 0o600,
      })),
    ],
    (bytes) => progress.advance(bytes),
  );
  verifyChecksum(path, progress);
  await unpackBackup(path, '', { shouldWrite: () => false, durable: false, progress });
}

async function removeSurplus(
  { store, keepDays, now }: CopyInput,
  { clubFolder, line }: CopyState,
  name: string,
): Promise<{ removed: number; mayRemove: boolean }> {
  let removed = 0;
  try {
    const snapshots = toSnapshots(await store.list(`${clubFolder}/${SNAPSHOT_PREFIX}`));
    for (const surplus of surplusSnapshots(snapshots, { now: now(), keepDays, own: { name, line } })) {
      await store.remove(surplus.name);
      removed += 1;
    }
    return { removed, mayRemove: true };
  } catch (error) {
    // The copy is in its place; the next one removes what is left.
    return { removed, mayRemove: !(error instanceof RemovalRefusedError) };
  }
}

function describe(error: unknown): string {
  if (isDiskFull(error))
    return 'The disk of the data folder is full: a copy needs room for the database twice. Free some space.';
  return String((error as { message?: unknown }).message ?? error);
}
