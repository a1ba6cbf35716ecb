import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../db/operator-error.ts';

const MAX_BYTES = 5_000_000;
const OLD_FILES = 4;

/**
 * Appends to a log file. Once it is full it becomes `.1`, the one before `.2` and so on, and the oldest goes. Throws
 * `OperatorError` if the file can't be opened; later faults are ignored, so that the server carries on.
 */
export function openLogFile(path: string, maxBytes = MAX_BYTES): (text: string) => void {
  let file: { fd: number; bytes: number } | null = null;
  const open = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fd = openSync(path, 'a', 0o600);
    return { fd, bytes: fstatSync(fd).size };
  };
  const close = () => {
    if (!file) return;
    const { fd } = file;
    file = null;
    closeSync(fd);
  };
  try {
    file = open();
  } catch (error) {
    throw new OperatorError(`LOG_FILE ${path} cannot be written (${(error as { code?: unknown }).code}).`);
  }
  return (text) => {
    try {
      const bytes = Buffer.from(text);
      if (file && file.bytes > 0 && file.bytes + bytes.length > maxBytes) {
        close();
        turnOver(path);
      }
      file ??= open();
      file.bytes += writeSync(file.fd, bytes);
    } catch {
      // The disk is full or the folder is gone.
    }
  };
}

function turnOver(path: string): void {
  for (let number = OLD_FILES; number >= 1; number -= 1) {
    try {
      renameSync(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`);
    } catch {
      // Missing, or held by a program that reads it: the next line tries again.
    }
  }
}
