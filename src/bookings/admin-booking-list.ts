import type { Database } from 'bun:sqlite';
import type { BookingSort } from '../domain/admin-inputs.ts';
import type { BookingListPage } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { MoneyPart } from '../domain/money-ways.ts';
import { heldWaysByBooking } from '../ledger/ledger-store.ts';
import { listMatches } from '../payers/match-store.ts';
import { searchCondition } from '../payers/search.ts';
import { type BookingFilter, type Cursor, encodeCursor } from './booking-filter.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';
import { listAfterNoShow } from './no-show-policy.ts';

type SqlValue = string | number;
type BookingListRow = BookingRow & { sort_value: SqlValue };
interface Condition {
  sql: string;
  values: SqlValue[];
}

/** The start in playing order as one text; the index `booking_begins` uses the same expression. */
const START_SORT_KEY =
  "booking.date || CASE WHEN booking.start_time < '06:00' THEN 'n' ELSE 'd' END || booking.start_time";

const SORT_EXPRESSIONS: Record<BookingSort, string> = {
  created: 'booking.id',
  begins: START_SORT_KEY,
  name: 'payer.name COLLATE NOCASE',
  amount: 'booking.price',
};

/** Up to this many rows, the query uses the filter's index and sorts; beyond it, it reads in sort order. */
const FILTER_INDEX_MAX_ROWS = 2000;

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
    return {
      bookings: pageRows.map((row) => row.booking),
      after_no_show: listAfterNoShow(this.#db, ids),
      matches: listMatches(this.#db, ids),
      paid_ways: [...this.paidWays(ids)].map(([id, ways]) => ({ id, ways: [...ways] })),
      total: this.#count(conditionsOf(filter)),
      next_cursor: rows.length > limit && last ? encodeCursor(last.cursor) : null,
    };
  }

  /** True if any booking has add-ons or discounts. */
  hasLines(): boolean {
    const row = this.#db
      .query<{ found: number }, []>('SELECT EXISTS (SELECT 1 FROM booking_line) AS found')
      .get();
    return row?.found === 1;
  }

  paidWays(bookingIds: readonly number[]): ReadonlyMap<number, readonly MoneyPart[]> {
    return heldWaysByBooking(this.#db, bookingIds);
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

  /** One page: ids by whichever index suits the filter, then their rows. */
  buildStatement(filter: BookingFilter, limit: number, after: Cursor | null): Condition {
    const { sort, descending } = filter;
    const expression = SORT_EXPRESSIONS[sort];
    const conditions = conditionsOf(filter);
    if (after) {
      const operator = descending ? '<' : '>';
      conditions.push(
        sort === 'created'
          ? { sql: `booking.id ${operator} ?`, values: [after.id] }
          : { sql: `(${expression}, booking.id) ${operator} (?, ?)`, values: [after.value, after.id] },
      );
    }
    const direction = descending ? 'DESC' : 'ASC';
    const byNumber = `booking.id ${direction}`;
    const order = sort === 'created' ? byNumber : `${expression} ${direction}, ${byNumber}`;
    const page = `SELECT booking.id, ${expression} AS sort_value FROM ${this.#chooseTables(filter)} ${whereOf(conditions)}
      ORDER BY ${order} LIMIT ?`;
    return {
      sql: `SELECT ${BOOKING_COLUMNS}, page.sort_value FROM (${page}) AS page
        CROSS JOIN ${BOOKING_TABLES} WHERE booking.id = page.id
        ORDER BY page.sort_value ${direction}, page.id ${direction}`,
      values: [...conditions.flatMap(({ values }) => values), limit],
    };
  }

  /** Left to SQLite's own choice, a page of a large club took seconds. */
  #chooseTables(filter: BookingFilter): string {
    const { sort, status, range } = filter;
    const customer = 'payer.booking_id = booking.id AND payer.position = 1';
    const withName = sort === 'name' ? ` CROSS JOIN payer ON ${customer}` : '';
    const byStatus = status !== null;
    const hasFilter = byStatus || range.from !== null || range.to !== null;
    const filterIndex = byStatus ? 'booking_status_begins' : 'booking_begins';
    if (
      hasFilter &&
      this.#count(conditionsOf({ ...filter, search: null }), FILTER_INDEX_MAX_ROWS + 1) <=
        FILTER_INDEX_MAX_ROWS
    )
      return `booking INDEXED BY ${filterIndex}${withName}`;
    if (sort === 'name') return `payer INDEXED BY payer_name CROSS JOIN booking ON ${customer}`;
    if (sort === 'created') return 'booking NOT INDEXED';
    return `booking INDEXED BY ${sort === 'begins' && byStatus ? 'booking_status_begins' : `booking_${sort}`}`;
  }

  /** How many bookings match, up to `limit`. */
  #count(conditions: readonly Condition[], limit = -1): number {
    const row = this.#db
      .query<{ found: number }, SqlValue[]>(
        `SELECT count(*) AS found FROM (SELECT 1 FROM booking ${whereOf(conditions)} LIMIT ?)`,
      )
      .get(...conditions.flatMap(({ values }) => values), limit);
    return row?.found ?? 0;
  }
}

function conditionsOf({
  status,
  range,
  search,
}: Pick<BookingFilter, 'status' | 'range' | 'search'>): Condition[] {
  const conditions: Condition[] = [];
  if (status !== null) conditions.push({ sql: 'booking.status = ?', values: [status] });
  if (range.from !== null) conditions.push({ sql: `${START_SORT_KEY} >= ?`, values: [range.from] });
  if (range.to !== null) conditions.push({ sql: `${START_SORT_KEY} < ?`, values: [`${range.to}~`] });
  if (search !== null) {
    const { sql, values } = searchCondition(search);
    conditions.push({ sql: `booking.id IN (SELECT payer.booking_id FROM payer WHERE ${sql})`, values });
  }
  return conditions;
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}` : '';
}
