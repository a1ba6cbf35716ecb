/**
 * Club time is Asia/Karachi, UTC+5 all year, whatever the time zone of the server or browser. A business day runs
 * from 06:00 to 06:00, so 1:30 AM on Saturday belongs to Friday's. The calendar decides when the club is open; see
 * `day-plan.ts`.
 *
 * Dates are `YYYY-MM-DD` texts, instants are epoch milliseconds. Nothing here reads a clock.
 */
export const CLUB_TIME_ZONE = 'Asia/Karachi';
export const CLUB_OFFSET_MINUTES = 5 * 60;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A business day ends at 6 AM. */
const END_OFFSET_MS = 6 * 60 * MINUTE_MS;

/** The business day at `now`. For the day being sold, see `todayOf`. */
export function businessDayOf(now: number): string {
  return isoDate(now + CLUB_OFFSET_MINUTES * MINUTE_MS - END_OFFSET_MS);
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function weekdayOf(date: string): Weekday {
  // JavaScript weeks begin on Sunday.
  return WEEKDAYS[(new Date(midnightUtc(date)).getUTCDay() + 6) % 7] ?? 'sunday';
}

/** True for a `YYYY-MM-DD` text that names a real day from 2000 to 2199. */
export function isDate(text: string): boolean {
  return /^2[01]\d{2}-\d{2}-\d{2}$/.test(text) && isoDate(midnightUtc(text)) === text;
}

export function addDays(date: string, days: number): string {
  return isoDate(midnightUtc(date) + days * DAY_MS);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / DAY_MS);
}

/** `minutes` after midnight, club time, on calendar day `date`. */
export function clubInstant(date: string, minutes: number): number {
  return midnightUtc(date) + (minutes - CLUB_OFFSET_MINUTES) * MINUTE_MS;
}

/** `2026-11-21T18:30:00+05:00`: the instant in club time. */
export function clubTimestamp(instant: number): string {
  return `${new Date(instant + CLUB_OFFSET_MINUTES * MINUTE_MS).toISOString().slice(0, 19)}+05:00`;
}

export function midnightUtc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function isoDate(instant: number): string {
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10);
}
