import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDir } from '../backups/open-data-dir.ts';
import { ClubDb } from '../db/club-db.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { CommandContext } from './command.ts';

/** Opens the club of the data folder for one command; servers may be running. */
export async function withOpenClub<T>(
  context: CommandContext,
  work: (open: { club: ClubDb; dataDir: string }) => Promise<T>,
): Promise<T> {
  const dataDir = context.resolveDataDir();
  assertClubExists(dataDir);
  const lock = openDataDir(dataDir);
  try {
    const db = openDatabase(join(dataDir, 'club.db'));
    try {
      const schema = schemaVersionOf(db);
      if (schema !== SCHEMA_VERSION) throw new OperatorError(schemaMismatchError(schema));
      return await work({ club: new ClubDb(db, Date.now), dataDir });
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

export function assertClubExists(dataDir: string): void {
  if (existsSync(join(dataDir, 'club.db'))) return;
  throw new OperatorError(
    `There is no club in ${dataDir}. Give its folder with --data, or start the site there once.`,
  );
}

function schemaMismatchError(schema: number): string {
  const mismatch = `This club has database schema ${schema}, and this program uses ${SCHEMA_VERSION}.`;
  return schema < SCHEMA_VERSION
    ? `${mismatch} Start the site once; it upgrades the club.`
    : `${mismatch} Install the newer padel-club.`;
}
