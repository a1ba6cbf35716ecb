import type { Database } from 'bun:sqlite';
import { basename } from 'node:path';
import { SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { openToRead } from '../db/open-database.ts';
import { OperatorError } from '../db/operator-error.ts';
import { readSecret } from '../db/stored-secret.ts';

/** Describes a database file that no other process is using. */
export interface DatabaseContents {
  schema: number;
  /** Receipt files named by its bookings, as paths in the data folder. */
  receipts: string[];
  /** Tells this club apart from another with the same name. */
  clubId: string;
  /** Backups that its log mentions. */
  recordedBackups: ReadonlySet<string>;
}

/** Reads a database file without verifying it. */
export function inspectDatabase(path: string): DatabaseContents {
  return withDatabase(path, describe);
}

/**
 * `everything` also compares each index with its table, which reads the file in the order of every index; `rows`
 * skips that, because an index can be rebuilt from the rows.
 */
export type VerificationDepth = 'everything' | 'rows';

/**
 * Throws `OperatorError` unless every page, row, reference and, with `everything`, index of the file is valid.
 * `checkBooks` throws if its totals are wrong; it is only called for this program's schema.
 */
export function verifyDatabase(
  path: string,
  checkBooks?: (db: Database) => void,
  depth: VerificationDepth = 'everything',
): DatabaseContents {
  return withDatabase(path, (db) => {
    const check = depth === 'everything' ? 'integrity_check' : 'quick_check';
    const faults = db.query<Record<string, string>, []>(`PRAGMA ${check}(3)`).all();
    const [first] = faults;
    if (faults.length !== 1 || first?.[check] !== 'ok') {
      throw new OperatorError(`The database is damaged: ${first?.[check] ?? 'no answer'}`);
    }
    const [orphan] = db.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all();
    if (orphan) {
      throw new OperatorError(
        `The database is not consistent: a row of ${orphan.table} refers to a missing ${orphan.parent}.`,
      );
    }
    const contents = describe(db);
    if (contents.schema === SCHEMA_VERSION) checkBooks?.(db);
    return contents;
  });
}

function withDatabase(path: string, use: (db: Database) => DatabaseContents): DatabaseContents {
  let db: Database | null = null;
  try {
    db = openToRead(path);
    db.run('PRAGMA trusted_schema = OFF');
    return use(db);
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error)) throw error;
    throw new OperatorError(`The database cannot be read: ${error.message}`);
  } finally {
    db?.close(true);
  }
}

function describe(db: Database): DatabaseContents {
  const schema = schemaVersionOf(db);
  return {
    schema,
    receipts: listReceiptFiles(db),
    clubId: hash(readSecret(db, 'cookie')),
    recordedBackups: new Set(listRecordedBackups(db)),
  };
}

function hash(secret: string): string {
  return new Bun.CryptoHasher('sha256').update(`club id ${secret}`).digest('hex').slice(0, 32);
}

function listRecordedBackups(db: Database): string[] {
  const rows = db.query<{ file: string }, []>('SELECT file FROM backup_run WHERE file IS NOT NULL').all();
  return rows.map(({ file }) => file);
}

/** Before 0.3.0, a booking itself named its customer's receipt. */
function listReceiptFiles(db: Database): string[] {
  const hasPayers = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'payer'").get() !== null;
  const owner = hasPayers ? 'payer' : 'booking';
  return db
    .query<{ path: string }, []>(
      `SELECT payment_receipt AS path FROM ${owner} WHERE payment_receipt IS NOT NULL AND payment_receipt <> ''
       UNION SELECT 'receipts/' || path FROM receipt WHERE path IS NOT NULL`,
    )
    .all()
    .map((row) => `receipts/${basename(row.path)}`);
}
