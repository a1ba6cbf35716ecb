import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** A power cut may lose the last minutes or empty the file, which only costs the comparison. Follows no link. */
export function writeLastTime(dataDir: string, at: number, { stopped = false } = {}): void {
  const path = join(dataDir, FILE_NAME);
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, `${new Date(at).toISOString()}${stopped ? ` ${STOPPED}` : ''}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  renameSync(part, path);
}
