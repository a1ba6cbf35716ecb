import type { Database } from 'bun:sqlite';
import { clubInstant } from '../domain/business-day.ts';
import type { LedgerPage, MoneyByPlay, MoneyMethod } from '../domain/ledger.ts';
import { ENTRY_COLUMNS, ENTRY_TABLES, type LedgerRow, toLedgerEntry } from '../ledger/ledger-store.ts';

export interface LedgerFilter {
  /** Calendar days of receipt, both inclusive; null leaves a side open. */
  from: string | null;
  to: string | null;
  method: MoneyMethod | null;
  /** The account that wrote the entries. */
  cashierId: number | null;
}

type Row = LedgerRow & {
  booking_name: string | null;
  item_title: string | null;
  play_date: string | null;
  charge: number | null;
  /** PKR off the court's rate: the discount for the start time, a members' price and a code. */
  discount: number | null;
};

/** The ledger by day of receipt, newest first, with its totals. */
export class LedgerList {
  readonly #db: Database;
  readonly #selectTotals;
  readonly #selectCashiers;
  readonly #selectByPlay;

  constructor(db: Database) {
    this.#db = db;
    type Totals = { in: number; out: number };
    type Values = [from: number, before: number, method: string | null, cashierId: number | null];
    // A reversal is subtracted from the side its entry was on: a refund that never happened is not income.
    const sums = `sum(iif(reverses IS NULL, max(amount, 0), min(amount, 0))) AS "in",
      sum(iif(reverses IS NULL, max(-amount, 0), min(-amount, 0))) AS "out"`;
    const inRange = 'at >= ?1 AND at < ?2';
    const where = `${inRange} AND (?3 IS NULL OR method = ?3) AND (?4 IS NULL OR actor_id = ?4)`;
    this.#selectTotals = db.prepare<Totals & { method: MoneyMethod }, Values>(
      `SELECT method, ${sums} FROM ledger_entry INDEXED BY ledger_entry_at WHERE ${where} GROUP BY method ORDER BY method`,
    );
    this.#selectCashiers = db.prepare<Totals & { id: number | null; name: string }, Values>(
      `SELECT actor_id AS id, coalesce(user.name, actor) AS name, "in", "out"
       FROM (SELECT actor_id, actor, ${sums} FROM ledger_entry INDEXED BY ledger_entry_at WHERE ${where}
           GROUP BY actor_id, iif(actor_id IS NULL, actor, '')) LEFT JOIN user ON user.id = actor_id
       ORDER BY name`,
    );
    this.#selectByPlay = db.prepare<MoneyByPlay, [from: number, before: number, first: string, last: string]>(
      `SELECT coalesce(sum(amount) FILTER (WHERE date BETWEEN ?3 AND ?4), 0) AS these_dates,
         coalesce(sum(amount) FILTER (WHERE date NOT BETWEEN ?3 AND ?4), 0) AS other_dates,
         coalesce(sum(amount) FILTER (WHERE date IS NULL AND payer_id IS NULL), 0) AS credit,
         coalesce(sum(amount) FILTER (WHERE date IS NULL AND payer_id IS NOT NULL), 0) AS items,
         (SELECT coalesce(sum(received), 0) FROM booking WHERE date BETWEEN ?3 AND ?4) AS revenue
       FROM ledger_entry LEFT JOIN booking ON booking.id = booking_id WHERE ${inRange} AND method <> 'credit'`,
    );
  }

  readPage(filter: LedgerFilter, limit: number, beforeId: number | null): LedgerPage {
    const rows = this.readRows(filter, limit + 1, beforeId);
    const shown = rows.slice(0, limit);
    return {
      entries: shown.map(({ charge: _, discount: __, ...row }) => ({
        ...toLedgerEntry(row),
        booking_name: row.booking_name,
        item_title: row.item_title,
        play_date: row.play_date,
      })),
      totals: this.readTotals(filter),
      cashiers: this.#selectCashiers.all(...totalsValues(filter)),
      by_play: this.#readByPlay(filter),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Null with an open date, or for one method or cashier: Insights has nothing comparable. */
  #readByPlay(filter: LedgerFilter): MoneyByPlay | null {
    const { from, to, method, cashierId } = filter;
    if (from === null || to === null || method !== null || cashierId !== null) return null;
    const [start, before] = totalsValues(filter);
    return this.#selectByPlay.get(start, before, from, to);
  }

  /** What came in and went out, by method. */
  readTotals(filter: LedgerFilter): LedgerPage['totals'] {
    return this.#selectTotals.all(...totalsValues(filter));
  }

  readRows(filter: LedgerFilter, limit: number, beforeId: number | null): Row[] {
    const where = ['true'];
    const values: (string | number)[] = [];
    if (beforeId !== null) {
      where.push('(entry.at, entry.id) < (SELECT at, id FROM ledger_entry WHERE id = ?)') &&
        values.push(beforeId);
    }
    if (filter.from) where.push('entry.at >= ?') && values.push(clubInstant(filter.from, 0));
    if (filter.to) where.push('entry.at < ?') && values.push(clubInstant(filter.to, 24 * 60));
    if (filter.method) where.push('entry.method = ?') && values.push(filter.method);
    if (filter.cashierId !== null) where.push('entry.actor_id = ?') && values.push(filter.cashierId);
    return this.#db
      .query<Row, (string | number)[]>(
        `SELECT ${ENTRY_COLUMNS}, booking.name AS booking_name, booking.date AS play_date, booking.charge,
           (SELECT coalesce(event.title, plan.name) FROM payer LEFT JOIN event ON event.id = payer.event_id
             LEFT JOIN purchase ON purchase.id = payer.purchase_id
             LEFT JOIN plan_version ON plan_version.id = purchase.version_id
             LEFT JOIN plan ON plan.id = plan_version.plan_id WHERE payer.id = entry.payer_id) AS item_title,
           booking.hourly_rate * booking.duration / 60 - booking.computed_amount
             + ifnull((SELECT sum(line.amount) FROM booking_line AS line
               WHERE line.booking_id = booking.id AND line.kind = 'add_on'), 0) AS discount
         FROM ${ENTRY_TABLES} LEFT JOIN customer_booking AS booking ON booking.id = entry.booking_id
         WHERE ${where.join(' AND ')} ORDER BY entry.at DESC, entry.id DESC LIMIT ?`,
      )
      .all(...values, limit);
  }
}

function totalsValues(filter: LedgerFilter) {
  const { from, to, method, cashierId } = filter;
  const before = to === null ? Number.MAX_SAFE_INTEGER : clubInstant(to, 24 * 60);
  return [from === null ? 0 : clubInstant(from, 0), before, method, cashierId] as const;
}
