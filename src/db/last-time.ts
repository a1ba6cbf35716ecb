import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the database, because a quiet club's database must not change, or it would be copied each time. */
const FILE_NAME = '.clock';

/** The last time that a server or an owner confirmed; null when none is known. */
export function readLastTime(dataDir: string): number | null {
  try {
    const at = Date.parse(readFileSync(join(dataDir, FILE_NAME), 'utf8').trim());
    return Number.isNaN(at) ? null : at;
  } catch {
    return null;
  }
}

/** A power cut may lose the last minutes or empty the file, which costs nothing but the comparison. Follows no link. */
export function writeLastTime(dataDir: string, at: number): void {
  const path = join(dataDir, FILE_NAME);
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, `${new Date(at).toISOString()}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(part, path);
}
