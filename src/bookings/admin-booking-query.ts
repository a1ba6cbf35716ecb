import { BOOKING_SORTS, type BookingSort } from '../domain/admin-api.ts';
import { type BookingStatus, isBookingStatus } from '../domain/booking-status.ts';
import { type DateRange, parseDateRange } from '../domain/date-range.ts';
import { invalidField } from '../domain/failure.ts';

/** Which bookings the desk asked for. */
export interface BookingFilter {
  range: DateRange;
  status: BookingStatus | null;
  /** A query for `booking_search`; null when nothing is searched for. */
  ftsQuery: string | null;
  sort: BookingSort;
  descending: boolean;
}

/** Where a page ended: the sort's value and the number of its last booking. */
export interface Cursor {
  value: string | number;
  id: number;
}

export type QueryParams = Record<string, string | undefined>;

/** The filter that `startDate endDate status q sort` name; throws `invalid` for what cannot be meant. */
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
    ftsQuery: toFtsQuery(query.q ?? ''),
    sort: sortName,
    descending: sort.startsWith('-'),
  };
}

export function parseLimit(query: QueryParams, defaultLimit: number, maxLimit: number): number {
  if (query.limit === undefined || query.limit === '') return defaultLimit;
  const limit = /^\d{1,6}$/.test(query.limit) ? Number(query.limit) : 0;
  if (limit < 1) throw invalidField('limit', 'Limit must be a whole number from 1 on.');
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
    // Falls through: whatever it is, it is not one of ours.
  }
  throw invalidField('cursor', 'This page of the list cannot be found. Please start from the first one.');
}

/**
 * What was typed into the search box as a full-text query: every word must begin a word of the booking. A
 * phone number counts as one word however it is spaced; `#12` means number 12.
 */
export function toFtsQuery(typed: string): string | null {
  const text = typed.normalize('NFC').trim().slice(0, 100);
  const phone = /^(\+|00)?[\d\s().-]{5,}$/.test(text) ? text.replace(/^00|\D/g, '') : '';
  if (phone.length >= 5) return `"${phone}"*`;
  const number = /^#(\d{1,15})$/.exec(text);
  if (number) return `"${number[1]}"`;
  // The same characters as the index splits at, so that one word here is one word there.
  const words = text.split(/[^\p{L}\p{N}\p{Co}@._+-]+/u).filter((word) => word !== '');
  if (words.length === 0) return text === '' ? null : '"\u2400"';
  return words.map((word) => (word.length > 1 ? `"${word}"*` : `"${word}"`)).join(' ');
}

function isBookingSort(text: string): text is BookingSort {
  return (BOOKING_SORTS as readonly string[]).includes(text);
}
