import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TarSource } from 'modern-tar/fs';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress.ts';
import { checkSeal, writeArchive } from './archive.ts';
import { FOLDERS, listFiles, sha256Of, sync } from './files.ts';
import { FORMAT_NOW, MANIFEST, type Manifest, type ManifestFile } from './manifest.ts';
import { withoutSecrets } from './secrets.ts';
import { examine, look, snapshot } from './snapshot.ts';
import { unpack } from './unpack.ts';

export interface BackupWish {
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
  giveWay?: () => void;
  progress?: Progress;
}

export interface Backup {
  path: string;
  bytes: number;
  manifest: Manifest;
  /** Older backups that made room. */
  removed: string[];
}

/** How often to start anew when a receipt vanishes between the look at the database and the copying. */
const MOST_TRIES = 3;

/**
 * Writes one file with the whole club, as it was at one moment, and proves it by reading it back. Only a
 * proven file gets its name. The caller holds the club's lock for `backup`.
 */
export async function makeBackup(wish: BackupWish): Promise<Backup> {
  const { progress = UNWATCHED: NO_PROGRESS } = wish;
  const slug = slugOf(wish.club);
  mkdirSync(wish.folder, { recursive: true, mode: 0o700 });
  // What a killed backup left; nobody else works here while the lock is held.
  const work = join(wish.folder, `.${slug}-unfinished`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    const partial = join(work, 'backup');
    const manifest = await writeWhole({ ...wish, progress }, work, partial);
    sync(partial);
    checkSeal(partial, progress);
    const proof = join(work, 'proof');
    mkdirSync(proof);
    // Receipts are only read and compared; the database is opened.
    await unpack(partial, proof, { write: (name) => name === 'club.db', durable: false, progress });
    const copy = join(proof, 'club.db');
    progress.stage('Proving the database', statSync(copy).size);
    examine(copy);
    const path = freeName(wish.folder, slug, wish.now());
    renameSync(partial, path);
    sync(wish.folder);
    const removed = wish.keep === null ? [] : prune(wish.folder, slug, wish.keep);
    return { path, bytes: statSync(path).size, manifest, removed };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

type Watched = BackupWish & { progress: Progress };

async function writeWhole(wish: Watched, work: string, partial: string): Promise<Manifest> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOnce(wish, work, partial, attempt === MOST_TRIES);
    } catch (error) {
      if (!(error instanceof Vanished) && (error as { code?: unknown }).code !== 'ENOENT') throw error;
      if (attempt === MOST_TRIES) throw error;
      rmSync(partial, { force: true });
    }
  }
}

/** A receipt that the copy of the database names is gone: it was replaced meanwhile, or lost long ago. */
class Vanished extends Error {}

/** The database first: whatever receipt it names is on the disk already, under a name that never changes. */
async function writeOnce(wish: Watched, work: string, partial: string, lastTry: boolean): Promise<Manifest> {
  const database = join(work, 'club.db');
  rmSync(database, { force: true });
  const original = join(wish.dataDir, 'club.db');
  wish.progress.stage('Copying the database', statSync(original).size);
  snapshot(original, database);
  wish.giveWay?.();
  const { schema, receipts } = look(database);

  const sources = [{ name: 'club.db', path: database }];
  const settings = join(work, 'club.toml');
  if (copySettings(wish, settings)) sources.push({ name: 'club.toml', path: settings });
  for (const folder of FOLDERS) {
    for (const name of listFiles(join(wish.dataDir, folder))) {
      sources.push({ name: `${folder}/${name}`, path: join(wish.dataDir, folder, name) });
    }
  }
  const present = new Set(sources.map((source) => source.name));
  const missing = receipts.filter((receipt) => !present.has(receipt));
  if (missing.length > 0 && !lastTry) throw new Vanished();

  const sizes = sources.map(({ path }) => statSync(path).size);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const passed = (bytes: number) => wish.progress.advance(bytes);
  wish.progress.stage('Adding up', whole);
  const files: ManifestFile[] = sources.map(({ name, path }, at) => ({
    name,
    size: sizes[at] ?? 0,
    sha256: sha256Of(path, Infinity, passed),
  }));
  const manifest: Manifest = {
    format: FORMAT_NOW,
    program: wish.program,
    schema,
    made_at: clubTimestamp(wish.now()),
    secrets: wish.withSecrets,
    missing_receipts: missing,
    files,
  };
  const mtime = new Date(wish.now());
  wish.progress.stage('Packing', whole);
  const packed: TarSource[] = [
    { type: 'content', content: JSON.stringify(manifest, null, 2), target: MANIFEST, mtime, mode: 0o600 },
    ...sources.map(
      ({ name, path }): TarSource => ({ type: 'file', source: path, target: name, mtime, mode: 0o600 }),
    ),
  ];
  await writeArchive(partial, packed, passed);
  rmSync(database);
  return manifest;
}

function copySettings(wish: BackupWish, to: string): boolean {
  let source: string;
  try {
    source = readFileSync(join(wish.dataDir, 'club.toml'), 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
  writeFileSync(to, wish.withSecrets ? source : withoutSecrets(source), { mode: 0o600 });
  return true;
}

function slugOf(club: string): string {
  const slug = club
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return slug || 'padel-club';
}

/** `padel-club-faisalabad-20261121-050003.tar.zst`, in club time; a second one in that second gets a `b`. */
function freeName(folder: string, slug: string, now: number): string {
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
  const pattern = new RegExp(`^${slugOf(club)}-\\d{8}-\\d{6}[b-z]?\\.tar\\.zst$`);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

function prune(folder: string, club: string, keep: number): string[] {
  const surplus = listBackups(folder, club).slice(0, -keep);
  for (const name of surplus) rmSync(join(folder, name));
  return surplus;
}
