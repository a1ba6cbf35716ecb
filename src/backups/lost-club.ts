import { Database } from 'bun:sqlite';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../config/load-config.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { LostClubError, OperatorError } from '../db/operator-error.ts';
import { shellWord } from '../db/shell-word.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import { formatMoment } from './copy-name.ts';
import { COPIES_DIR, readLastCopy } from './copy-state.ts';
import { readManifest } from './manifest.ts';
import { isSwapPending } from './swap-data-dir.ts';

/** Where a club is expected, and where its backups may be. */
export interface ClubPlace {
  dataDir: string;
  /** The club name that the service's settings expect here; empty if they don't say. */
  expectedClub: string;
  backup: Pick<Config['backup'], 'folder' | 's3'>;
}

type FileState = 'present' | 'missing' | 'empty' | 'no database' | 'of another program';

const STATE_TEXTS: Record<Exclude<FileState, 'present'>, string> = {
  missing: 'club.db is missing',
  empty: 'club.db is empty',
  'no database': 'club.db is not a database',
  'of another program': 'club.db is the database of another program',
};

/** Only left behind by a club that has run; an owner may put a picture into `media` before the first start. */
const TRACES = ['receipts', 'backups', 'outbox', COPIES_DIR, '.clock', 'club.db-wal'];
/** Marks that the next start is meant to begin a new club. */
const NEW_CLUB_NAME = '.new-club';

/**
 * Throws `LostClubError` if there was a club in the folder but its database is gone: starting would begin a new club
 * and sell what is already booked. A folder without any trace of a club is free for a new one.
 */
export async function assertNotLost(place: ClubPlace): Promise<void> {
  const text = await lostClubText(place);
  if (text !== null) throw new LostClubError(text);
}

/** Throws `OperatorError` if a command has no club to work with. */
export async function assertClubExists(place: ClubPlace): Promise<void> {
  await assertNotLost(place);
  const { dataDir } = place;
  if (isSwapPending(dataDir) || fileState(dataDir) === 'present') return;
  throw new OperatorError(
    `There is no club in ${dataDir}. Give its folder with --data, or start the site there once.`,
  );
}

