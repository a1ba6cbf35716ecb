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

export interface CalendarBooking
  extends PublicBooking,
    Pick<Booking, 'court_name' | 'created_at'>,
    Partial<Pick<Booking, 'version'>> {
  /** Its times before each move, oldest first, because calendars may still show blocks it no longer has. */
  earlier?: readonly { date: string; slots: readonly string[] }[];
}

type CalendarClub = Pick<Club, 'name' | 'address' | 'phone' | 'latitude' | 'longitude' | 'public_url'>;

/**
 * iCalendar files with one event per block: one file of bookings to publish and one to cancel, because the method
 * applies to a whole file. Times are in UTC, so phones in any zone show them right. Events keep their UIDs, so a file
 * opened after a change updates the existing entries. Nothing personal goes in. `now` is the creation time: of two
 * files, calendars take the newer.
 */
export function createIcsFiles(
  bookings: readonly CalendarBooking[],
  club: CalendarClub,
  now: number,
): string[] {
  const events = bookings.flatMap((booking) => eventsOf(booking, club, now));
  const isGoing = ({ status }: ICalEventData) => status === ICalEventStatus.CANCELLED;
  const files: [ICalCalendarMethod, ICalEventData[]][] = [
    [ICalCalendarMethod.PUBLISH, events.filter((event) => !isGoing(event))],
    [ICalCalendarMethod.CANCEL, events.filter(isGoing)],
  ];
  return files.filter(([, own]) => own.length > 0).map(([method, own]) => toFile(method, own, club));
}

/** A single booking as a file to download. */
export function createIcsFile(booking: CalendarBooking, club: CalendarClub, now: number): string {
  const method = booking.status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  return toFile(method, eventsOf(booking, club, now), club);
}

function toFile(method: ICalCalendarMethod, events: ICalEventData[], { public_url }: CalendarClub): string {
  const prodId = `//${siteHost(public_url)}//booking//EN`;
  return ical({ prodId, scale: 'gregorian', method, events }).toString();
}

function eventsOf(booking: CalendarBooking, club: CalendarClub, now: number): ICalEventData[] {
  const { latitude, longitude } = club;
  const present = playTimes(booking);
  const times = [...present];
  // A block that no longer exists keeps its last time.
  for (const earlier of (booking.earlier ?? []).toReversed())
    times.push(...playTimes(earlier).slice(times.length));
  return times.map((playTime, index): ICalEventData => {
    const isCancelled = booking.status === 'cancelled' || index >= present.length;
    return {
      id: `booking-${booking.id}-${index + 1}@${siteHost(club.public_url)}`,
      sequence: (booking.version ?? 1) - 1,
      start: new Date(playTime.start),
      end: new Date(playTime.end),
      summary: `Padel, ${booking.court_name}`,
      description: `Booking ${booking.id} at ${club.name}. Please come 15 minutes early. Phone ${club.phone}.`,
      location: {
        title: `${club.name}, ${club.address}`,
        ...(latitude !== null && longitude !== null ? { geo: { lat: latitude, lon: longitude } } : {}),
      },
      status: isCancelled
        ? ICalEventStatus.CANCELLED
        : booking.status === 'paid'
          ? ICalEventStatus.CONFIRMED
          : ICalEventStatus.TENTATIVE,
      busystatus: isCancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
      created: new Date(booking.created_at),
      stamp: new Date(now),
      alarms: isCancelled
        ? []
        : [{ type: ICalAlarmType.display, description: 'Padel', triggerBefore: 2 * 60 * 60 }],
    };
  });
}
