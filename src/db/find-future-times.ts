import type { Database } from 'bun:sqlite';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Rows that a clock which was ahead has written are among the newest ones. */
const NEWEST_ROWS = 10_000;

/** Every column that holds an instant, with the longest time its writer adds to the present. */
const INSTANT_COLUMNS: readonly [table: string, column: string, windowMs: number][] = [
  ['booking', 'created_at', 0],
  ['booking_origin', 'created_at', 0],
  ['calendar_feed', 'created_at', 0],
  ['calendar_version', 'created_at', 0],
  ['closure', 'created_at', 0],
  ['contact_message', 'created_at', 0],
  ['audit_log', 'at', 0],
  ['outbox', 'created_at', 0],
  ['receipt', 'created_at', 0],
  ['series', 'created_at', 0],
  ['series_request', 'created_at', 0],
  ['user', 'created_at', 0],
  ['backup_run', 'started_at', 0],
  ['checkout', 'created_at', 0],
  ['session', 'expire', 30 * DAY_MS],
  ['email_token', 'expire', 2 * DAY_MS],
  ['passkey', 'created_at', 0],
  ['personal_data_link', 'expire', DAY_MS],
  ['customer_note', 'created_at', 0],
  ['passkey_challenge', 'expire', DAY_MS],
  ['invitation', 'expire', 7 * DAY_MS],
  ['idempotency', 'created_at', 0],
  ['waitlist_entry', 'created_at', 0],
  ['offer', 'created_at', 0],
  ['rate_limit', 'since', 0],
];

/** Tables with rows that only a clock which was ahead can have written, and how many. */
export function findFutureInstants(db: Database, now: number): { table: string; rows: number }[] {
  return INSTANT_COLUMNS.map(([table, column, windowMs]) => ({
    table,
    rows: countFutureRows(db, table, column, latestPlausibleInstant(now, windowMs)),
  })).filter(({ rows }) => rows > 0);
}

function countFutureRows(db: Database, table: string, column: string, latest: number): number {
  const newest = hasRowId(db, table)
    ? `AND rowid > (SELECT ifnull(max(rowid), 0) FROM ${table}) - ${NEWEST_ROWS}`
    : '';
  const sql = `SELECT count(*) AS rows FROM ${table} WHERE ${column} > ? ${newest}`;
  return db.query<{ rows: number }, [number]>(sql).get(latest)?.rows ?? 0;
}

function hasRowId(db: Database, table: string): boolean {
  const row = db
    .query<{ wr: number }, [string]>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .get(table);
  return row?.wr === 0;
}
