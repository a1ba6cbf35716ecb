import { closeSync, fsyncSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What belongs to a club beside its database: folders of the data folder. */
export const DATA_FOLDERS = ['receipts', 'media'] as const;

/** Where a club's backups go: the folder its settings name, else one in its own. */
export function resolveBackupDir(dataDir: string, configured: string): string {
  return resolve(configured || join(dataDir, 'backups'));
}

const CHUNK_BYTES = 1024 * 1024;

/** Hands over the bytes of a file from `from` up to `to`, a megabyte at a time. */
export function readChunks(
  path: string,
  onChunk: (chunk: Uint8Array) => void,
  from = 0,
  to = Infinity,
): void {
  const fd = openSync(path, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let at = from; at < to; ) {
      const count = readSync(fd, buffer, 0, Math.min(CHUNK_BYTES, to - at), at);
      if (count === 0) return;
      onChunk(buffer.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(fd);
  }
}

/** The sum of a file's bytes up to `to`; `passed` is told of each piece as it is read. */
export function sha256File(path: string, to = Infinity, onBytes?: (bytes: number) => void): string {
  const hash = new Bun.CryptoHasher('sha256');
  const onChunk = (chunk: Uint8Array) => {
    hash.update(chunk);
    onBytes?.(chunk.byteLength);
  };
  readChunks(path, onChunk, 0, to);
  return hash.digest('hex');
}

/** Everything written to this file is on the disk when it returns; the same for a folder's names. */
export function fsyncPath(path: string): void {
  // Windows knows no handle on a folder; its renames are in the journal of the file system.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Regular files below a folder, by their names with slashes, sorted; none when there is no folder. Hidden ones and `.part` are somebody's work in progress. */
export function listFiles(folder: string, below = ''): string[] {
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(join(folder, below), { withFileTypes: true });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return listFiles(folder, name);
      return entry.isFile() && !name.endsWith('.part') ? [name] : [];
    })
    .sort();
}
