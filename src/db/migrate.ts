import type { Database } from 'bun:sqlite';
import club from './migrations/0001_club.sql' with { type: 'text' };
import deskTables from './migrations/0002_desk.sql' with { type: 'text' };
import outbox from './migrations/0003_outbox.sql' with { type: 'text' };
import accounts from './migrations/0004_accounts.sql' with { type: 'text' };
import backups from './migrations/0005_backups.sql' with { type: 'text' };
import receipts from './migrations/0006_receipts.sql' with { type: 'text' };
import payments from './migrations/0007_payments.sql' with { type: 'text' };
import searchMark from './migrations/0008_search_mark.sql' with { type: 'text' };
import cardReceived from './migrations/0009_card_received.sql' with { type: 'text' };
import outboxRecipients from './migrations/0011_outbox.sql' with { type: 'text' };
import keptReceipts from './migrations/0012_kept_receipts.sql' with { type: 'text' };
import bookingOrigin from './migrations/0014_booking_origin.sql' with { type: 'text' };
import ledger from './migrations/0015_ledger.sql' with { type: 'text' };
import roles from './migrations/0016_roles.sql' with { type: 'text' };
import payBy from './migrations/0017_pay_by.sql' with { type: 'text' };
import { OperatorError } from './operator-error.ts';

/** A migration's number is its place in this list, counted from 1. Never edit one that was released. */
const MIGRATIONS: readonly string[] = [
  club,
  deskTables,
  outbox,
  accounts,
  backups,
  receipts,
  payments,
  searchMark,
  cardReceived,
  outboxRecipients,
  keptReceipts,
  bookingOrigin,
  ledger,
  roles,
  payBy,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export function schemaVersionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** Upgrades the file to `targetVersion`; each migration has a transaction of its own and is told to `onStep` first. */
export function migrate(
  db: Database,
  targetVersion: number = SCHEMA_VERSION,
  onStep: (version: number) => void = () => {},
): void {
  const from = schemaVersionOf(db);
  if (from > SCHEMA_VERSION) {
    throw new OperatorError(
      `This database has schema ${from}, but this program knows only up to ${SCHEMA_VERSION}. Install a newer version of padel-club.`,
    );
  }
  if (from >= targetVersion) return;
  // A migration may rebuild a table; dropping the old one must not delete the rows that refer to it.
  db.run('PRAGMA foreign_keys = OFF');
  try {
    for (const [index, sql] of MIGRATIONS.slice(0, targetVersion).entries()) {
      if (index >= from) onStep(index + 1);
      applyMigration(db, index + 1, sql);
    }
  } finally {
    db.run('PRAGMA foreign_keys = ON');
  }
}

function applyMigration(db: Database, version: number, sql: string): void {
  db.transaction(() => {
    // Another process may have upgraded the file while this one waited for the lock.
    if (schemaVersionOf(db) >= version) return;
    db.run(sql);
    const [orphan] = db.query<{ table: string }, []>('PRAGMA foreign_key_check').all();
    if (orphan)
      throw new Error(`Upgrade ${version} would leave rows of ${orphan.table} that refer to missing rows.`);
    db.run(`PRAGMA user_version = ${version}`);
  }).immediate();
}
