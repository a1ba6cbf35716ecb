import type { Database } from 'bun:sqlite';
import { PLACE_HOLD_MINUTES } from '../domain/match.ts';
import { LONGEST_OFFER_MS } from '../domain/offer.ts';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';
import type { Transaction } from './club-db.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows written by a clock that ran ahead are among the newest. */
const NEWEST_ROWS = 10_000;

/** A column that holds an instant. */
interface StoredInstant {
  table: string;
  column: string;
  /** The furthest into the future that its writer ever looks. */
  leadMs: number;
  where?: string;
  /**
   * How to repair the row, as a `SET` of `$now` and of `$end`, which is `leadMs` later; if missing, it is only
   * reported.
   */
  repair?: 'DELETE' | `${string} = ${string}`;
}

const created = (table: string, column = 'created_at'): StoredInstant => ({ table, column, leadMs: 0 });

/**
 * Things that would last too long if written by a clock running ahead: a wait, a session, a link, an offer or a held
 * place.
 */
const STORED_INSTANTS: readonly StoredInstant[] = [
  created('booking'),
  created('calendar_feed'),
  created('calendar_version'),
  created('closure'),
  created('contact_message'),
  created('audit_log', 'at'),
  created('outbox'),
  created('conversation_message'),
  { ...created('conversation', 'last_in_at'), repair: 'last_in_at = $now' },
  created('whatsapp_callback'),
  created('receipt'),
  created('series'),
  created('series_request'),
  created('user'),
  created('backup_run', 'started_at'),
  created('checkout'),
  created('passkey'),
  created('customer_note'),
  created('contact_block'),
  created('waitlist_entry'),
  created('match'),
  created('coach'),
  created('coach_busy'),
  created('event'),
  created('tournament'),
  // A round called in the future would never begin.
  { ...created('tournament', 'called_at'), repair: 'called_at = $now' },
  created('shift', 'opened_at'),
  created('ledger_entry', 'at'),
  created('credit_entry', 'at'),
  created('bank_statement', 'at'),
  // A future-dated row would count for more than a day.
  { ...created('staff_grant', 'at'), repair: 'at = $now' },
  created('staff_grant', 'seen_at'),
  { ...created('booking_origin'), repair: 'created_at = $now' },
  { ...created('idempotency'), repair: 'created_at = $now' },
  { ...created('rate_limit', 'since'), repair: 'DELETE' },
  { ...created('offer'), where: "state = 'open'", repair: 'created_at = $now, expires_at = $now' },
  {
    table: 'payer',
    column: 'hold_until',
    leadMs: LONGEST_OFFER_MS,
    where: 'booking_id IS NOT NULL',
    repair: `hold_until = $now + ${PLACE_HOLD_MINUTES * MINUTE_MS}`,
  },
  {
    table: 'session',
    column: 'expire',
    leadMs: 30 * DAY_MS,
    repair: "expire = $end, sess = json_set(sess, '$.started', $now, '$.seen', $now)",
  },
  {
    table: 'email_token',
    column: 'expire',
    leadMs: 48 * HOUR_MS,
    where: "purpose = 'verify_email'",
    repair: 'expire = $end',
  },
  {
    table: 'email_token',
    column: 'expire',
    leadMs: HOUR_MS,
    where: "purpose = 'reset_password'",
    repair: 'expire = $end',
  },
  { table: 'invitation', column: 'expire', leadMs: 7 * DAY_MS, repair: 'expire = $end' },
  { table: 'personal_data_link', column: 'expire', leadMs: DAY_MS, repair: 'expire = $end' },
  { table: 'passkey_challenge', column: 'expire', leadMs: 5 * MINUTE_MS, repair: 'DELETE' },
];

/** Tables with rows that only a clock running ahead can have written, and how many. */
export function listFutureInstants(db: Database, now: number): { table: string; rows: number }[] {
  const rowsOf = new Map<string, number>();
  for (const instant of STORED_INSTANTS) {
    const sql = `SELECT count(*) AS rows FROM ${instant.table} WHERE ${futureCondition(db, instant)}`;
    const rows =
      db.query<{ rows: number }, { latest: number }>(sql).get({ latest: latestOf(instant, now) })?.rows ?? 0;
    if (rows > 0) rowsOf.set(instant.table, (rowsOf.get(instant.table) ?? 0) + rows);
  }
  return [...rowsOf].map(([table, rows]) => ({ table, rows }));
}

/** When the newest plausible row was written; null in a new club. */
export function newestInstant(db: Database, now: number): number | null {
  const times = STORED_INSTANTS.filter(({ leadMs }) => leadMs === 0).flatMap(({ table, column }) => {
    const sql = `SELECT max(${column}) AS at FROM ${table} WHERE ${column} <= $latest${newestRows(db, table)}`;
    return (
      db.query<{ at: number | null }, { latest: number }>(sql).get({ latest: latestPlausibleInstant(now) })
        ?.at ?? []
    );
  });
  return times.length === 0 ? null : Math.max(...times);
}

/** Repairs rows that would hold a customer up or last too long. */
export function repairFutureInstants({ db, now }: Transaction): void {
  for (const instant of STORED_INSTANTS) {
    const { table, leadMs, repair } = instant;
    if (!repair) continue;
    const where = futureCondition(db, instant);
    const sql =
      repair === 'DELETE'
        ? `DELETE FROM ${table} WHERE ${where}`
        : `UPDATE ${table} SET ${repair} WHERE ${where}`;
    db.query(sql).run({ latest: latestOf(instant, now), now, end: now + leadMs });
  }
}

const latestOf = ({ leadMs }: StoredInstant, now: number) => latestPlausibleInstant(now, leadMs);

function futureCondition(db: Database, { table, column, where }: StoredInstant): string {
  return `${column} > $latest${where ? ` AND ${where}` : ''}${newestRows(db, table)}`;
}

function newestRows(db: Database, table: string): string {
  return hasRowId(db, table)
    ? ` AND rowid > (SELECT ifnull(max(rowid), 0) FROM ${table}) - ${NEWEST_ROWS}`
    : '';
}

function hasRowId(db: Database, table: string): boolean {
  const row = db
    .query<{ wr: number }, [string]>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .get(table);
  return row?.wr === 0;
}
