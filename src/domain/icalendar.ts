import { createEvents, type EventAttributes } from 'ics';
import type { Booking, PublicBooking } from './booking.ts';
import { type Club, siteHost } from './club.ts';
import { playTimes } from './play-time.ts';

type CalendarBooking = PublicBooking & Pick<Booking, 'court_name' | 'created_at'> & { version?: number };

/**
 * A booking, or several, as an iCalendar file with one event per block. Times are in UTC, so phones in any zone show them
 * right. Events keep their UIDs, so a file opened after a change updates the entries of the first file. The
 * file holds nothing personal.
 */
export function createIcsFile(
  booking: CalendarBooking | readonly CalendarBooking[],
  club: Pick<Club, 'name' | 'address' | 'phone' | 'latitude' | 'longitude' | 'public_url'>,
): string {
  const bookings = Array.isArray(booking)
    ? (booking as readonly CalendarBooking[])
    : [booking as CalendarBooking];
  const host = siteHost(club.public_url);
  const { error, value } = createEvents(
    bookings.flatMap((one) => eventsOf(one, club, host)),
    {
      productId: `-//${host}//booking//EN`,
      method: bookings.every(({ status }) => status === 'cancelled') ? 'CANCEL' : 'PUBLISH',
    },
  );
  if (error || !value) throw error ?? new Error('no calendar file');
  return value;
}

function eventsOf(
  booking: CalendarBooking,
  club: Pick<Club, 'name' | 'address' | 'phone' | 'latitude' | 'longitude'>,
  host: string,
): EventAttributes[] {
  const cancelled = booking.status === 'cancelled';
  const createdAt = Date.parse(booking.created_at);
  return playTimes(booking).map((playTime, index): EventAttributes & { timestamp: number } => ({
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
}
