import type { Booking } from '../domain/booking.ts';
import { clubInstant, clubTimestamp } from '../domain/business-day.ts';
import { endOfPlay } from '../domain/play-time.ts';

const HOUR = 60 * 60_000;
const QUIET_FROM_HOUR = 22;
const QUIET_TO_HOUR = 8;

/**
 * The earliest time, at or after `now`, for a text message about a booking. Quiet hours are 22:00 to 08:00 club
 * time, except for a booking of the same night that is not over.
 */
export function earliestSmsTime(now: number, booking: Pick<Booking, 'date' | 'slots'>): number {
  const localTime = clubTimestamp(now);
  const hour = Number(localTime.slice(11, 13));
  if (hour >= QUIET_TO_HOUR && hour < QUIET_FROM_HOUR) return now;
  // Before 08:00 the night belongs to the day before.
  const evening = clubTimestamp(now - QUIET_TO_HOUR * HOUR).slice(0, 10);
  if (evening === booking.date && now < endOfPlay(booking)) return now;
  const morning = hour < QUIET_TO_HOUR ? localTime.slice(0, 10) : clubTimestamp(now + 2 * HOUR).slice(0, 10);
  return clubInstant(morning, QUIET_TO_HOUR * 60);
}
