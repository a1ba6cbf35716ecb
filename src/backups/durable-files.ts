import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;

/** A file by path, or one already open, because this process can no longer open it. */
export type FileSource = string | { path: string; fd: number };

export const pathOf = (file: FileSource) => (typeof file === 'string' ? file : file.path);
export const sizeOf = (file: FileSource) =>
  typeof file === 'string' ? statSync(file).size : fstatSync(file.fd).size;

/** Passes the bytes from `from` up to `to` to `onChunk`, a megabyte at a time. */
export function readChunks(
  file: FileSource,
  onChunk: (chunk: Uint8Array) => void,
  from = 0,
  to = Infinity,
): void {
  const fd = typeof file === 'string' ? openSync(file, 'r') : file.fd;
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let at = from; at < to; ) {
      const count = readSync(fd, buffer, 0, Math.min(CHUNK_BYTES, to - at), at);
      if (count === 0) return;
      onChunk(buffer.subarray(0, count));
      at += count;
    }
  } finally {
    if (typeof file === 'string') closeSync(fd);
  }
}

/** The SHA-256 of a file's bytes up to `to`; `onBytes` gets the size of each chunk. */
export function sha256File(file: FileSource, to = Infinity, onBytes?: (bytes: number) => void): string {
  const hash = new Bun.CryptoHasher('sha256');
  const onChunk = (chunk: Uint8Array) => {
    hash.update(chunk);
    onBytes?.(chunk.byteLength);
  };
  readChunks(file, onChunk, 0, to);
  return hash.digest('hex');
}

/** Syncs a file's content, or a folder's names, to disk. */
export function fsyncPath(path: string): void {
  const isWindows = process.platform === 'win32';
  // Windows can't open folders; its file system journals renames.
  if (isWindows && statSync(path).isDirectory()) return;
  // Windows only syncs files that are open for writing.
  const fd = openSync(path, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Sorted paths of the regular files below a folder, except hidden and unfinished (`.part`) ones; empty if the folder
 * is missing.
 */
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

/** The named folders in `root` and all folders below them, sorted; missing ones are skipped. */
export function listFolders(root: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    let entries: import('node:fs').Dirent[];
    try {
      entries = readdirSync(join(root, name), { withFileTypes: true });
    } catch {
      return [];
    }
    const below = entries.filter((entry) => entry.isDirectory()).map((entry) => `${name}/${entry.name}`);
    return [name, ...listFolders(root, below.sort())];
  });
}

/** Copies a file, syncing each megabyte: bookings would otherwise wait for one long sync at the end. */
export function copyFileDurably(from: string, to: string): void {
  const fd = openSync(to, 'w', 0o600);
  try {
    readChunks(from, (chunk) => {
      writeFileSync(fd, chunk);
      fdatasyncSync(fd);
    });
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Removes a file, a link or a folder with its content, if it exists. Bun's own folder removal uses a Windows call
 * that some file systems lack, as does Wine.
 */
export function removeTree(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    unlinkSync(path);
    return;
  }
  for (const name of readdirSync(path)) removeTree(join(path, name));
  rmdirSync(path);
}
