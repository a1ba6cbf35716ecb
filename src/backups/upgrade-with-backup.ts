import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { assertUpgradable, migrate, SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { vacuum } from '../db/vacuum.ts';
import { createBackup } from './create-backup.ts';

/** A `backup` command may be running. */
const LOCK_WAIT_MS = 10 * 60_000;

/** Since this schema SQLite overwrites what it deletes; an older file still holds deleted words between its rows. */
const OVERWRITES_SINCE = 33;

/** What an upgrade does next: a stage of its backup, or the step to a schema. */
export type UpgradeStep = { backup: string } | { schema: number; of: number };

/**
 * Upgrades the club to this program. An existing club is first saved as a whole, as
 * `backups/before-schema-34-20261121-050003.tar.zst`, which the `restore` of the older program takes. Returns
 * the path, the earlier schema and whether what was deleted before is overwritten now, or null when the club had the schema of this program. Throws, before it
 * changes anything, when the backup cannot be made.
 */
export async function upgradeWithBackup(
  dataDir: string,
  db: Database,
  program: string,
  onStep: (step: UpgradeStep) => void = () => {},
): Promise<{ from: number; backup: string; isRewritten: boolean } | null> {
  const from = schemaVersionOf(db);
  if (from === 0 || from >= SCHEMA_VERSION) {
    migrate(db);
    return null;
  }
  assertUpgradable(from);
  const lock = lockDataDir(dataDir, 'backup', LOCK_WAIT_MS);
  try {
    const { path } = await createBackup({
      dataDir,
      folder: join(dataDir, 'backups'),
      club: `before schema ${SCHEMA_VERSION}`,
      keep: null,
      withSecrets: false,
      // The club is closed meanwhile; `restore` compares the indexes too.
      verification: 'rows',
      program,
      now: Date.now,
      progress: { stage: (backup) => onStep({ backup }), advance() {} },
    });
    migrate(db, (schema) => onStep({ schema, of: SCHEMA_VERSION }));
    const isRewritten = from >= OVERWRITES_SINCE || vacuum(db);
    return { from, backup: path, isRewritten };
  } finally {
    lock.release();
  }
}
