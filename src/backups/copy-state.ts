import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { listFolders } from './durable-files.ts';
import type { SnapshotFile } from './snapshot.ts';

/** A folder inside the data folder for what the copies remember and their unfinished files. */
export const COPIES_DIR = '.copies';

const attemptSchema = v.strictObject({
  /** Epoch milliseconds. */
  at: v.number(),
  ok: v.boolean(),
  /** Why it failed; otherwise empty. */
  message: v.string(),
});

const stateSchema = v.strictObject({
  /** The file that the copies belong to; another file, such as a restored one, starts a new line. */
  inode: v.string(),
  line: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  location: v.string(),
  clubFolder: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** The state of the data folder at the last copy; null if a change may have been missed. */
  fingerprint: v.nullable(v.string()),
  /** A digest of the last snapshot's content. */
  content: v.string(),
  last: v.nullable(
    v.strictObject({
      name: v.string(),
      /** The copy contains every change committed before this moment; epoch milliseconds. */
      at: v.number(),
      finished_at: v.number(),
      bytes: v.number(),
      seconds: v.number(),
    }),
  ),
  /** The newest attempt, whether it found nothing new, succeeded or failed. */
  attempt: v.nullable(attemptSchema),
  rehearsal: v.nullable(v.strictObject({ ...attemptSchema.entries, name: v.string(), seconds: v.number() })),
  /** The last successful rehearsal; epoch milliseconds. */
  rehearsed_at: v.nullable(v.number()),
});

/**
 * What a data folder's copies remember. A file rather than a table: copying must not change the database, and a
 * restored club must not inherit another machine's copies.
 */
export type CopyState = v.InferOutput<typeof stateSchema>;

const statePath = (dataDir: string) => join(dataDir, COPIES_DIR, 'state.json');

/** Null before the first copy, after a restore, and if the file can't be read. */
export function readCopyState(dataDir: string): CopyState | null {
  const state = readState(dataDir);
  return state?.inode === inodeOf(dataDir) ? state : null;
}

/** The last copy of a folder whose database is lost; `club` is the start of its id. */
export function readLastCopy(dataDir: string): { at: number; location: string; club: string } | null {
  const state = readState(dataDir);
  if (!state?.last) return null;
  return { at: state.last.at, location: state.location, club: state.clubFolder.slice(-8) };
}

function readState(dataDir: string): CopyState | null {
  try {
    const result = v.safeParse(stateSchema, JSON.parse(readFileSync(statePath(dataDir), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function writeCopyState(dataDir: string, state: CopyState): void {
  write(dataDir, statePath(dataDir), JSON.stringify(state, null, 2));
}

/** A receipt or picture known to be in the store, as it was in the data folder. */
const storedFileSchema = v.strictObject({
  name: v.string(),
  size: v.number(),
  /** Its name in the store. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  mtimeMs: v.number(),
}) satisfies v.GenericSchema<Omit<SnapshotFile, 'path'>>;

export type StoredFile = v.InferOutput<typeof storedFileSchema>;

const filesPath = (dataDir: string) => join(dataDir, COPIES_DIR, 'files.json');

/** What the store is known to have, so that copies needn't read or upload it again; null if nothing is known. */
export function readStoredFiles(dataDir: string): StoredFile[] | null {
  try {
    return v.parse(v.array(storedFileSchema), JSON.parse(readFileSync(filesPath(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

export function writeStoredFiles(dataDir: string, files: readonly StoredFile[]): void {
  const stored = files.map(({ name, size, sha256, mtimeMs }) => ({ name, size, sha256, mtimeMs }));
  write(dataDir, filesPath(dataDir), JSON.stringify(stored));
}

/** Called when copies start going to a different place. */
export function forgetStoredFiles(dataDir: string): void {
  rmSync(filesPath(dataDir), { force: true });
}

function write(dataDir: string, path: string, text: string): void {
  mkdirSync(join(dataDir, COPIES_DIR), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, text, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

export function inodeOf(dataDir: string): string {
  const stat = statSync(join(dataDir, 'club.db'), { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : '';
}

/** Two changes within one tick of the file system's clock have the same time. */
const CLOCK_TICK_MS = 100;

/**
 * Sizes and times of the files that a commit, an upload or a changed setting touches. Null if the newest is so recent
 * that another change could leave them the same.
 */
export function fingerprint(dataDir: string, now: number): string | null {
  const names = ['club.db', 'club.db-wal', 'club.toml', ...listFolders(dataDir, ['receipts', 'media'])];
  const stats = names.map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false }));
  if (stats.some((stat) => stat && Math.abs(now - stat.mtimeMs) < CLOCK_TICK_MS)) return null;
  return stats.map((stat, at) => (stat ? `${names[at]} ${stat.size} ${stat.mtimeMs}` : '')).join('\n');
}
