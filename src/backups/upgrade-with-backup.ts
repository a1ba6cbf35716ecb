import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { assertUpgradable, migrate, SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { vacuum } from '../db/vacuum.ts';
import { createBackup } from './create-backup.ts';

/** A `backup` command may be running. */
const LOCK_WAIT_MS = 10 * 60_000;

/** From this schema on, SQLite overwrites what it deletes; an older file still has deleted text between its rows. */
const OVERWRITES_SINCE = 33;

/** An upgrade's next step: a stage of its backup, or the move to a schema. */
export type UpgradeStep = { backup: string } | { schema: number; of: number };

/**
 * Upgrades the club to this program. An existing club is first saved in full as
 * `backups/before-schema-34-20261121-050003.tar.zst`, which the older program can `restore`. Returns the path, the
 * earlier schema, and whether previously deleted data has now been overwritten; null if the club already had this
 * schema. If the backup can't be made, throws before changing anything.
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
