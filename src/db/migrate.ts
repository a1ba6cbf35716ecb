import type { Database } from 'bun:sqlite';
import club from './migrations/0001_club.sql' with { type: 'text' };
import desk from './migrations/0002_desk.sql' with { type: 'text' };
import outbox from './migrations/0003_outbox.sql' with { type: 'text' };
import accounts from './migrations/0004_accounts.sql' with { type: 'text' };

/** In order; a migration's number is its place in this list, counted from 1. Never edit one that shipped. */
const MIGRATIONS: readonly string[] = [club, desk, outbox, accounts];

export const SCHEMA_VERSION = MIGRATIONS.length;

export function schemaVersionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/**
 * Brings the file to this program's schema, each step in a transaction of its own. `beforeUpgrade` runs
 * once, before the first step on a file that already holds a club.
 */
export function migrate(db: Database, beforeUpgrade?: (from: number) => void): void {
  const from = schemaVersionOf(db);
  if (from > SCHEMA_VERSION) {
    throw new Error(
      `This database has schema ${from}, but this program knows only up to ${SCHEMA_VERSION}. Install a newer version of padel-club.`,
    );
  }
  if (from > 0 && from < SCHEMA_VERSION) beforeUpgrade?.(from);
  for (const [index, sql] of MIGRATIONS.entries()) {
    const version = index + 1;
    if (version <= from) continue;
    db.transaction(() => {
      // A second process may have been quicker while this one waited for the lock.
      if (schemaVersionOf(db) >= version) return;
      db.run(sql);
      db.run(`PRAGMA user_version = ${version}`);
    }).immediate();
  }
}
