import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../db/data-dir-ownership.ts';
import { OperatorError } from '../db/operator-error.ts';
import { DATA_FOLDERS } from './manifest.ts';

/**
 * The folder for backups: the one that the settings or `--to` name, else `backups` in the data folder. Throws
 * `OperatorError` for a folder inside `media`, which the site serves, or `receipts`: each backup would also
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

/** The path without links; the part that does not exist yet stays as it is. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
