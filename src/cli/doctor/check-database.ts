import type { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assertNotLost, type ClubPlace } from '../../backups/lost-club.ts';
import { verifyDatabase } from '../../backups/verify-database.ts';
import { SCHEMA_FIX, schemaText } from '../../db/compare-schema.ts';
import { assertUpgradable, SCHEMA_VERSION } from '../../db/migrate.ts';
import { openToRead } from '../../db/open-database.ts';
import { LostClubError, OperatorError } from '../../db/operator-error.ts';
import { counted } from '../../domain/counted.ts';
import type { Progress } from '../../domain/progress-reporter.ts';
import { type CheckContext, type Finding, fail, ok, warn } from './finding.ts';

/**
 * Verifies the whole database file and that its receipts exist. `db` is open if the row checks can run; the caller
 * closes it.
 */
export function openCheckedDatabase(
  { config: { dataDir } }: CheckContext,
  progress: Progress,
): { findings: Finding[]; db: Database | null } {
  const path = join(dataDir, 'club.db');
  let contents: ReturnType<typeof verifyDatabase>;
  progress.stage('Verifying the database', statSync(path).size);
  try {
    contents = verifyDatabase(path);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const fix = 'Stop the site, copy the data folder to another disk, and restore the last backup.';
    return { findings: [fail(error.message, fix)], db: null };
  }
  const { schema, receipts } = contents;
  const findings = [ok('The database is intact: every page, index and reference is valid.')];
  if (schema > SCHEMA_VERSION) {
    const text = `The database has schema ${schema}, which is newer than ${SCHEMA_VERSION}, the schema of this program.`;
    return { findings: [...findings, fail(text, 'Install the newer padel-club.')], db: null };
  }
  findings.push(checkReceiptFiles(dataDir, receipts));
  if (schema < SCHEMA_VERSION) {
    const text = `The database has schema ${schema}, and this program uses ${SCHEMA_VERSION}.`;
    const refusal = upgradeRefusal(schema);
    if (refusal) return { findings: [...findings, fail(text, refusal)], db: null };
    const fix = 'Start the site: it makes a backup and upgrades the database.';
    return { findings: [...findings, warn(text, fix)], db: null };
  }
  const db = openToRead(path);
  const schemaFault = schemaText(db);
  if (schemaFault === null) return { findings, db };
  db.close();
  return { findings: [...findings, fail(schemaFault, SCHEMA_FIX)], db: null };
}

/** Finds a club whose database is gone; null if it is there. */
export async function findLostClub(place: ClubPlace): Promise<Finding | null> {
  try {
    await assertNotLost(place);
    return null;
  } catch (error) {
    if (!(error instanceof LostClubError)) throw error;
    const [text = '', ...fixes] = error.message.split('\n');
    return fail(text, fixes.join('\n           '));
  }
}

function upgradeRefusal(schema: number): string | null {
  try {
    assertUpgradable(schema);
    return null;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.message;
  }
}

function checkReceiptFiles(dataDir: string, receipts: readonly string[]): Finding {
  const missing = receipts.filter((receipt) => !existsSync(join(dataDir, receipt)));
  const [count, total] = [receipts.length, counted(receipts.length, 'receipt')];
  if (count === 0) return ok('There are no receipts yet.');
  if (missing.length === 0) return ok(count === 1 ? 'The only receipt exists.' : `All ${total} exist.`);
  return fail(
    `${missing.length} of ${total} ${missing.length === 1 ? 'is' : 'are'} missing, such as ${missing[0]}.`,
    'Take them from a backup: tar --zstd -xf BACKUP receipts',
  );
}
