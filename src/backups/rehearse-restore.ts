import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { OperatorError } from '../db/operator-error.ts';
import { counted } from '../domain/counted.ts';
import type { Progress } from '../domain/progress-reporter.ts';
import {
  COPIES_DIR,
  type CopyState,
  readCopyState,
  readStoredFiles,
  writeCopyState,
  writeStoredFiles,
} from './copy-state.ts';
import { removeTree } from './durable-files.ts';
import { fetchCopy } from './fetch-copy.ts';
import { fileName, findCopy } from './find-copy.ts';
import { stageClub } from './restore.ts';
import type { Store } from './store.ts';

export interface RehearsalInput {
  dataDir: string;
  store: Store;
  now: () => number;
  checkBooks: (db: Database) => void;
  progress: Progress;
  /** Waits until no copy is in progress, and holds off the next while `work` runs. */
  withCopiesLocked: (work: () => void) => void;
}

export interface Rehearsal {
  name: string;
  files: number;
  seconds: number;
}

/**
 * Restores the last copy into a temporary folder and checks it: bytes against digests, the database against its rules
 * and books, its rows against the running club's. Anything that the store lacks or has in a different state is copied
 * again with the next copy. Throws `OperatorError` if the copy could not be restored.
 */
export async function rehearseRestore(input: RehearsalInput): Promise<Rehearsal> {
  const { dataDir, now } = input;
  const state = readCopyState(dataDir);
  if (!state?.last || state.location !== input.store.location)
    throw new OperatorError('This club has no copy yet. Make one now: padel-club copy');
  const dir = join(dataDir, COPIES_DIR, 'rehearsal');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(dir, 'exclusive');
  const at = now();
  const name = fileName(state.last);
  const result = (ok: boolean, message: string) => ({ at, ok, message, name, seconds: (now() - at) / 1000 });
  try {
    const files = await rehearse(input, state, join(dir, 'club'), name);
    const rehearsal = result(true, '');
    input.withCopiesLocked(() => updateState(dataDir, { rehearsal, rehearsed_at: now() }));
    return { name, files, seconds: rehearsal.seconds };
  } catch (error) {
    const rehearsal = result(false, String((error as Error).message).slice(0, 500));
    // The next copy is made in any case and replaces what is wrong.
    input.withCopiesLocked(() => updateState(dataDir, { rehearsal, fingerprint: null, content: '' }));
    throw error;
  } finally {
    lock.release();
    removeTree(dir);
  }
}

function updateState(dataDir: string, change: Partial<CopyState>): void {
  const state = readCopyState(dataDir);
  if (state) writeCopyState(dataDir, { ...state, ...change });
}

async function rehearse(
  input: RehearsalInput,
  state: CopyState,
  targetDir: string,
  name: string,
): Promise<number> {
  const { dataDir, store, now, progress, checkBooks } = input;
  removeTree(targetDir);
  mkdirSync(targetDir, { mode: 0o700 });
  const { copy } = await findCopy(store, { club: state.clubFolder, name }, now());
  const { manifest, damaged } = await fetchCopy(store, copy, targetDir, {
    shouldWrite: () => true,
    writeFiles: false,
    progress,
  });
  if (damaged.length > 0) {
    const digests = new Set(damaged.map(({ sha256 }) => sha256));
    input.withCopiesLocked(() => {
      const stored = readStoredFiles(dataDir) ?? [];
      writeStoredFiles(
        dataDir,
        stored.filter(({ sha256 }) => !digests.has(sha256)),
      );
    });
    throw new OperatorError(
      `${store.location} has ${counted(damaged.length, 'receipt or picture', 'receipts and pictures')} missing or changed, such as ${damaged[0]?.name}. The next copy uploads them again.`,
    );
  }
  await stageClub(targetDir, manifest, { file: null, checkBooks, progress });
  compareRows(join(targetDir, 'club.db'), join(dataDir, 'club.db'));
  return manifest.stored_files?.length ?? 0;
}

/** These tables are append-only, so the copy's rows are the running club's first ones. */
const COMPARED = [
  { table: 'booking', words: 'bookings', sum: '0' },
  { table: 'ledger_entry', words: 'ledger entries', sum: 'ifnull(sum(amount), 0)' },
  { table: 'audit_log', words: 'lines of the audit log', sum: '0' },
];

function compareRows(copy: string, live: string): void {
  const db = new Database(copy, { readwrite: true, create: false });
  try {
    db.run('PRAGMA busy_timeout = 5000');
    db.query('ATTACH ? AS live').run(live);
    for (const { table, words, sum } of COMPARED) {
      const upToLast = (schema: 'main' | 'live') =>
        db
          .query<{ last: number; rows: number; total: number }, []>(
            `SELECT ifnull((SELECT max(id) FROM main.${table}), 0) AS last, count(*) AS rows, ${sum} AS total
             FROM ${schema}.${table} WHERE id <= (SELECT max(id) FROM main.${table})`,
          )
          .get() ?? { last: 0, rows: 0, total: 0 };
      const [copied, present] = [upToLast('main'), upToLast('live')];
      if (copied.rows === present.rows && copied.total === present.total) continue;
      throw new OperatorError(
        `The copy differs from the running club: ${copied.rows} ${words} up to number ${copied.last} in the copy, ${present.rows} in the club. Run: padel-club doctor`,
      );
    }
  } finally {
    db.close(true);
  }
}

const WEEK_MS = 7 * 24 * 60 * 60_000;
const RETRY_MS = 24 * 60 * 60_000;

/** Whether to rehearse the last copy now: once a week, and a day after a failure. */
export function isRehearsalDue(state: CopyState | null, now: number): boolean {
  if (!state?.last) return false;
  const { rehearsal, rehearsed_at } = state;
  if (rehearsal && !rehearsal.ok && rehearsal.at <= now) return now - rehearsal.at >= RETRY_MS;
  return rehearsed_at === null || rehearsed_at > now || now - rehearsed_at >= WEEK_MS;
}
