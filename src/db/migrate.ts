import type { Database } from 'bun:sqlite';
import { searchText } from '../domain/search-text.ts';
import from010To020 from './migrations/0009_to_0033.sql' with { type: 'text' };
import from020To030 from './migrations/0033_to_0034.sql' with { type: 'text' };
import { OperatorError } from './operator-error.ts';
import schema from './schema.sql' with { type: 'text' };

interface Step {
  from: number;
  to: number;
  sql: string;
  /** For whatever SQL can't express. */
  finish?: (db: Database) => void;
}

/** From each release's schema to the next. Never edit a released step. */
const STEPS: readonly Step[] = [
  { from: 9, to: 33, sql: from010To020 },
  { from: 33, to: 34, sql: from020To030, finish: foldNames },
];
const NEW_CLUB: Step = { from: 0, to: 34, sql: schema };

export const SCHEMA_VERSION = NEW_CLUB.to;

export function schemaVersionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** Page cache of an upgrade in KiB: a page changed by several steps is written once. */
const CACHE_KIB = 256_000;

/**
 * Creates a new club, or upgrades one in a single transaction, so that a failure leaves the file as it was. Each step
 * is announced to `onStep` first.
 */
export function migrate(db: Database, onStep: (version: number) => void = () => {}): void {
  if (stepsFrom(schemaVersionOf(db)).length === 0) return;
  const cacheSize = db.query<{ cache_size: number }, []>('PRAGMA cache_size').get()?.cache_size ?? 0;
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  // A step may rebuild a table; dropping the old one must not delete rows that refer to it.
  db.run('PRAGMA foreign_keys = OFF');
  try {
    db.transaction(() => applySteps(db, onStep)).immediate();
  } finally {
    db.run('PRAGMA foreign_keys = ON');
    db.run(`PRAGMA cache_size = ${cacheSize}`);
  }
}

/** Throws if this program can neither use nor upgrade a database with this schema. */
export function assertUpgradable(version: number): void {
  stepsFrom(version);
}

function stepsFrom(version: number): readonly Step[] {
  if (version === 0) return [NEW_CLUB];
  if (version === SCHEMA_VERSION) return [];
  if (version > SCHEMA_VERSION) {
    throw new OperatorError(
      `This database has schema ${version}, but this program knows only up to ${SCHEMA_VERSION}. Install a newer version of padel-club.`,
    );
  }
  const first = STEPS.findIndex(({ from }) => from === version);
  if (first < 0) {
    throw new OperatorError(
      `This database has schema ${version}, which no release of padel-club ever had. Start the site once with padel-club 0.2.0, then with this version.`,
    );
  }
  return STEPS.slice(first);
}

function applySteps(db: Database, onStep: (version: number) => void): void {
  // Another process may have upgraded the file while this one waited for the lock.
  const steps = stepsFrom(schemaVersionOf(db));
  if (steps.length === 0) return;
  for (const { to, sql, finish } of steps) {
    onStep(to);
    db.run(sql);
    finish?.(db);
  }
  // Checked once after all steps, because it reads every row that refers to another.
  const [orphan] = db.query<{ table: string }, []>('PRAGMA foreign_key_check').all();
  if (orphan) throw new Error(`The upgrade would leave rows of ${orphan.table} that refer to missing rows.`);
  db.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** SQLite only lowercases and folds ASCII. */
function foldNames(db: Database): void {
  const update = db.query<null, [string, number]>('UPDATE payer SET search = ? WHERE id = ?');
  const rows = db.query<{ id: number; name: string; email: string; phone: string }, []>(
    "SELECT id, name, email, phone FROM payer WHERE name || email GLOB '*[^A-Za-z0-9@._+ -]*'",
  );
  for (const { id, ...contact } of rows.all()) update.run(searchText(contact), id);
}
