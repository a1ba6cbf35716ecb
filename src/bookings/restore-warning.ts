import type { Court } from '../domain/court.ts';
import { endOfPlay, startOfPlay } from '../domain/play-time.ts';

/** What an admin should know before a booking is restored: its time or its court is gone. Null when nothing is. */
export function restoreWarning(
  booking: { court_name: string; date: string; slots: readonly string[] },
  court: Pick<Court, 'active'> | null,
  now: number,
): string | null {
  const warnings: string[] = [];
  if (endOfPlay(booking) <= now) warnings.push('The booked time is over.');
  else if (startOfPlay(booking) <= now) warnings.push('The booked time has already started.');
  if (!court?.active) warnings.push(`${booking.court_name} is out of use, and customers cannot book it.`);
  return warnings.join(' ') || null;
}
