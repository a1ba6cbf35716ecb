import type { Database } from 'bun:sqlite';

/** A stored total or entry that contradicts the ledger. */
export interface BookFault {
  kind: 'sums' | 'shifts';
  text: string;
}

interface BookCheck {
  kind: BookFault['kind'];
  /** Says which rows are wrong. */
  text: string;
  /** Selects `subject`, the name of each wrong row. */
  sql: string;
}

const CHECKS: readonly BookCheck[] = [
  {
    kind: 'sums',
    text: 'Payers whose received total differs from their ledger entries',
    sql: `SELECT 'payer ' || payer.id AS subject FROM payer
        LEFT JOIN (SELECT payer_id, sum(amount) AS amount FROM ledger_entry GROUP BY payer_id) AS entries
          ON entries.payer_id = payer.id
      WHERE payer.received <> ifnull(entries.amount, 0)`,
  },
  {
    kind: 'sums',
    text: 'Ledger entries of a booking that their payer does not owe for',
    sql: `SELECT 'entry ' || entry.id AS subject FROM ledger_entry AS entry JOIN payer ON payer.id = entry.payer_id
      WHERE entry.booking_id IS NOT payer.booking_id`,
  },
  {
    kind: 'sums',
    text: 'Bookings whose price, charge or received total differs from their payers',
    sql: `SELECT 'booking #' || booking.id AS subject FROM booking LEFT JOIN (SELECT booking_id,
          sum(iif(state IN ('invited', 'joined'), price, 0)) AS price, sum(charge) AS charge, sum(received) AS received
        FROM payer GROUP BY booking_id) AS payers ON payers.booking_id = booking.id
      WHERE (booking.price, booking.charge, booking.received) IS NOT (payers.price, payers.charge, payers.received)`,
  },
  {
    kind: 'sums',
    text: 'Active bookings that charge a different amount than their price',
    sql: "SELECT 'booking #' || id AS subject FROM booking WHERE state IN ('pending', 'paid') AND charge <> price",
  },
  {
    kind: 'sums',
    text: 'Active places and purchases whose charge differs from their price',
    sql: "SELECT 'payer ' || id AS subject FROM payer WHERE booking_id IS NULL AND state = 'joined' AND charge <> price",
  },
  {
    kind: 'sums',
    text: 'Bookings that use other hours of a plan than their price says',
    // A late cancellation loses some of them.
    sql: `SELECT 'booking #' || booking.id AS subject FROM booking
        LEFT JOIN (SELECT booking_id, sum(terms ->> '$.plan.used') AS slots FROM booking_line
          WHERE kind = 'plan' GROUP BY booking_id) AS priced ON priced.booking_id = booking.id
        LEFT JOIN (SELECT booking_id, count(*) AS slots FROM purchase_slot GROUP BY booking_id) AS held
          ON held.booking_id = booking.id
      WHERE ifnull(held.slots, 0) > ifnull(priced.slots, 0)
        OR status <> 'cancelled' AND ifnull(held.slots, 0) < ifnull(priced.slots, 0)`,
  },
  {
    kind: 'sums',
    text: 'Purchases of which more hours are used than were sold',
    sql: `SELECT 'purchase ' || purchase.id AS subject FROM purchase_slot
        JOIN purchase ON purchase.id = purchase_id JOIN plan_version ON plan_version.id = version_id
      WHERE number > 2 * (terms ->> '$.hours') OR month >= ifnull(terms ->> '$.months', 1)`,
  },
  {
    kind: 'sums',
    text: 'Members whose credit is below 0',
    sql: `SELECT 'user ' || user_id AS subject FROM credit_entry WHERE user_id IS NOT NULL
      GROUP BY user_id HAVING sum(amount) < 0`,
  },
  {
    kind: 'sums',
    text: "Ledger entries by credit that did not change the member's credit",
    sql: `SELECT 'entry ' || entry.id AS subject FROM ledger_entry AS entry WHERE entry.method = 'credit' AND entry.amount <>
      -(SELECT ifnull(sum(amount), 0) FROM credit_entry WHERE ledger_id = entry.id)`,
  },
  {
    kind: 'shifts',
    text: 'Cash entries outside a shift although one was open',
    // An entry in the very millisecond when a shift opens or closes may be on either side.
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

/** Compares every stored total with its entries; an empty list means the books are right. */
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
