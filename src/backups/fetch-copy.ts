import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../db/operator-error.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import type { Progress } from '../domain/progress-reporter.ts';
import { type Copy, FILE_PREFIX, SNAPSHOT_PREFIX } from './copy-name.ts';
import { type Manifest, type ManifestFile, totalSize } from './manifest.ts';
import { eachInParallel, type Store } from './store.ts';
import { unpackSnapshot } from './unpack.ts';

const MAX_DOWNLOADS = 8;
/** Room for upgrading the database and for its log, as a multiple of its size. */
const DATABASE_ROOM = 3;

export interface FetchOptions {
  shouldWrite: (name: string) => boolean;
  /** If false, receipts and pictures are read and compared without being written. */
  writeFiles: boolean;
  progress: Progress;
}

export interface FetchedCopy {
  manifest: Manifest;
  /** Receipts and pictures that the store lacks or has in a different state. */
  damaged: ManifestFile[];
}

/**
 * Downloads a copy into a folder and checks every byte against its digest: database and settings from the snapshot,
 * then receipts and pictures. Throws `OperatorError` if the snapshot is damaged.
 */
export async function fetchCopy(
  store: Store,
  copy: Copy,
  targetDir: string,
  options: FetchOptions,
): Promise<FetchedCopy> {
  const { progress, shouldWrite } = options;
  assertRoom(targetDir, copy.bytes * 2);
  const archive = join(targetDir, 'snapshot');
  progress.stage('Downloading the database', copy.bytes);
  await download(store, copy.name, archive, (bytes) => progress.advance(bytes));
  const manifest = await unpackSnapshot(archive, targetDir, { shouldWrite, durable: true, progress });
  rmSync(archive);
  const files = manifest.stored_files ?? [];
  const bytes = totalSize(files);
  const databaseBytes = manifest.files.find(({ name }) => name === 'club.db')?.size ?? 0;
  assertRoom(targetDir, (options.writeFiles ? bytes : 0) + databaseBytes * DATABASE_ROOM);
  progress.stage(
    options.writeFiles ? 'Downloading receipts and pictures' : 'Comparing receipts and pictures',
    bytes,
  );
  const filesPrefix = `${copy.name.slice(0, copy.name.lastIndexOf(SNAPSHOT_PREFIX))}${FILE_PREFIX}`;
  const objects = await store.list(filesPrefix);
  const storedBytes = new Map(objects.map((object) => [object.name, object.bytes]));
  const damaged: ManifestFile[] = [];
  await eachInParallel(files, MAX_DOWNLOADS, async (file) => {
    const target = options.writeFiles ? join(targetDir, file.name) : null;
    if (target) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const name = filesPrefix + file.sha256;
    const isWhole =
      storedBytes.get(name) === file.size &&
      (await download(store, name, target, (count) => progress.advance(count))) === file.sha256;
    if (isWhole) return;
    damaged.push(file);
    if (target) rmSync(target, { force: true });
  });
  return { manifest, damaged };
}

/** Reads an object to its end, into a new synced file if `target` is given, and returns its SHA-256. */
async function download(
  store: Store,
  name: string,
  target: string | null,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const fd = target === null ? null : openSync(target, 'wx', 0o600);
  try {
    for await (const chunk of store.read(name)) {
      hash.update(chunk);
      onBytes(chunk.byteLength);
      for (let at = 0; fd !== null && at < chunk.byteLength; ) at += writeSync(fd, chunk, at);
    }
    if (fd !== null) fsyncSync(fd);
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return hash.digest('hex');
}

function assertRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new OperatorError(
    `The copy needs ${formatBytes(bytes)} on the disk of ${folder}, which has ${formatBytes(free)} left. Free some space or choose another disk. Nothing was changed.`,
  );
}
