import { createEvents, type EventAttributes, type HeaderAttributes } from 'ics';
import type { Closure } from '../domain/admin-api.ts';
import type { Booking } from '../domain/booking.ts';
import type { CalendarFeed } from '../domain/calendar-feed.ts';
import { type Club, siteHost } from '../domain/club.ts';
import { type Court, shortCourtName } from '../domain/court.ts';
import { formatPkr } from '../domain/money.ts';
import { playTimes } from '../domain/play-time.ts';

type FeedEvent = EventAttributes & { timestamp: number };

/**
 * A feed as an iCalendar file, with one event for each block of a booking or a closure, in UTC. Calendars
 * replace what they have by the new file, so cancelled bookings are just missing.
 */
export function createFeedFile(
  feed: Pick<CalendarFeed, 'label' | 'audience' | 'content'>,
  content: { bookings: readonly Booking[]; closures: readonly Closure[]; courts: readonly Court[] },
  club: Pick<Club, 'name' | 'address' | 'public_url'>,
): Promise<string> {
  const host = siteHost(club.public_url);
  const isForOwner = feed.audience === 'owner';
  const location = `${club.name}, ${club.address}`;
  const courtNames = new Map(content.courts.map((court) => [court.id, shortCourtName(court.name)]));
  const bookings = content.bookings.flatMap((booking) => {
    const court = shortCourtName(booking.court_name);
    const dates = { created: Date.parse(booking.created_at), timestamp: Date.parse(booking.created_at) };
    return playTimes(booking).map(
      ({ start, end }, index): FeedEvent => ({
        ...{ ...dates, start, end, location, busyStatus: 'BUSY' },
        uid: `feed-booking-${booking.id}-${index + 1}@${host}`,
        sequence: booking.version - 1,
        title: isForOwner ? `${court}: ${booking.name}` : `${court}: booked`,
        description: isForOwner ? ownerDescription(booking, club.public_url) : `Booking ${booking.id}`,
        status: booking.status === 'paid' ? 'CONFIRMED' : 'TENTATIVE',
      }),
    );
  });
  const closures = content.closures.flatMap((closure) =>
    playTimes(closure).map(
      ({ start, end }, index): FeedEvent => ({
        ...{ start, end, location, timestamp: start, status: 'CONFIRMED', busyStatus: 'BUSY' },
        uid: `feed-closure-${closure.id}-${index + 1}@${host}`,
        title: `${courtNames.get(closure.court_id) ?? 'Court'}: closed`,
        // An admin may have typed a person's name into the reason.
        ...(isForOwner ? { description: closure.reason } : {}),
      }),
    ),
  );
  return joinEvents([...bookings, ...closures], {
    productId: `-//${host}//feed//EN`,
    method: 'PUBLISH',
    calName: `${club.name}: ${feed.label}`,
  });
}

/** Events that are written before other requests get their turn; the library takes a fifth of a millisecond for each. */
const EVENTS_PER_TURN = 50;
const END = 'END:VCALENDAR';

async function joinEvents(events: readonly FeedEvent[], header: HeaderAttributes): Promise<string> {
  const frame = writeCalendar([], header);
  const parts: string[] = [];
  for (let at = 0; at < events.length; at += EVENTS_PER_TURN) {
    const text = writeCalendar(events.slice(at, at + EVENTS_PER_TURN), header);
    parts.push(text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END)));
    await Bun.sleep(0);
  }
  return frame.replace(END, () => `${parts.join('')}${END}`);
}

function writeCalendar(events: FeedEvent[], header: HeaderAttributes): string {
  const { error, value } = createEvents(events, header);
  if (error || typeof value !== 'string') throw error ?? new Error('no calendar file');
  return value;
}

function ownerDescription(booking: Booking, publicUrl: string): string {
  const money = booking.balance > 0 ? `${formatPkr(booking.balance)} to collect` : 'Paid';
  return `${booking.phone}. ${money}. ${publicUrl}/admin?booking=${booking.id}`;
}