/** What is missing, the newest backup or copy, and the commands to run; null if nothing is lost. */
async function lostClubText(place: ClubPlace): Promise<string | null> {
  const { dataDir } = place;
  // A restore was interrupted; the next process to open the folder finishes it.
  if (isSwapPending(dataDir)) return null;
  const state = fileState(dataDir);
  if (state === 'present' || existsSync(join(dataDir, NEW_CLUB_NAME))) return null;
  const traces = listTraces(dataDir);
  const expected = place.expectedClub || readNoteBeside(dataDir);
  const isForeign = state === 'no database' || state === 'of another program';
  if (traces.length === 0 && !expected && !isForeign) return null;
  const lines = [
    `The club in ${dataDir} has lost its database: ${STATE_TEXTS[state]}. Nothing was changed.`,
    traces.length > 0
      ? `The folder still holds ${listWords(traces)}.`
      : expected
        ? `The club “${expected}” belongs here, so perhaps the disk of this folder is not mounted.`
        : '',
    await restoreLine(place),
    `To begin a new club here on purpose: padel-club new-club --data ${shellWord(dataDir)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** A restore command to type, using whatever is newest. */
async function restoreLine(place: ClubPlace): Promise<string> {
  const { dataDir, backup } = place;
  const data = `--data ${shellWord(dataDir)}`;
  const found = await findNewestBackup(place);
  const copy = readLastCopy(dataDir);
  if (copy && copy.at > (found?.at ?? 0)) {
    const from = backup.s3.bucket === '' ? shellWord(backup.folder || copy.location) : 'bucket';
    return `The newest copy is of ${formatMoment(copy.at)}, in ${copy.location}. To restore it: padel-club restore --from ${from} ${data}`;
  }
  if (found) {
    return `The newest backup is of ${formatMoment(found.at)}. To restore it: padel-club restore ${shellWord(found.path)} ${data}`;
  }
  const from = backup.s3.bucket !== '' ? '--from bucket' : backup.folder !== '' ? '--from folder' : 'FILE';
  return `No backup was found next to it. To restore one: padel-club restore ${from} ${data}`;
}

interface FoundBackup {
  path: string;
  at: number;
  club: string | undefined;
}

/**
 * The newest backup that this program can restore. A folder shared by several clubs only counts if the club is known.
 */
async function findNewestBackup({ dataDir, backup }: ClubPlace): Promise<FoundBackup | null> {
  const own = await listFound(join(dataDir, 'backups'));
  const elsewhere = backup.folder === '' ? [] : await listFound(resolve(backup.folder));
  const knownClub = own.find(({ club }) => club)?.club ?? readLastCopy(dataDir)?.club;
  const clubs = new Set(elsewhere.map(({ club }) => club));
  const fitting = elsewhere.filter(({ club }) =>
    knownClub ? club?.startsWith(knownClub) : clubs.size === 1,
  );
  const now = Date.now();
  const newestFirst = [...own, ...fitting].sort((a, b) => b.at - a.at);
  // Backups dated in the future come from a clock that ran ahead.
  return newestFirst.find(({ at }) => isPlausibleInstant(at, now)) ?? newestFirst[0] ?? null;
}

async function listFound(folder: string): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of namesIn(folder).filter((name) => name.endsWith('.tar.zst'))) {
    const path = join(folder, name);
    try {
      const { made_at, club, stored_files } = await readManifest(path, SCHEMA_VERSION);
      // A copy is restored along with its folder.
      if (!stored_files) found.push({ path, at: Date.parse(made_at), club });
    } catch {
      // No backup, a truncated one, or one from a newer program.
    }
  }
  return found.sort((a, b) => b.at - a.at);
}

function fileState(dataDir: string): FileState {
  const path = join(dataDir, 'club.db');
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 'missing';
  if (stat.size === 0) return 'empty';
  const header = readHeader(path);
  // Opening an unreadable file reports it, with its owner.
  if (header === null) return 'present';
  if (!header.subarray(0, 16).equals(Buffer.from('SQLite format 3\0'))) return 'no database';
  return header.readUInt32BE(60) === 0 ? stateWithoutSchema(path) : 'present';
}

function readHeader(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(100);
      readSync(file, header, 0, header.length, 0);
      return header;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** The schema number may still be in the write-ahead log of a killed server. */
function stateWithoutSchema(path: string): FileState {
  try {
    const db = new Database(path, { readwrite: true, create: false, strict: true });
    try {
      const version = db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version;
      if (version !== 0) return 'present';
      const row = db.query<{ objects: number }, []>('SELECT count(*) AS objects FROM sqlite_schema').get();
      return row?.objects === 0 ? 'empty' : 'of another program';
    } finally {
      db.close();
    }
  } catch {
    // Opening the file reports its damage.
    return 'present';
  }
}

/** Names of what a club left behind; an empty folder counts as none. */
function listTraces(dataDir: string): string[] {
  const isTrace = (name: string) => {
    const stat = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
    if (!stat) return false;
    return stat.isDirectory() ? namesIn(join(dataDir, name)).length > 0 : stat.size > 0;
  };
  const earlier = namesIn(dataDir).filter((name) => /^before-restore-\d{8}/.test(name));
  return [...TRACES.filter(isTrace), ...earlier];
}

/**
 * Moves the remains of a lost club aside, except its backups, and lets the next start begin a new one. The caller
 * holds the exclusive lock.
 */
export function allowNewClub(dataDir: string, now: number): string | null {
  if (fileState(dataDir) === 'present') {
    throw new OperatorError(`There is a club in ${dataDir}. Choose another folder with --data.`);
  }
  const stamp = clubTimestamp(now).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const aside = join(dataDir, `before-new-club-${stamp}`);
  const names = ['club.db-wal', 'club.db-shm', 'club.db', 'media', ...TRACES].filter(
    (name) => name !== 'backups' && existsSync(join(dataDir, name)),
  );
  if (names.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of new Set(names)) renameSync(join(dataDir, name), join(aside, name));
  const path = join(dataDir, NEW_CLUB_NAME);
  writeFileSync(path, '', { mode: 0o600 });
  return names.length > 0 ? aside : null;
}

/** Called once a start has a club: permission for a new one is good for one use. */
export function endNewClubPermission(dataDir: string): void {
  rmSync(join(dataDir, NEW_CLUB_NAME), { force: true });
}

/**
 * Writes the club's name next to a folder that is its own mount: if the disk is missing at a later start, the empty
 * folder underneath isn't mistaken for a new club. Where this can't be written, EXPECT_CLUB in the service says the
 * same.
 */
export function noteClubBeside(dataDir: string, name: string): void {
  try {
    if (statSync(dataDir).dev === statSync(dirname(dataDir)).dev || readNoteBeside(dataDir) === name) return;
    writeFileSync(notePath(dataDir), `${name}\n`, { mode: 0o644 });
  } catch {
    // The parent folder belongs to someone else.
  }
}

function readNoteBeside(dataDir: string): string {
  try {
    return readFileSync(notePath(dataDir), 'utf8').trim();
  } catch {
    return '';
  }
}

/** `/srv/.padel-club.club` for `/srv/padel-club` */
function notePath(dataDir: string): string {
  return join(dirname(dataDir), `.${basename(dataDir)}.club`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function listWords(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}
