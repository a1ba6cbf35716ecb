import type { Booking } from '../../domain/booking.ts';
import { clubInstant, clubTimestamp } from '../../domain/business-day.ts';
import { endOfPlay, startOfPlay } from '../../domain/play-time.ts';

const HOUR = 60 * 60_000;
/** Full hours of club time when no phone should ring; the same hour twice means none. */
export interface QuietHours {
  quiet_from: number;
  quiet_to: number;
}

/**
 * The earliest time, at or after `now`, for a message that makes a phone ring. Quiet hours hold it back, unless its
 * booking is that same night and not over, or begins so early that the morning is too late.
 */
export function outsideQuietHours(
  now: number,
  booking: Pick<Booking, 'date' | 'slots'> | null,
  { quiet_from, quiet_to }: QuietHours,
): number {
  const localTime = clubTimestamp(now);
  const hour = Number(localTime.slice(11, 13));
  const isQuiet =
    quiet_from > quiet_to ? hour >= quiet_from || hour < quiet_to : hour >= quiet_from && hour < quiet_to;
  if (!isQuiet) return now;
  // Until the quiet hours end, the night belongs to the day before.
  const evening = clubTimestamp(now - quiet_to * HOUR).slice(0, 10);
  if (booking && evening === booking.date && now < endOfPlay(booking)) return now;
  const morning = hour < quiet_to ? localTime : clubTimestamp(now + (24 - hour) * HOUR);
  const end = clubInstant(morning.slice(0, 10), quiet_to * 60);
  const isTooLate = booking !== null && now < endOfPlay(booking) && startOfPlay(booking) - end < HOUR;
  return isTooLate ? now : end;
}
