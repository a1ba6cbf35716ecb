import type { Database } from 'bun:sqlite';
import { TOTALS_IN_RANGE_SQL, totalsPeriods } from '../db/booking-totals.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingPage, BookingSort } from '../domain/desk.ts';
import type { Status } from '../domain/status.ts';
import { type BookingFilter, type Cursor, writeCursor } from './desk-filter.ts';
import { type BookingRow, toBooking } from './store.ts';

type Value = string | number;
type Row = BookingRow & { sort_value: Value };

/** Playing order as one text; the same words as in the index `booking_begins`. */
const BEGINS =
  "booking.date || CASE WHEN booking.start_time < '07:00' THEN 'n' ELSE 'd' END || booking.start_time";

const ORDERS: Record<BookingSort, string> = {
  created: 'booking.id',
  begins: BEGINS,
  name: 'booking.name COLLATE NOCASE',
  amount: 'booking.computed_amount',
};

/** So few bookings are gathered through the filter's index and sorted; more are walked in order instead. */
const FEW = 2000;
/** A search counts this far. */
const COUNT_LIMIT = 1000;

/** Bookings as the desk looks for them: one page is a bounded amount of work however many there are. */
export class DeskList {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  page(filter: BookingFilter, limit: number, after: Cursor | null): BookingPage {
    const rows = this.rows(filter, limit + 1, after);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const total = filter.match === null ? this.count(filter) : this.#countMatches(filter);
    return {
      bookings: shown.map((row) => row.booking),
      total: Math.min(total, filter.match === null ? total : COUNT_LIMIT),
      total_is_minimum: filter.match !== null && total > COUNT_LIMIT,
      next_cursor: rows.length > limit && last ? writeCursor(last.cursor) : null,
    };
  }

  rows(filter: BookingFilter, limit: number, after: Cursor | null): { booking: Booking; cursor: Cursor }[] {
    const { sql, values } = this.statement(filter, limit, after);
    return this.#db
      .query<Row, Value[]>(sql)
      .all(...values)
      .map(({ sort_value, ...row }) => ({
        booking: toBooking(row),
        cursor: { value: sort_value, id: row.id },
      }));
  }

  /** How many bookings there are in the filter's range with its status, whatever it searches for. */
  count(filter: Pick<BookingFilter, 'range' | 'status'>): number {
    const row = this.#db
      .query<{ bookings: number }, [string, Status | null]>(
        `SELECT coalesce(sum(tally.bookings), 0) AS bookings FROM ${TOTALS_IN_RANGE_SQL}
         WHERE tally.status = ifnull(?2, tally.status)`,
      )
      .get(JSON.stringify(totalsPeriods(filter.range)), filter.status);
    return row?.bookings ?? 0;
  }

  /** The query of one page. Which index it takes is decided here, from how many bookings pass the filter. */
  statement(filter: BookingFilter, limit: number, after: Cursor | null): { sql: string; values: Value[] } {
    const order = ORDERS[filter.sort];
    const { tables, match } = this.#source(filter);
    const number = match === 'first' ? 'booking_search.rowid' : 'booking.id';
    const where: string[] = [];
    const values: Value[] = [];
    if (match) {
      where.push(
        match === 'first'
          ? 'booking_search MATCH ?'
          : 'booking.id IN (SELECT rowid FROM booking_search WHERE booking_search MATCH ?)',
      );
      values.push(filter.match ?? '');
    }
    this.#limits(filter, where, values);
    if (after) {
      const than = filter.descending ? '<' : '>';
      if (filter.sort === 'created') {
        where.push(`${number} ${than} ?`);
        values.push(after.id);
      } else {
        where.push(`(${order}, booking.id) ${than} (?, ?)`);
        values.push(after.value, after.id);
      }
    }
    const turn = filter.descending ? 'DESC' : 'ASC';
    const sql = `SELECT booking.*, court.name AS court_name, ${order} AS sort_value
      FROM ${tables} CROSS JOIN court ON court.id = booking.court_id
      ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY ${filter.sort === 'created' ? `${number} ${turn}` : `${order} ${turn}, booking.id ${turn}`}
      LIMIT ?`;
    values.push(limit);
    return { sql, values };
  }

  /** Where the rows come from, and whether the search goes first or only checks each row. */
  #source(filter: BookingFilter): { tables: string; match?: 'first' | 'check' } {
    const searched = filter.match !== null;
    // The search finds newest first by itself; for another order a crowd of matches would have to be sorted.
    const crowd = searched && filter.sort !== 'created' && this.#countMatches(filter, false) > COUNT_LIMIT;
    if (searched && !crowd) {
      return {
        tables: 'booking_search CROSS JOIN booking ON booking.id = booking_search.rowid',
        match: 'first',
      };
    }
    const index = this.#index(filter);
    return { tables: `booking ${index}`, ...(crowd ? { match: 'check' as const } : {}) };
  }

  #index(filter: BookingFilter): string {
    const narrowed = filter.status !== null || filter.range.from !== null || filter.range.to !== null;
    const byStatus = filter.status !== null;
    if (narrowed && this.count(filter) <= FEW) {
      return `INDEXED BY ${byStatus ? 'booking_status_begins' : 'booking_begins'}`;
    }
    if (filter.sort === 'created') return 'NOT INDEXED';
    if (filter.sort === 'begins' && byStatus) return 'INDEXED BY booking_status_begins';
    return `INDEXED BY booking_${filter.sort}`;
  }

  #limits(filter: BookingFilter, where: string[], values: Value[]): void {
    if (filter.status !== null) {
      where.push('booking.status = ?');
      values.push(filter.status);
    }
    if (filter.range.from !== null) {
      where.push(`${BEGINS} >= ?`);
      values.push(filter.range.from);
    }
    if (filter.range.to !== null) {
      where.push(`${BEGINS} < ?`);
      values.push(`${filter.range.to}~`);
    }
  }

  /** How many bookings the search finds, counted no further than one past the limit. */
  #countMatches(filter: BookingFilter, narrow = true): number {
    const where = ['booking_search MATCH ?'];
    const values: Value[] = [filter.match ?? ''];
    if (narrow) this.#limits(filter, where, values);
    const narrowed = where.length > 1;
    const tables = narrowed
      ? 'booking_search CROSS JOIN booking ON booking.id = booking_search.rowid'
      : 'booking_search';
    const row = this.#db
      .query<{ found: number }, Value[]>(
        // Newest first: that is where a filter's dates mostly lie.
        `SELECT count(*) AS found FROM (SELECT 1 FROM ${tables} WHERE ${where.join(' AND ')}
           ORDER BY booking_search.rowid DESC LIMIT ?)`,
      )
      .get(...values, COUNT_LIMIT + 1);
    return row?.found ?? 0;
  }
}
