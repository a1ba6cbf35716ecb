import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Series } from '../domain/api/series-routes.ts';
import type { PaymentMethod } from '../domain/booking.ts';
import { addDays, clubTimestamp, type Weekday } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { ENDS_SOON_DAYS, type PaymentRule } from '../domain/series.ts';

/** What the table stores about a series. */
export interface SeriesPattern {
  court_id: number;
  weekday: Weekday;
  start_time: string;
  half_hours: number;
  every_weeks: number;
  payment_rule: PaymentRule;
  payment_method: PaymentMethod;
}

interface SeriesRow extends SeriesPattern {
  id: number;
  court_name: string;
  ending_seen: string | null;
  created_at: number;
  version: number;
  name: string;
  email: string;
  phone: string;
  user_id: number | null;
  next_date: string | null;
  last_date: string | null;
  coming: number;
  owed: number;
}

/** Upcoming dates from `?1` on; the customer is the newest booking's. */
const SELECT = `SELECT series.id, series.court_id, court.name AS court_name, series.weekday, series.start_time,
    series.half_hours, series.every_weeks, series.payment_rule, series.payment_method, series.ending_seen,
    series.created_at, series.version, newest.name, newest.email, newest.phone, newest.user_id,
    min(coming.date) AS next_date, max(coming.date) AS last_date, count(coming.id) AS coming,
    ifnull(sum(max(0, coming.charge - coming.received)), 0) AS owed
  FROM series JOIN court ON court.id = series.court_id
    JOIN customer_booking AS newest ON newest.id = (SELECT max(id) FROM booking WHERE series_id = series.id)
    LEFT JOIN booking AS coming ON coming.series_id = series.id AND coming.status <> 'cancelled' AND coming.date >= ?1`;

export class SeriesStore {
  readonly #selectAll;
  readonly #selectOne;

  constructor(db: Database) {
    this.#selectAll = db.prepare<SeriesRow, [string]>(
      `${SELECT} GROUP BY series.id ORDER BY next_date IS NULL, next_date, series.id DESC LIMIT ${LIST_LIMITS.series}`,
    );
    this.#selectOne = db.prepare<SeriesRow, [string, number]>(
      `${SELECT} WHERE series.id = ?2 GROUP BY series.id`,
    );
  }

  /** Those with dates to come first, by next play. `today` is the business day. */
  list(today: string): Series[] {
    return this.#selectAll.all(today).map((row) => toSeries(row, today));
  }

  /** Throws `not_found`, or `changed_meanwhile` if the series is no longer at `expectedVersion`. */
  require(id: number, today: string, expectedVersion?: number): Series {
    const row = this.#selectOne.get(today, id);
    if (!row) throw new Failure('not_found', 'There is no weekly booking with this number.');
    if (expectedVersion !== undefined && expectedVersion !== row.version) {
      throw new Failure(
        'changed_meanwhile',
        'This weekly booking was changed in the meantime. Please reload it and try again.',
      );
    }
    return toSeries(row, today);
  }

  create(tx: Transaction, pattern: SeriesPattern, actor: Actor): number {
    const { lastInsertRowid } = tx.db
      .query(
        `INSERT INTO series (court_id, weekday, start_time, half_hours, every_weeks, payment_rule, payment_method,
           created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(...patternValues(pattern), tx.now, actor.user_id);
    return Number(lastInsertRowid);
  }

  /** The pattern for dates added later. */
  setPattern(tx: Transaction, id: number, pattern: SeriesPattern): void {
    tx.db
      .query(
        `UPDATE series SET court_id = ?, weekday = ?, start_time = ?, half_hours = ?, every_weeks = ?,
           payment_rule = ?, payment_method = ?, version = version + 1 WHERE id = ?`,
      )
      .run(...patternValues(pattern), id);
  }

  touch(tx: Transaction, id: number): void {
    tx.db.query('UPDATE series SET version = version + 1 WHERE id = ?').run(id);
  }

  /** Removes the series from the inbox, unless its last date changes. */
  letEnd(tx: Transaction, { id, last_date }: Series): void {
    tx.db.query('UPDATE series SET ending_seen = ? WHERE id = ?').run(last_date, id);
  }
}

function toSeries({ ending_seen, ...row }: SeriesRow, today: string): Series {
  const { last_date } = row;
  const ends_soon =
    last_date !== null && last_date !== ending_seen && last_date <= addDays(today, ENDS_SOON_DAYS);
  return { ...row, created_at: clubTimestamp(row.created_at), ends_soon };
}

/** In the column order of the statements above. */
function patternValues(pattern: SeriesPattern): (string | number)[] {
  return [
    pattern.court_id,
    pattern.weekday,
    pattern.start_time,
    pattern.half_hours,
    pattern.every_weeks,
    pattern.payment_rule,
    pattern.payment_method,
  ];
}
