import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the database, because a quiet club's database must not change, or it would be copied each time. */
const FILE_NAME = '.clock';
const STOPPED = 'stopped';

/** The last time that a server or an owner confirmed; null when none is known. */
export function readLastTime(dataDir: string): number | null {
  const at = Date.parse(readWords(dataDir)[0] ?? '');
  return Number.isNaN(at) ? null : at;
}

/** True when the last server was stopped by a person or the system: how long it was off says nothing of the clock. */
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

/** A power cut may lose the last minutes or empty the file, which costs nothing but the comparison. Follows no link. */
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
