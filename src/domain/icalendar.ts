import { createEvents, type EventAttributes } from 'ics';
import type { Booking, PublicBooking } from './booking.ts';
import { type Club, siteHost } from './club.ts';
import { playTimes } from './play-time.ts';

/**
 * The booking as an iCalendar file with one event per block. Times are in UTC, so phones in any zone show them
 * right. Events keep their UIDs, so a file opened after a change updates the entries of the first file. The
 * file holds nothing personal.
 */
export function createIcsFile(
  booking: PublicBooking & Pick<Booking, 'court_name' | 'created_at'> & { version?: number },
  club: Pick<Club, 'name' | 'address' | 'phone' | 'latitude' | 'longitude' | 'public_url'>,
): string {
  const cancelled = booking.status === 'cancelled';
  const createdAt = Date.parse(booking.created_at);
  const host = siteHost(club.public_url);
  const events = playTimes(booking).map((playTime, index): EventAttributes & { timestamp: number } => ({
    uid: `booking-${booking.id}-${index + 1}@${host}`,
    sequence: (booking.version ?? 1) - 1,
    // Epoch milliseconds; `ics` writes them in UTC.
    start: playTime.start,
    end: playTime.end,
    title: `Padel, ${booking.court_name}`,
    description: `Booking ${booking.id} at ${club.name}. Please come 15 minutes early. Phone ${club.phone}.`,
    location: `${club.name}, ${club.address}`,
    geo: { lat: club.latitude, lon: club.longitude },
    status: cancelled ? 'CANCELLED' : booking.status === 'paid' ? 'CONFIRMED' : 'TENTATIVE',
    busyStatus: cancelled ? 'FREE' : 'BUSY',
    created: createdAt,
    timestamp: createdAt,
    ...(cancelled
      ? {}
      : {
          alarms: [{ action: 'display' as const, description: 'Padel', trigger: { hours: 2, before: true } }],
        }),
  }));
  const { error, value } = createEvents(events, {
    productId: `-//${host}//booking//EN`,
    method: cancelled ? 'CANCEL' : 'PUBLISH',
  });
  if (error || !value) throw error ?? new Error('no calendar file');
  return value;
}
