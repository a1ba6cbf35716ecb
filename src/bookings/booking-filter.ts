import { BOOKING_SORTS, type BookingSort } from '../domain/admin-inputs.ts';
import { type BookingStatus, isBookingStatus } from '../domain/booking-status.ts';
import { type DateRange, parseDateRange } from '../domain/date-range.ts';
import { invalidField } from '../domain/failure.ts';
import { parseSearch, type SearchTerms } from '../domain/search-text.ts';

/** The bookings that an admin asked for. */
export interface BookingFilter {
  range: DateRange;
  status: BookingStatus | null;
  /** Null without a search. */
  search: SearchTerms | null;
  sort: BookingSort;
  descending: boolean;
}

/** Where a page ends: its last booking's sort value and id. */
export interface Cursor {
  value: string | number;
  id: number;
}

export type QueryParams = Record<string, string | undefined>;

/** Reads the query parameters `startDate endDate status q sort`; throws `invalid` for a bad value. */
export function parseFilter(query: QueryParams): BookingFilter {
  const status = query.status ?? 'all';
  if (status !== 'all' && !isBookingStatus(status)) {
    throw invalidField('status', 'Status must be all, pending, paid or cancelled.');
  }
  const sort = query.sort || '-created';
  const sortName = sort.replace(/^-/, '');
  if (!isBookingSort(sortName))
    throw invalidField('sort', `Sort must be one of ${BOOKING_SORTS.join(', ')}.`);
  return {
    range: parseDateRange(query.startDate, query.endDate),
    status: status === 'all' ? null : status,
    search: parseSearch(query.q ?? ''),
    sort: sortName,
    descending: sort.startsWith('-'),
  };
}

export function parseLimit(query: QueryParams, defaultLimit: number, maxLimit: number): number {
  if (query.limit === undefined || query.limit === '') return defaultLimit;
  const limit = /^\d{1,6}$/.test(query.limit) ? Number(query.limit) : 0;
  if (limit < 1) throw invalidField('limit', 'Limit must be a whole number of at least 1.');
  return Math.min(limit, maxLimit);
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

export function decodeCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if ((typeof value === 'string' || typeof value === 'number') && Number.isSafeInteger(id)) {
      return { value, id: id as number };
    }
  } catch {
    // Not a cursor of this API; refused below.
  }
  throw invalidField('cursor', 'This page does not exist. Please start from the first page.');
}

function isBookingSort(text: string): text is BookingSort {
  return (BOOKING_SORTS as readonly string[]).includes(text);
}
