import { join } from 'node:path';
import { assertClubExists, type ClubPlace } from '../backups/lost-club.ts';
import { openDataDir } from '../backups/open-data-dir.ts';
import { parseSettings, readConfig, SettingError } from '../config/load-config.ts';
import { ClubDb } from '../db/club-db.ts';
import { assertOwnSchema } from '../db/compare-schema.ts';
import { assertCanOpen } from '../db/data-dir-ownership.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { CommandContext } from './command.ts';

/** Opens the data folder's club for one command; servers may be running. */
export async function withOpenClub<T>(
  context: CommandContext,
  work: (open: { club: ClubDb; dataDir: string }) => Promise<T>,
): Promise<T> {
  const dataDir = context.resolveDataDir();
  await requireClub(context);
  const lock = openDataDir(dataDir);
  try {
    const db = openDatabase(join(dataDir, 'club.db'));
    try {
      const schema = schemaVersionOf(db);
      if (schema !== SCHEMA_VERSION) throw new OperatorError(schemaMismatchError(schema));
      assertOwnSchema(db);
      return await work({ club: new ClubDb(db, Date.now), dataDir });
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

/** Throws `OperatorError` if the data folder has no club, or has lost its database; writes nothing. */
export function requireClub(context: CommandContext): Promise<void> {
  assertCanOpen(context.resolveDataDir());
  return assertClubExists(placeOf(context));
}

/** An invalid settings file must not hide that the club is lost. */
export function placeOf({ env, resolveDataDir }: CommandContext, dataDir = resolveDataDir()): ClubPlace {
  try {
    return readConfig(env, dataDir);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return {
      dataDir,
      expectedClub: env.EXPECT_CLUB ?? '',
      backup: { ...parseSettings('', {}, '').backup, folder: env.BACKUP_FOLDER ?? '' },
    };
  }
}

function schemaMismatchError(schema: number): string {
  const mismatch = `This club has database schema ${schema}, and this program uses ${SCHEMA_VERSION}.`;
  return schema < SCHEMA_VERSION
    ? `${mismatch} Start the site once; it upgrades the club.`
    : `${mismatch} Install the newer padel-club.`;
}
