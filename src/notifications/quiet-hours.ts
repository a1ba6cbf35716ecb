import { businessDayOf, clubInstant, clubTimestamp } from '../domain/business-day.ts';

const HOUR = 60 * 60_000;
const QUIET_FROM_HOUR = 22;
const QUIET_TO_HOUR = 8;

/**
 * When a text message about play on business day `date` may go out, at `now` or later: never between 22:00
 * and 08:00 club time, unless the play is that very night.
 */
export function earliestSmsTime(now: number, date: string): number {
  const localTime = clubTimestamp(now);
  const hour = Number(localTime.slice(11, 13));
  if (hour >= QUIET_TO_HOUR && hour < QUIET_FROM_HOUR) return now;
  // Until 08:00 it is still the night of the evening before.
  const evening = clubTimestamp(now - QUIET_TO_HOUR * HOUR).slice(0, 10);
  if (evening === date && businessDayOf(now) === date) return now;
  const morning = hour < QUIET_TO_HOUR ? localTime.slice(0, 10) : clubTimestamp(now + 2 * HOUR).slice(0, 10);
  return clubInstant(morning, QUIET_TO_HOUR * 60);
}
