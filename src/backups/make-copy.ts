import type { Database } from 'bun:sqlite';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../db/disk-room.ts';
import { OperatorError } from '../db/operator-error.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { copyName, FILE_PREFIX, SNAPSHOT_PREFIX, toCopies } from './copy-name.ts';
import {
  COPIES_DIR,
  type CopyState,
  fingerprint,
  forgetStoredFiles,
  inodeOf,
  readCopyState,
  readStoredFiles,
  writeCopyState,
  writeStoredFiles,
} from './copy-state.ts';
import { removeTree } from './durable-files.ts';
import { totalSize } from './manifest.ts';
import { surplus } from './retention.ts';
import { packSnapshot, type Snapshot, type SnapshotFile, withSnapshot } from './snapshot.ts';
import { eachInParallel, RemovalRefusedError, type Store } from './store.ts';
import { verifyDatabase } from './verify-database.ts';

export interface CopyInput {
  dataDir: string;
  store: Store;
  /** The first part of the folder's name in the store. */
  slug: string;
  /** How many days to keep a copy of each; null keeps all. */
  keepDays: number | null;
  program: string;
  now: () => number;
  /** Throws `OperatorError` if the database's books are wrong. */
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
      /** Receipts and pictures uploaded by this copy. */
      uploaded: { files: number; bytes: number };
      removed: number;
      /** False if the bucket's key may not remove old copies. */
      mayRemove: boolean;
    };

/** Simultaneous uploads; more would take bandwidth from visitors. */
const MAX_UPLOADS = 4;

/**
 * Puts the club's current state into the store: first receipts and pictures not there yet, then a snapshot that lists
 * them. Only a verified database is uploaded, and a copy counts once its last object is complete in the store. Does
 * nothing if nothing has changed since the last copy. The caller holds the copies lock.
 */
export async function makeCopy(input: CopyInput): Promise<CopyResult> {
  const { dataDir, now, progress = NO_PROGRESS } = input;
  const workDir = join(dataDir, COPIES_DIR, 'work');
  // A killed copy may have left the folder, and version 0.2.0 the index.
  removeTree(workDir);
  rmSync(join(dataDir, COPIES_DIR, 'files.jsonl'), { force: true });
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  const at = now();
  const previous = readCopyState(dataDir);
  const known = previous?.location === input.store.location ? readStoredFiles(dataDir) : null;
  const seenBefore = fingerprint(dataDir, Date.now());
  const snapshotInput = {
    dataDir,
    workDir,
    withSecrets: false,
    now: () => at,
    progress,
    known: new Map(known?.map((file) => [file.name, file])),
    onDatabaseCopied: input.onDatabaseCopied,
  };
  try {
    const result = await withSnapshot(snapshotInput, async (snapshot) => {
      const state = stateOfStore(input, snapshot, previous);
      const stored = known
        ? new Set(known.map(({ sha256 }) => sha256))
        : await listStoredDigests(input.store, state.clubFolder, snapshot.files);
      const isComplete = snapshot.files.every(({ sha256 }) => stored.has(sha256));
      if (state.last && isComplete && state.content === contentOf(input, snapshot)) {
        writeStoredFiles(dataDir, snapshot.files);
        return { made: false as const, state: { ...state, attempt: { at, ok: true, message: '' } } };
      }
      return storeSnapshot({ ...input, progress }, workDir, snapshot, state, stored);
    });
    const state = { ...result.state, fingerprint: seenBefore };
    writeCopyState(dataDir, state);
    return { ...result, state };
  } catch (error) {
    const message = describe(error);
    const state = readCopyState(dataDir);
    if (state) writeCopyState(dataDir, { ...state, attempt: { at, ok: false, message } });
    throw message === (error as Error).message ? error : new OperatorError(message);
  } finally {
    removeTree(workDir);
  }
}

