import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
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
  const isCancelled = bookings.every(({ status }) => status === 'cancelled');
  return ical({
    prodId: `//${host}//booking//EN`,
    scale: 'gregorian',
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    events: bookings.flatMap((one) => eventsOf(one, club, host)),
  }).toString();
}

function eventsOf(
  booking: CalendarBooking,
  club: Pick<Club, 'name' | 'address' | 'phone' | 'latitude' | 'longitude'>,
  host: string,
): ICalEventData[] {
  const { latitude, longitude } = club;
  const cancelled = booking.status === 'cancelled';
  const createdAt = new Date(booking.created_at);
  return playTimes(booking).map(
    (playTime, index): ICalEventData => ({
      id: `booking-${booking.id}-${index + 1}@${host}`,
      sequence: (booking.version ?? 1) - 1,
      start: new Date(playTime.start),
      end: new Date(playTime.end),
      summary: `Padel, ${booking.court_name}`,
      description: `Booking ${booking.id} at ${club.name}. Please come 15 minutes early. Phone ${club.phone}.`,
      location: {
        title: `${club.name}, ${club.address}`,
        ...(latitude !== null && longitude !== null ? { geo: { lat: latitude, lon: longitude } } : {}),
      },
      status: cancelled
        ? ICalEventStatus.CANCELLED
        : booking.status === 'paid'
          ? ICalEventStatus.CONFIRMED
          : ICalEventStatus.TENTATIVE,
      busystatus: cancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
      created: createdAt,
      stamp: createdAt,
      alarms: cancelled
        ? []
        : [{ type: ICalAlarmType.display, description: 'Padel', triggerBefore: 2 * 60 * 60 }],
    }),
  );
}
