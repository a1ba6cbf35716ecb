import type { Database } from 'bun:sqlite';
import { totalsInRangeSql, totalsPeriods } from '../db/range-totals.ts';
import type { BookingSort } from '../domain/admin-inputs.ts';
import type { BookingListPage } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { listMatches } from '../players/match-store.ts';
import { type BookingFilter, type Cursor, encodeCursor } from './booking-filter.ts';
import { BOOKING_COLUMNS, type BookingRow, toBooking } from './booking-row.ts';
import { listAfterNoShow } from './no-show-policy.ts';

type SqlValue = string | number;
type BookingListRow = BookingRow & { sort_value: SqlValue };

/** The start in playing order as one text; the index `booking_begins` has the same expression. */
const START_SORT_KEY =
  "booking.date || CASE WHEN booking.start_time < '06:00' THEN 'n' ELSE 'd' END || booking.start_time";

const SORT_EXPRESSIONS: Record<BookingSort, string> = {
  created: 'booking.id',
  begins: START_SORT_KEY,
  name: 'booking.name COLLATE NOCASE',
  amount: 'booking.computed_amount',
};

/** Up to this many rows the query uses the filter's index and sorts; above it, it reads in sort order. */
const FILTER_INDEX_MAX_ROWS = 2000;
/** A search counts its matches up to this number. */
const SEARCH_COUNT_LIMIT = 1000;

/** Filters, searches and sorts bookings for admins, one page at a time. */
export class AdminBookingList {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  readPage(filter: BookingFilter, limit: number, after: Cursor | null): BookingListPage {
    const rows = this.listRows(filter, limit + 1, after);
    const pageRows = rows.slice(0, limit);
    const ids = pageRows.map((row) => row.booking.id);
    const last = pageRows.at(-1);
    const total = filter.ftsQuery === null ? this.countBookings(filter) : this.#countMatches(filter);
    return {
      bookings: pageRows.map((row) => row.booking),
      after_no_show: listAfterNoShow(this.#db, ids),
      matches: listMatches(this.#db, ids),
      total: Math.min(total, filter.ftsQuery === null ? total : SEARCH_COUNT_LIMIT),
      total_is_minimum: filter.ftsQuery !== null && total > SEARCH_COUNT_LIMIT,
      next_cursor: rows.length > limit && last ? encodeCursor(last.cursor) : null,
    };
  }

  /** Whether any booking has add-ons or discounts. */
  hasLines(): boolean {
    const row = this.#db
      .query<{ found: number }, []>('SELECT EXISTS (SELECT 1 FROM booking_line) AS found')
      .get();
    return row?.found === 1;
  }

  listRows(
    filter: BookingFilter,
    limit: number,
    after: Cursor | null,
  ): { booking: Booking; cursor: Cursor }[] {
    const { sql, values } = this.buildStatement(filter, limit, after);
    return this.#db
      .query<BookingListRow, SqlValue[]>(sql)
      .all(...values)
      .map(({ sort_value, ...row }) => ({
        booking: toBooking(row),
        cursor: { value: sort_value, id: row.id },
      }));
  }

  /** The number of bookings in the filter's range with its status; the search is ignored. */
  countBookings(filter: Pick<BookingFilter, 'range' | 'status'>): number {
    const row = this.#db
      .query<{ bookings: number }, [string, BookingStatus | null]>(
        `SELECT coalesce(sum(totals.bookings), 0) AS bookings FROM ${totalsInRangeSql('booking_stats')}
         WHERE totals.status = ifnull(?2, totals.status)`,
      )
      .get(JSON.stringify(totalsPeriods(filter.range)), filter.status);
    return row?.bookings ?? 0;
  }

  /** The query of one page. */
  buildStatement(
    filter: BookingFilter,
    limit: number,
    after: Cursor | null,
  ): { sql: string; values: SqlValue[] } {
    const sortExpression = SORT_EXPRESSIONS[filter.sort];
    const { tables, searchMode } = this.#chooseTables(filter);
    const idColumn = searchMode === 'first' ? 'booking_search.rowid' : 'booking.id';
    const where: string[] = [];
    const values: SqlValue[] = [];
    if (searchMode) {
      where.push(
        searchMode === 'first'
          ? 'booking_search MATCH ?'
          : 'booking.id IN (SELECT rowid FROM booking_search WHERE booking_search MATCH ?)',
      );
      values.push(filter.ftsQuery ?? '');
    }
    this.#addConditions(filter, where, values);
    if (after) {
      const operator = filter.descending ? '<' : '>';
      if (filter.sort === 'created') {
        where.push(`${idColumn} ${operator} ?`);
        values.push(after.id);
      } else {
        where.push(`(${sortExpression}, booking.id) ${operator} (?, ?)`);
        values.push(after.value, after.id);
      }
    }
    const direction = filter.descending ? 'DESC' : 'ASC';
    const sql = `SELECT ${BOOKING_COLUMNS}, ${sortExpression} AS sort_value
      FROM ${tables} CROSS JOIN court ON court.id = booking.court_id
      ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY ${filter.sort === 'created' ? `${idColumn} ${direction}` : `${sortExpression} ${direction}, booking.id ${direction}`}
      LIMIT ?`;
    values.push(limit);
    return { sql, values };
  }

  /** The tables, and whether the search drives the query or checks each row. */
  #chooseTables(filter: BookingFilter): { tables: string; searchMode?: 'first' | 'check' } {
    const hasSearch = filter.ftsQuery !== null;
    // The index returns matches newest first; in another order, many matches would have to be sorted.
    const hasManyMatches =
      hasSearch && filter.sort !== 'created' && this.#countMatches(filter, false) > SEARCH_COUNT_LIMIT;
    if (hasSearch && !hasManyMatches) {
      return {
        tables: 'booking_search CROSS JOIN booking ON booking.id = booking_search.rowid',
        searchMode: 'first',
      };
    }
    const index = this.#chooseIndex(filter);
    return { tables: `booking ${index}`, ...(hasManyMatches ? { searchMode: 'check' as const } : {}) };
  }

