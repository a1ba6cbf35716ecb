import type { Booking } from '../../src/domain/booking.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../../src/domain/play-time.ts';

/** `Saturday, November 21, 2026, 6:00 PM – 7:00 PM` */
export function describeTime(booking: Pick<Booking, 'date' | 'slots'>): string {
  const times = playTimes(booking).map((play) => formatPlayTime(booking.date, play));
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}
