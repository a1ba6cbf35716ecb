import { Database } from 'bun:sqlite';
import { basename } from 'node:path';
import { schemaVersionOf } from '../db/migrate.ts';
import { OperatorError } from '../db/operator-error.ts';

/**
 * Copies the database as it is at one moment, while servers go on writing: `VACUUM INTO` reads inside one
 * transaction and in WAL mode keeps nobody waiting. The copy is not synced: that is for who keeps it.
 */
export function snapshotDatabase(from: string, to: string): void {
  const db = new Database(from, { strict: true, readwrite: true, create: false });
  try {
    db.run('PRAGMA busy_timeout = 10000');
    db.query('VACUUM INTO ?').run(to);
  } finally {
    db.close(true);
  }
}

/** What a database file that nobody else uses is of. */
export interface DatabaseContents {
  schema: number;
  /** The receipt files its bookings name, as places in the data folder. */
  receipts: string[];
}

/** Looks into a database file without proving it. */
export function inspectDatabase(path: string): DatabaseContents {
  return withDatabase(path, (db) => ({ schema: schemaVersionOf(db), receipts: listReceiptFiles(db) }));
}

/** Throws unless every page, index and reference of the file is whole. */
export function verifyDatabase(path: string): DatabaseContents {
  return withDatabase(path, (db) => {
    const faults = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check(3)').all();
    const [first] = faults;
    if (faults.length !== 1 || first?.integrity_check !== 'ok') {
      throw new OperatorError(`The database is damaged: ${first?.integrity_check ?? 'no answer'}`);
    }
    const [orphan] = db.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all();
    if (orphan) {
      throw new OperatorError(`The database is not whole: a row of ${orphan.table} has no ${orphan.parent}.`);
    }
    return { schema: schemaVersionOf(db), receipts: listReceiptFiles(db) };
  });
}

function withDatabase(path: string, use: (db: Database) => DatabaseContents): DatabaseContents {
  const db = new Database(path, { strict: true, readwrite: true, create: false });
  try {
    db.run('PRAGMA trusted_schema = OFF');
    return use(db);
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error)) throw error;
    throw new OperatorError(`The database cannot be read: ${error.message}`);
  } finally {
    db.close(true);
  }
}

function listReceiptFiles(db: Database): string[] {
  return db
    .query<{ path: string }, []>(
      `SELECT payment_receipt AS path FROM booking WHERE payment_receipt IS NOT NULL AND payment_receipt <> ''
       UNION SELECT 'receipts/' || path FROM receipt WHERE path IS NOT NULL`,
    )
    .all()
    .map((row) => `receipts/${basename(row.path)}`);
}
