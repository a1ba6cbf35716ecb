import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** True if a write to a file or database failed for lack of space. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return FULL.includes(String(code)) || (cause !== undefined && isDiskFull(cause));
}

/** How much the database's log grows in a busy minute. */
const PROBE_BYTES = 256 * 1024;
const PROBE_NAME = '.room';

/**
 * True if a write fits next to the database. Tested with a real write when space is low, because a quota shows no
 * other sign.
 */
export function hasRoom(dataDir: string, { isDoubted }: { isDoubted: boolean }): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  if (!isDoubted && bavail * bsize > PROBE_BYTES) return true;
  const path = join(dataDir, PROBE_NAME);
  try {
    writeFileSync(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    return true;
  } catch (error) {
    return !isDiskFull(error);
  } finally {
    rmSync(path, { force: true });
  }
}

/** For the operator, when a club's disk is full. */
export function diskFullText(dataDir: string): string {
  return `The disk of ${dataDir} is full, so nothing can be saved there. Free some space, for example by moving old files of ${join(dataDir, 'backups')} to another disk, and try again.`;
}