  #chooseIndex(filter: BookingFilter): string {
    const hasFilter = filter.status !== null || filter.range.from !== null || filter.range.to !== null;
    const byStatus = filter.status !== null;
    if (hasFilter && this.countBookings(filter) <= FILTER_INDEX_MAX_ROWS) {
      return `INDEXED BY ${byStatus ? 'booking_status_begins' : 'booking_begins'}`;
    }
    if (filter.sort === 'created') return 'NOT INDEXED';
    if (filter.sort === 'begins' && byStatus) return 'INDEXED BY booking_status_begins';
    return `INDEXED BY booking_${filter.sort}`;
  }

  #addConditions(filter: BookingFilter, where: string[], values: SqlValue[]): void {
    if (filter.status !== null) {
      where.push('booking.status = ?');
      values.push(filter.status);
    }
    if (filter.range.from !== null) {
      where.push(`${START_SORT_KEY} >= ?`);
      values.push(filter.range.from);
    }
    if (filter.range.to !== null) {
      where.push(`${START_SORT_KEY} < ?`);
      values.push(`${filter.range.to}~`);
    }
  }

  /** The number of matches, at most one more than the limit. */
  #countMatches(filter: BookingFilter, applyFilter = true): number {
    const where = ['booking_search MATCH ?'];
    const values: SqlValue[] = [filter.ftsQuery ?? ''];
    if (applyFilter) this.#addConditions(filter, where, values);
    const hasFilter = where.length > 1;
    const tables = hasFilter
      ? 'booking_search CROSS JOIN booking ON booking.id = booking_search.rowid'
      : 'booking_search';
    const row = this.#db
      .query<{ found: number }, SqlValue[]>(
        // Newest first, because most date filters ask for recent bookings.
        `SELECT count(*) AS found FROM (SELECT 1 FROM ${tables} WHERE ${where.join(' AND ')}
           ORDER BY booking_search.rowid DESC LIMIT ?)`,
      )
      .get(...values, SEARCH_COUNT_LIMIT + 1);
    return row?.found ?? 0;
  }
}
