import type { Database } from 'bun:sqlite';

/** A kept sum or an entry that the ledger contradicts. */
export interface BookFault {
  kind: 'sums' | 'shifts';
  text: string;
}

interface BookCheck {
  kind: BookFault['kind'];
  /** Says which rows are wrong. */
  text: string;
  /** Selects `subject`, the name of each row that is wrong. */
  sql: string;
}

const CHECKS: readonly BookCheck[] = [
  {
    kind: 'sums',
    text: 'Bookings whose received sum differs from their ledger entries',
    sql: `SELECT 'booking #' || booking.id AS subject FROM booking
        LEFT JOIN (SELECT booking_id, sum(amount) AS amount FROM ledger_entry GROUP BY booking_id) AS entries
          ON entries.booking_id = booking.id
      WHERE booking.received <> ifnull(entries.amount, 0)`,
  },
  {
    kind: 'sums',
    text: 'Players whose received sum differs from their ledger entries',
    sql: `SELECT 'player ' || player.id AS subject FROM player
      WHERE received <> (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE player_id = player.id)
        OR is_host = 1 AND (charge <> 0 OR received <> 0)`,
  },
  {
    kind: 'sums',
    text: 'Split bookings whose shares exceed the charge, or that have an entry of another booking',
    sql: `SELECT 'booking #' || booking.id AS subject FROM booking
      WHERE activity_id IS NOT NULL AND charge < (SELECT sum(charge) FROM player
        -- What is kept of a player who left goes back when the place is taken.
        WHERE activity_id = booking.activity_id AND (state <> 'left' OR booking.status = 'cancelled'))
      UNION SELECT 'booking #' || booking.id FROM ledger_entry AS entry JOIN player ON player.id = entry.player_id
        JOIN booking ON booking.id = entry.booking_id WHERE booking.activity_id IS NOT player.activity_id`,
  },
  {
    kind: 'sums',
    text: 'Members whose credit differs from its entries',
    sql: `SELECT 'user ' || user_id AS subject FROM (
        SELECT user_id, amount FROM credit_balance
        UNION ALL SELECT user_id, -sum(amount) FROM credit_entry WHERE user_id IS NOT NULL GROUP BY user_id
      ) GROUP BY user_id HAVING sum(amount) <> 0`,
  },
  {
    kind: 'sums',
    text: 'Members whose credit is below 0',
    sql: `SELECT 'user ' || user_id AS subject FROM credit_entry WHERE user_id IS NOT NULL
      GROUP BY user_id HAVING sum(amount) < 0
      UNION SELECT 'user ' || user_id FROM credit_balance WHERE amount < 0`,
  },
  {
    kind: 'sums',
    text: "Ledger entries by credit that did not change the member's credit",
    sql: `SELECT 'entry ' || entry.id AS subject FROM ledger_entry AS entry WHERE entry.method = 'credit' AND entry.amount <>
      -(SELECT ifnull(sum(amount), 0) FROM credit_entry WHERE ledger_id = entry.id)`,
  },
  {
    kind: 'sums',
    text: 'Totals of the ledger that differ from its entries',
    sql: `WITH entries AS (SELECT strftime('%Y-%m-%d', (at + 18000000) / 1000, 'unixepoch') AS day, method, actor,
          ifnull(actor_id, 0) AS actor_id, max(amount, 0) AS incoming, max(-amount, 0) AS outgoing FROM ledger_entry),
        days AS (SELECT day, method, actor, actor_id, sum(incoming) AS incoming, sum(outgoing) AS outgoing
          FROM entries GROUP BY day, method, actor, actor_id)
      SELECT ltrim(period, 'dm') AS subject FROM (
        SELECT period, method, actor, actor_id, incoming, outgoing FROM ledger_total
        UNION ALL SELECT 'd' || day, method, actor, actor_id, -incoming, -outgoing FROM days
        UNION ALL SELECT 'm' || substr(day, 1, 7), method, actor, actor_id, -incoming, -outgoing FROM days
        UNION ALL SELECT 'all', method, actor, actor_id, -incoming, -outgoing FROM days
      ) GROUP BY period, method, actor, actor_id HAVING sum(incoming) <> 0 OR sum(outgoing) <> 0`,
  },
  {
    kind: 'sums',
    text: 'Totals of the statistics that differ from the bookings',
    sql: `SELECT ltrim(period, 'dm') AS subject FROM (
        SELECT period, status, bookings, amount FROM booking_stats
        UNION ALL SELECT 'd' || date, status, -count(*), -sum(received) FROM booking GROUP BY date, status
        UNION ALL SELECT 'm' || substr(date, 1, 7), status, -count(*), -sum(received) FROM booking
          GROUP BY substr(date, 1, 7), status
        UNION ALL SELECT 'all', status, -count(*), -sum(received) FROM booking GROUP BY status
      ) GROUP BY period, status HAVING sum(bookings) <> 0 OR sum(amount) <> 0`,
  },
  {
    kind: 'shifts',
    text: 'Cash entries that belong to no shift although one was open',
    // An entry of the very millisecond in which a shift opens or closes may be on either side.
    sql: `SELECT 'entry ' || entry.id AS subject FROM shift CROSS JOIN ledger_entry AS entry
        ON entry.at > shift.opened_at AND entry.at < ifnull(shift.closed_at, 9e15)
      WHERE entry.method = 'cash' AND entry.shift_id IS NULL`,
  },
  {
    kind: 'shifts',
    text: 'Closed shifts whose expected cash differs from their entries',
    sql: `SELECT 'shift ' || shift.id AS subject FROM shift WHERE closed_at IS NOT NULL AND expected IS NOT
      float + (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE shift_id = shift.id)`,
  },
];

/** Compares every kept sum with the entries it stands for; an empty list means that the books are right. */
export function listBookFaults(db: Database): BookFault[] {
  return CHECKS.flatMap(({ kind, text, sql }) => {
    const row = db
      .query<{ count: number; first: string }, []>(
        `SELECT count(*) AS count, min(subject) AS first FROM (${sql})`,
      )
      .get();
    return row && row.count > 0 ? [{ kind, text: `${text}: ${row.count}, such as ${row.first}.` }] : [];
  });
}
