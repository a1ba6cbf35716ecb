import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** Whether a write of a file or of a database failed for lack of room. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return FULL.includes(String(code)) || (cause !== undefined && isDiskFull(cause));
}

/** As much as the log of the database grows in a busy minute. */
const PROBE_BYTES = 256 * 1024;
const PROBE_NAME = '.room';

/** Whether a write fits beside the database; it is tried where little is free, because a quota has no other sign. */
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

/** What an operator reads when the disk of a club is full. */
export function diskFullText(dataDir: string): string {
  return `The disk of ${dataDir} is full, so nothing can be saved there. Free some space, for example by moving old files of ${join(dataDir, 'backups')} to another disk, and try again.`;
}
