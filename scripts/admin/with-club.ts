import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { enterClub } from '../../src/backups/enter.ts';
import { ClubDb } from '../../src/db/club-db.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { OperatorError } from '../../src/db/operator-error.ts';
import type { Call } from './command.ts';

/** Opens the club of the data folder for one command, beside a server that may be running. */
export async function withClub<T>(
  call: Call,
  work: (open: { club: ClubDb; dataDir: string }) => Promise<T>,
): Promise<T> {
  const dataDir = call.dataDir();
  refuseMissing(dataDir);
  const lock = enterClub(dataDir);
  try {
    const db = openDatabase(join(dataDir, 'club.db'));
    try {
      const schema = schemaVersionOf(db);
      if (schema !== SCHEMA_VERSION) throw new OperatorError(otherSchema(schema));
      return await work({ club: new ClubDb(db, Date.now), dataDir });
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

export function refuseMissing(dataDir: string): void {
  if (existsSync(join(dataDir, 'club.db'))) return;
  throw new OperatorError(
    `There is no club in ${dataDir}. Name its folder with --data, or start the site there once.`,
  );
}

function otherSchema(schema: number): string {
  const what = `This club has database schema ${schema} and this program makes ${SCHEMA_VERSION}.`;
  return schema < SCHEMA_VERSION
    ? `${what} Start the site once; it upgrades the club.`
    : `${what} Install the newer padel-club.`;
}
