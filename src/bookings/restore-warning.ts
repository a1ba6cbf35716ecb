import type { Court } from '../domain/court.ts';
import { endOfPlay, startOfPlay } from '../domain/play-time.ts';

/** What an admin should know before restoring a booking: its time or court is gone. Null if nothing is wrong. */
export function restoreWarning(
  booking: { court_name: string; date: string; slots: readonly string[] },
  court: Pick<Court, 'active'> | null,
  now: number,
): string | null {
  const warnings: string[] = [];
  if (endOfPlay(booking) <= now) warnings.push('The booked time is over.');
  else if (startOfPlay(booking) <= now) warnings.push('The booked time has already started.');
  if (!court?.active) warnings.push(`${booking.court_name} is out of use, so customers can’t book it.`);
  return warnings.join(' ') || null;
}
