import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './disk-room.ts';

/** Kept out of the database: a quiet club's database must not change, or it would be copied each time. */
const FILE_NAME = '.clock';
const STOPPED = 'stopped';

/** The last time confirmed by a server or an owner; null if unknown. */
export function readLastTime(dataDir: string): number | null {
  const at = Date.parse(readWords(dataDir)[0] ?? '');
  return Number.isNaN(at) ? null : at;
}

/** True if a person or the system stopped the last server, so that its downtime says nothing about the clock. */
export function wasStopped(dataDir: string): boolean {
  return readWords(dataDir)[1] === STOPPED;
}

function readWords(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, FILE_NAME), 'utf8').trim().split(' ');
  } catch {
    return [];
  }
}

/**
 * A power cut may lose the last minutes or empty the file, which only costs the comparison. Written in place, because
 * a new file each time costs a memory card five times as much. Follows no link.
 */
export function writeLastTime(dataDir: string, at: number, { stopped = false } = {}): void {
  const text = `${new Date(at).toISOString()}${stopped ? ` ${STOPPED}` : ''}\n`;
  const file = openInPlace(join(dataDir, FILE_NAME));
  try {
    writeSync(file, text, 0);
    if (fstatSync(file).size > text.length) ftruncateSync(file, text.length);
  } finally {
    closeSync(file);
  }
}

/** Replaces whatever is no file, such as a link or a pipe. Windows has neither flag. */
function openInPlace(path: string): number {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  }
}
