import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clubTimestamp } from '../domain/business-day.ts';
import { snapshotDatabase, verifyDatabase } from './database-snapshot.ts';
import { fsyncPath } from './file-utils.ts';

/**
 * Keeps the database as it was before an upgrade: `backups/before-schema-3-20261121-0500.db`. Returns its
 * path. It throws, and with it the upgrade stops, when the copy cannot be made.
 */
export function copyBeforeUpgrade(dataDir: string, schema: number, now: number): string {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = clubTimestamp(now).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const path = join(folder, `before-schema-${schema + 1}-${stamp}.db`);
  if (existsSync(path)) return path;
  const partial = join(folder, `.before-schema-${process.pid}`);
  rmSync(partial, { force: true });
  snapshotDatabase(join(dataDir, 'club.db'), partial);
  verifyDatabase(partial);
  fsyncPath(partial);
  renameSync(partial, path);
  fsyncPath(folder);
  return path;
}
