import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../db/data-dir-ownership.ts';
import { OperatorError } from '../db/operator-error.ts';
import { DATA_FOLDERS } from './manifest.ts';

/**
 * The folder for backups: the one named by the settings or `--to`, otherwise `backups` in the data folder. Throws
 * `OperatorError` for a folder inside `media`, which the site serves, or inside `receipts`, where each backup would
 * contain all earlier ones.
 */
export function resolveBackupDir(dataDir: string, configured: string): string {
  const folder = resolve(configured || join(dataDir, 'backups'));
  for (const name of DATA_FOLDERS) {
    if (isInside(realPath(folder), realPath(join(dataDir, name)))) {
      throw new OperatorError(
        `The backup folder ${folder} is inside ${join(dataDir, name)}. Choose a folder outside of it in [backup] folder of club.toml or with --to.`,
      );
    }
  }
  return folder;
}

/** Resolves links; any part of the path that doesn't exist yet stays as it is. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