async function storeSnapshot(
  input: CopyInput & { progress: Progress },
  workDir: string,
  snapshot: Snapshot,
  state: CopyState,
  stored: ReadonlySet<string>,
): Promise<CopyResult> {
  const { dataDir, store, now, program, progress } = input;
  const { at, files } = snapshot;
  progress.stage('Verifying the database', statSync(snapshot.database).size);
  verifyDatabase(snapshot.database, input.checkBooks);
  await store.removeUnfinished(`${state.clubFolder}/`);
  const uploaded = await uploadFiles(input, state.clubFolder, files, stored);
  const archive = join(workDir, 'snapshot');
  await packSnapshot(archive, snapshot, { filesInside: false, program, progress });
  const name = copyName(state.clubFolder, at, state.line);
  const bytes = statSync(archive).size;
  progress.stage('Uploading the database', bytes);
  await store.put(name, archive);
  writeStoredFiles(dataDir, files);
  const { removed, mayRemove } = await removeOldCopies(input, state, { name, at, line: state.line });
  const finished_at = now();
  const last = { name, at, finished_at, bytes, seconds: (finished_at - at) / 1000 };
  const attempt = { at, ok: true, message: '' };
  return {
    made: true,
    state: { ...state, content: contentOf(input, snapshot), last, attempt },
    name,
    bytes,
    uploaded,
    removed,
    mayRemove,
  };
}

/** The state of copies in this store; a rehearsal in a different one doesn't count. */
function stateOfStore(input: CopyInput, { contents }: Snapshot, previous: CopyState | null): CopyState {
  const { dataDir, store, slug } = input;
  if (previous?.location === store.location) return previous;
  const state: CopyState = {
    inode: inodeOf(dataDir),
    line: previous?.line ?? Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex'),
    location: store.location,
    clubFolder: `${slug}-${contents.clubId.slice(0, 8)}`,
    fingerprint: null,
    content: '',
    last: null,
    attempt: null,
    rehearsal: null,
    rehearsed_at: null,
  };
  forgetStoredFiles(dataDir);
  writeCopyState(dataDir, state);
  return state;
}

/** A digest of everything a copy of the snapshot contains. */
function contentOf({ program }: CopyInput, { club, files }: Snapshot): string {
  const describe = ({ name, size, sha256 }: SnapshotFile) => ({ name, size, sha256 });
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([program, club.map(describe), files.map(describe)]))
    .digest('hex');
}

/** Finds files that an earlier line of this club stored, so that a restored club doesn't upload them again. */
async function listStoredDigests(
  store: Store,
  clubFolder: string,
  files: readonly SnapshotFile[],
): Promise<Set<string>> {
  const prefix = `${clubFolder}/${FILE_PREFIX}`;
  const objects = await store.list(prefix);
  const sizes = new Map(objects.map(({ name, bytes }) => [name.slice(prefix.length), bytes]));
  return new Set(files.filter(({ sha256, size }) => sizes.get(sha256) === size).map(({ sha256 }) => sha256));
}

/** Uploads the files that the store lacks, each digest once. */
async function uploadFiles(
  { store, progress }: CopyInput & { progress: Progress },
  clubFolder: string,
  files: readonly SnapshotFile[],
  stored: ReadonlySet<string>,
): Promise<{ files: number; bytes: number }> {
  const byDigest = new Map(files.map((file) => [file.sha256, file]));
  const missing = [...byDigest.values()].filter(({ sha256 }) => !stored.has(sha256));
  const bytes = totalSize(missing);
  progress.stage('Uploading receipts and pictures', bytes);
  await eachInParallel(missing, MAX_UPLOADS, async ({ path, size, sha256 }) => {
    await store.put(`${clubFolder}/${FILE_PREFIX}${sha256}`, path);
    progress.advance(size);
  });
  return { files: missing.length, bytes };
}

async function removeOldCopies(
  { store, keepDays, now }: CopyInput,
  { clubFolder }: CopyState,
  created: { name: string; at: number; line: string },
): Promise<{ removed: number; mayRemove: boolean }> {
  let removed = 0;
  if (keepDays === null) return { removed, mayRemove: true };
  try {
    const copies = toCopies(await store.list(`${clubFolder}/${SNAPSHOT_PREFIX}`));
    for (const { name } of surplus(copies, { created, keep: { days: keepDays }, now: now() })) {
      await store.remove(name);
      removed += 1;
    }
    return { removed, mayRemove: true };
  } catch (error) {
    // The copy is in place; the next one removes what is left over.
    return { removed, mayRemove: !(error instanceof RemovalRefusedError) };
  }
}

function describe(error: unknown): string {
  if (isDiskFull(error))
    return 'The disk of the data folder is full: a copy needs twice the size of the database. Free some space.';
  return String((error as { message?: unknown }).message ?? error);
}
