import ical, {
  foldLines,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { Closure } from '../domain/api/day-routes.ts';
import type { EventSession } from '../domain/api/event-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { CalendarFeed } from '../domain/calendar-feed.ts';
import { type Club, siteHost } from '../domain/club.ts';
import { type Court, shortCourtName } from '../domain/court.ts';
import { sessionTimes } from '../domain/event.ts';
import { formatPkr } from '../domain/format-money.ts';
import { playTimes } from '../domain/play-time.ts';
import { startTimeOf } from '../domain/slot.ts';
import type { CourtSession } from '../events/store.ts';

/**
 * A feed as an iCalendar file, with one event per block of a booking or closure, in UTC. Calendars replace everything
 * with the new file, so cancelled bookings are simply missing.
 */
export function createFeedFile(
  feed: Pick<CalendarFeed, 'label' | 'audience' | 'content'>,
  content: {
    bookings: readonly Booking[];
    closures: readonly Closure[];
    sessions: readonly CourtSession[];
    courts: readonly Court[];
  },
  club: Pick<Club, 'name' | 'address' | 'public_url'>,
): Promise<string> {
  const host = siteHost(club.public_url);
  const isForOwner = feed.audience === 'owner';
  const location = `${club.name}, ${club.address}`;
  const courtNames = new Map(content.courts.map((court) => [court.id, shortCourtName(court.name)]));
  const bookings = content.bookings.flatMap((booking) => {
    const court = shortCourtName(booking.court_name);
    const created = new Date(booking.created_at);
    return playTimes(booking).map(
      ({ start, end }, index): ICalEventData => ({
        created,
        stamp: created,
        start: new Date(start),
        end: new Date(end),
        location,
        busystatus: ICalEventBusyStatus.BUSY,
        id: `feed-booking-${booking.id}-${index + 1}@${host}`,
        sequence: booking.version - 1,
        summary: isForOwner ? `${court}: ${booking.name}` : `${court}: booked`,
        description: isForOwner ? ownerDescription(booking, club.public_url) : `Booking ${booking.id}`,
        status: booking.status === 'paid' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      }),
    );
  });
  const closures = content.closures.flatMap((closure) =>
    playTimes(closure).map(
      ({ start, end }, index): ICalEventData => ({
        start: new Date(start),
        end: new Date(end),
        stamp: new Date(start),
        location,
        status: ICalEventStatus.CONFIRMED,
        busystatus: ICalEventBusyStatus.BUSY,
        id: `feed-closure-${closure.id}-${index + 1}@${host}`,
        summary: `${courtNames.get(closure.court_id) ?? 'Court'}: closed`,
        // An admin may have typed a person's name into the reason.
        ...(isForOwner ? { description: closure.reason } : {}),
      }),
    ),
  );
  const sessions = content.sessions.flatMap((session) =>
    playTimes(sessionTimes(session)).map(
      ({ start, end }, index): ICalEventData => ({
        start: new Date(start),
        end: new Date(end),
        stamp: new Date(start),
        location,
        status: ICalEventStatus.CONFIRMED,
        busystatus: ICalEventBusyStatus.BUSY,
        id: `feed-session-${session.id}-${session.court_id}-${index + 1}@${host}`,
        summary: `${courtNames.get(session.court_id) ?? 'Court'}: ${session.title}`,
        url: `${club.public_url}/events/${session.event_id}`,
      }),
    ),
  );
  return writeEvents(createCalendar(feed.label, club), [...bookings, ...closures, ...sessions]);
}

/** A coach's classes, each with its players, and the coach's other hours. */
export function createCoachFile(
  name: string,
  {
    classes,
    busy,
  }: {
    classes: readonly (EventSession & { title: string; players: readonly string[] })[];
    busy: readonly { id: number; date: string; note: string; slotIndexes: readonly number[] }[];
  },
  club: Pick<Club, 'name' | 'address' | 'public_url'>,
): Promise<string> {
  const host = siteHost(club.public_url);
  const toEvents = (
    held: { date: string; slots: readonly string[] },
    id: string,
    data: Pick<ICalEventData, 'summary' | 'description' | 'location'>,
  ) =>
    playTimes(held).map(
      ({ start, end }, index): ICalEventData => ({
        ...data,
        start: new Date(start),
        end: new Date(end),
        stamp: new Date(start),
        status: ICalEventStatus.CONFIRMED,
        busystatus: ICalEventBusyStatus.BUSY,
        id: `${id}-${index + 1}@${host}`,
      }),
    );
  const events = [
    ...classes.flatMap((session) =>
      toEvents(session, `coach-session-${session.id}`, {
        summary: session.title,
        description: session.players.length > 0 ? session.players.join(', ') : 'Nobody has joined yet.',
        location: [...session.courts.map((court) => court.name), club.name].join(', '),
      }),
    ),
    ...busy.flatMap(({ id, date, note, slotIndexes }) =>
      toEvents({ date, slots: slotIndexes.map(startTimeOf) }, `coach-busy-${id}`, {
        summary: note || 'Busy',
      }),
    ),
  ];
  return writeEvents(createCalendar(name, club), events);
}

function createCalendar(label: string, club: Pick<Club, 'name' | 'public_url'>): ICalCalendar {
  return ical({
    prodId: `//${siteHost(club.public_url)}//feed//EN`,
    scale: 'gregorian',
    method: ICalCalendarMethod.PUBLISH,
    name: `${club.name}: ${label}`,
    ttl: 60 * 60,
  });
}

/** Events to write before other requests get their turn; the library takes 20 to 60 µs for each. */
const EVENTS_PER_TURN = 100;
const END = 'END:VCALENDAR';

async function writeEvents(calendar: ICalCalendar, events: readonly ICalEventData[]): Promise<string> {
  const empty = calendar.toString();
  const parts: string[] = [];
  for (const [index, event] of events.entries()) {
    // Unlike its calendar, a single event isn't folded.
    parts.push(foldLines(calendar.createEvent(event).toString()));
    if (index % EVENTS_PER_TURN === 0) await Bun.sleep(0);
  }
  return empty.replace(END, () => `${parts.join('')}${END}`);
}

function ownerDescription(booking: Booking, publicUrl: string): string {
  const money = booking.balance > 0 ? `${formatPkr(booking.balance)} to collect` : 'Paid';
  return `${booking.phone}. ${money}. ${publicUrl}/admin?booking=${booking.id}`;
}
