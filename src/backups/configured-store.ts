import type { Config } from '../config/load-config.ts';
import { OperatorError } from '../db/operator-error.ts';
import { BucketStore } from './bucket-store.ts';
import { FolderStore } from './folder-store.ts';
import type { Store } from './store.ts';

/** Where this club's copies go: the bucket if there is one, otherwise the folder; null if neither is set. */
export function configuredStore({ backup }: Pick<Config, 'backup'>): Store | null {
  if (backup.s3.bucket !== '') return new BucketStore(backup.s3, 'copies/');
  return backup.folder === '' ? null : new FolderStore(backup.folder);
}

/**
 * The store named by `--from`: `bucket` or `folder` from the settings, or a folder's path. Throws `OperatorError` if
 * the settings don't have one.
 */
export function storeFrom(from: string, { backup }: Pick<Config, 'backup'>): Store {
  if (from === 'bucket') {
    if (backup.s3.bucket !== '') return new BucketStore(backup.s3, 'copies/');
    throw new OperatorError(
      'No bucket is set. Fill in [backup.s3] of club.toml, or set BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY (and BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_PREFIX where you use them).',
    );
  }
  if (from !== 'folder') return new FolderStore(from);
  if (backup.folder !== '') return new FolderStore(backup.folder);
  throw new OperatorError(
    'No folder is set. Name it, such as --from /mnt/copies, or set [backup] folder in club.toml.',
  );
}
