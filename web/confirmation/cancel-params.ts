import { isDate } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { formatTimeOfDay } from '../../src/domain/format-time.ts';
import type { StoppedBooking } from '../../src/domain/page-data.ts';

const COURT_NAMES = new Map([
  ['1', 'Court 1 - Premium Panoramic'],
  ['2', 'Court 2 - Tournament Grade'],
  ['3', 'Court 3 - Social & Lessons'],
]);

/** The parameters that are present; null if none are. */
export function parseCancelParams(query: Record<string, string>): StoppedBooking | null {
  const params: StoppedBooking = {};
  for (const name of ['court', 'date', 'time'] as const) if (query[name]) params[name] = query[name];
  return Object.keys(params).length > 0 ? params : null;
}

/** The names in the specification; they also cover courts that can't be booked any more. */
export function formatCourt(court: string | undefined): string {
  return court ? (COURT_NAMES.get(court) ?? `Court ${court}`) : 'N/A';
}

/** `Friday, November 20, 2026` */
export function formatDate(date: string | undefined): string {
  return date && isDate(date) ? longDate(date) : 'N/A';
}

/** `6:30 PM` for `18:30`. */
export function formatTime(time: string | undefined): string {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)/.exec(time ?? '');
  return match ? formatTimeOfDay(match[0].padStart(5, '0')) : 'N/A';
}
