import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { openToRead } from '../db/open-database.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Progress } from '../domain/progress-reporter.ts';
import { writeArchive } from './archive.ts';
import { listFiles, sha256File } from './durable-files.ts';
import {
  DATA_FOLDERS,
  EMBEDDED_FORMAT,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  STORED_FORMAT,
  totalSize,
} from './manifest.ts';
import { containsSecret, stripSecrets } from './strip-secrets.ts';
import { unpackSnapshot } from './unpack.ts';
import { type DatabaseContents, inspectDatabase } from './verify-database.ts';

/** One file of a snapshot: the copied database or settings, or a receipt or picture from the data folder. */
export interface SnapshotFile extends ManifestFile {
  path: string;
  mtimeMs: number;
}

/** The club at one moment. */
export interface Snapshot {
  /** It contains every change committed before this moment; epoch milliseconds. */
  at: number;
  database: string;
  contents: DatabaseContents;
  /** The copied database and settings. */
  club: SnapshotFile[];
  /** Receipts and pictures, under names that never change. */
  files: SnapshotFile[];
  /** True if no password or key is left out of the settings, also because they have none. */
  withSecrets: boolean;
  /** Receipts named in the database that have no file. */
  missingReceipts: string[];
}

export interface SnapshotInput {
  dataDir: string;
  /** A folder for the copied database and settings. */
  workDir: string;
  withSecrets: boolean;
  now: () => number;
  progress: Progress;
  /** How many times to try when a file vanishes midway. */
  attempts?: number;
  /** Digests from earlier snapshots: a file with the same name, size and time isn't read again. */
  known?: ReadonlyMap<string, Omit<SnapshotFile, 'path'>>;
  /** Called once the database is copied: SQLite can't truncate its log meanwhile, so the copy must be fast. */
  onDatabaseCopied?: (() => void) | undefined;
}

/** The copied database names a receipt whose file is missing: replaced in the meantime, or lost long ago. */
class ReceiptVanishedError extends Error {}

/**
 * Takes a snapshot and passes it to `use`. Both are repeated up to `attempts` times if a file vanishes midway: a
 * customer may replace a receipt after the database was copied.
 */
export async function withSnapshot<T>(
  input: SnapshotInput,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { attempts = 1 } = input;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await use(takeSnapshot(input, attempt === attempts));
    } catch (error) {
      const vanished =
        error instanceof ReceiptVanishedError || (error as { code?: unknown }).code === 'ENOENT';
      if (!vanished || attempt === attempts) throw error;
    }
  }
}

/** Copies the database first, so the receipts it names are on disk. */
function takeSnapshot(input: SnapshotInput, acceptMissing: boolean): Snapshot {
  const { dataDir, workDir, withSecrets, progress, known = new Map() } = input;
  const at = input.now();
  const database = join(workDir, 'club.db');
  rmSync(database, { force: true });
  progress.stage('Copying the database', statSync(join(dataDir, 'club.db')).size);
  copyDatabase(join(dataDir, 'club.db'), database);
  input.onDatabaseCopied?.();
  const contents = inspectDatabase(database);

  const club = [{ name: 'club.db', path: database }];
  const settings = join(workDir, 'club.toml');
  const copied = copySettings(dataDir, settings, withSecrets);
  if (copied) club.push({ name: 'club.toml', path: settings });
  const files = DATA_FOLDERS.flatMap((folder) =>
    listFiles(join(dataDir, folder)).map((file) => ({
      name: `${folder}/${file}`,
      path: join(dataDir, folder, file),
    })),
  );
  const names = new Set(files.map(({ name }) => name));
  const missingReceipts = contents.receipts.filter((receipt) => !names.has(receipt));
  if (missingReceipts.length > 0 && !acceptMissing) throw new ReceiptVanishedError();

  const sources = [...club, ...files].map(({ name, path }) => {
    const { size, mtimeMs } = statSync(path);
    return { name, path, size, mtimeMs };
  });
  progress.stage('Hashing files', totalSize(sources));
  const described = sources.map((source): SnapshotFile => {
    const earlier = known.get(source.name);
    if (earlier && earlier.size === source.size && earlier.mtimeMs === source.mtimeMs) {
      progress.advance(source.size);
      return { ...source, sha256: earlier.sha256 };
    }
    return { ...source, sha256: sha256File(source.path, Infinity, (bytes) => progress.advance(bytes)) };
  });
  return {
    at,
    database,
    contents,
    club: described.slice(0, club.length),
    files: described.slice(club.length),
    withSecrets: copied?.isWhole ?? withSecrets,
    missingReceipts,
  };
}

/**
 * Packs a snapshot into a new file and reads it back: either with the receipts and pictures inside, or with a list of
 * them if they are stored next to it.
 */
export async function packSnapshot(
  path: string,
  snapshot: Snapshot,
  input: { filesInside: boolean; program: string; progress: Progress },
): Promise<Manifest> {
  const { at, contents, club, files } = snapshot;
  const { filesInside, program, progress } = input;
  const packed = filesInside ? [...club, ...files] : club;
  const { schema, clubId } = contents;
  const manifest: Manifest = {
    format: filesInside ? EMBEDDED_FORMAT : STORED_FORMAT,
    program,
    schema,
    made_at: clubTimestamp(at),
    ...(clubId && schema === SCHEMA_VERSION ? { club: clubId } : {}),
    secrets: snapshot.withSecrets,
    missing_receipts: snapshot.missingReceipts,
    files: packed.map(toManifestFile),
    ...(filesInside ? {} : { stored_files: files.map(toManifestFile) }),
  };
  const entry = { mtime: new Date(at), mode: 0o600 };
  progress.stage('Packing', totalSize(packed));
  rmSync(path, { force: true });
  await writeArchive(
    path,
    [
      { type: 'content', content: JSON.stringify(manifest, null, 2), target: MANIFEST_NAME, ...entry },
      ...packed.map((file) => ({
        type: 'file' as const,
        source: file.path,
        target: file.name,
        ...entry,
      })),
    ],
    (bytes) => progress.advance(bytes),
  );
  await unpackSnapshot(path, '', { shouldWrite: () => false, durable: false, progress });
  return manifest;
}

const toManifestFile = ({ name, size, sha256 }: ManifestFile): ManifestFile => ({ name, size, sha256 });

/**
 * Copies the database's state at one moment while servers write: `VACUUM INTO` reads inside a single transaction,
 * which in WAL mode blocks no writer.
 */
function copyDatabase(from: string, to: string): void {
  const db = openToRead(from);
  try {
    db.run('PRAGMA busy_timeout = 10000');
    // Only what is packed from the copy is kept; syncing here would stall any bookings being made.
    db.run('PRAGMA synchronous = OFF');
    db.query('VACUUM INTO ?').run(to);
  } finally {
    db.close(true);
  }
}

/** Null if the folder has no settings; whole if no password or key was left out. */
function copySettings(dataDir: string, target: string, withSecrets: boolean): { isWhole: boolean } | null {
  let source: string;
  try {
    source = readFileSync(join(dataDir, 'club.toml'), 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
  writeFileSync(target, withSecrets ? source : stripSecrets(source), { mode: 0o600 });
  return { isWhole: withSecrets || !containsSecret(source) };
}
