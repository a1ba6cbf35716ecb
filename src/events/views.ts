import type { BookingServices } from '../bookings/services.ts';
import type { DaySession } from '../domain/api/day-routes.ts';
import type {
  AdminClubEvent,
  ClubEventView,
  EventDetails,
  EventPlace,
  EventSession,
} from '../domain/api/event-routes.ts';
import { businessDayOf, clubTimestamp } from '../domain/business-day.ts';
import { shortChildName, shortName } from '../domain/clean-words.ts';
import { shortCourtName } from '../domain/court.ts';
import { sessionEnd, sessionStart, sessionTimes } from '../domain/event.ts';
import type { SolePayer, SolePayerStore } from '../payers/sole-payer-store.ts';
import type { CoachStore } from './coach-store.ts';
import type { EventKeys } from './event-keys.ts';
import type { PlaceStore } from './place-store.ts';
import type { EventRow, EventStore, SessionRow } from './store.ts';

const HOUR_MS = 60 * 60_000;

export interface ViewDeps extends Pick<BookingServices, 'settings'> {
  store: EventStore;
  places: PlaceStore;
  coaches: CoachStore;
  sole: SolePayerStore;
  keys: EventKeys;
  now: () => number;
}

/** Who has a place: paid, promised or held. */
export function joinedOf(payers: readonly SolePayer[]): SolePayer[] {
  return payers.filter(({ state }) => state === 'joined');
}

/** The place is the player's: money, a receipt or a promise has arrived. */
export function isConfirmed({ state, hold_until, receipt_waits }: SolePayer): boolean {
  return state === 'joined' && (hold_until === null || receipt_waits === 1);
}

/** A place covers all dates, so whoever makes up another event's date at one of them takes a place too. */
export function placesLeftOf(
  { places }: Pick<ViewDeps, 'places'>,
  event: EventRow,
  payers: readonly SolePayer[],
  now: number,
): number {
  const guests = places.mostMakeUpsAt(event, businessDayOf(now));
  return Math.max(0, event.most - joinedOf(payers).length - guests);
}

/** The dates that take place, first one first. */
export function heldSessions(sessions: readonly SessionRow[]): SessionRow[] {
  return sessions
    .filter(({ cancelled_at }) => cancelled_at === null)
    .toSorted((a, b) => sessionStart(a) - sessionStart(b));
}

/** Events as players and the reception see them. */
export class EventViews {
  readonly #deps: ViewDeps;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Upcoming public events, soonest first. */
  list(): ClubEventView[] {
    const { store, now } = this.#deps;
    return store
      .listComing(businessDayOf(now()))
      .filter(({ state, is_public }) => state === 'published' && is_public === 1)
      .map((event) => this.view(event))
      .filter(({ stage }) => stage !== 'over')
      .toSorted(byNextStart)
      .slice(0, 100);
  }

  /** Null for an id that no published event has, and for one whose link the visitor doesn't have. */
  find(id: number, key: string): EventRow | null {
    const event = this.#deps.store.find(id);
    return event && event.state !== 'draft' && this.#deps.keys.opens(event, key) ? event : null;
  }

  view(event: EventRow): ClubEventView {
    const { store, sole, coaches, keys, places, settings, now } = this.#deps;
    const { id, kind, title, text, image_url, coach_id, level_from, level_to, audience } = event;
    const sessions = store.sessionsOf(event);
    const payers = sole.listOf({ event_id: id });
    const places_left = placesLeftOf({ places }, event, payers, now());
    const extras = places.placesOf(event);
    return {
      id,
      kind,
      title,
      text,
      image_url,
      coach_name: coach_id === null ? null : (coaches.find(coach_id)?.name ?? null),
      level_from,
      level_to,
      for: audience,
      least: event.least,
      most: event.most,
      places_left,
      price: event.price,
      prepaid: !settings.current().matches.cash,
      join_until: clubTimestamp(event.join_until),
      leave_hours: event.leave_hours,
      stage: stageOf(event, sessions, places_left, now()),
      sessions: sessions.map((session) => this.session(session)),
      next_session_id: nextSession(sessions, now())?.id ?? null,
      players: joinedOf(payers).map((payer) =>
        extras.get(payer.id)?.guardian ? shortChildName(payer.name) : shortName(payer.name),
      ),
      share: keys.shareUrl(event),
    };
  }

  adminView(event: EventRow): AdminClubEvent {
    const payers = this.#deps.sole.listOf({ event_id: event.id });
    const joined = joinedOf(payers);
    const [first] = heldSessions(this.#deps.store.sessionsOf(event));
    return {
      ...this.view(event),
      state: event.state,
      coach_id: event.coach_id,
      join_hours: first ? Math.round((sessionStart(first) - event.join_until) / HOUR_MS) : 0,
      make_ups: event.make_ups === 1,
      public: event.is_public === 1,
      joined: joined.length,
      confirmed: joined.filter(isConfirmed).length,
      waiting: payers.filter(({ state }) => state === 'waiting').length,
      version: event.version,
    };
  }

  details(event: EventRow): EventDetails {
    const { store, sole } = this.#deps;
    const payers = sole.listOf({ event_id: event.id });
    return {
      event: this.adminView(event),
      places: this.#places(event, payers),
      attendance: store
        .sessionsOf(event)
        .map((session) => ({ session_id: session.id, players: this.playersAt(event, session) })),
    };
  }

  /** What a court's day has of events. */
  daySessions(courtId: number, date: string): DaySession[] {
    const { store, sole } = this.#deps;
    return store.listByDay(courtId, date).map((session) => {
      const { id, event_id, title, state } = session;
      const event = store.require(event_id);
      const joined = this.playersAt(event, session).length;
      const owed = joinedOf(sole.listOf(session)).map(({ balance }) => Math.max(0, balance));
      const { slots } = sessionTimes(session);
      return {
        id,
        event_id,
        title,
        slots,
        joined,
        most: event.most,
        balance: owed.reduce((sum, balance) => sum + balance, 0),
        draft: state === 'draft',
      };
    });
  }

  /** Who is expected at a date: the players of the event, and those who make up another date. */
  playersAt(event: EventRow, session: SessionRow): EventDetails['attendance'][number]['players'] {
    const { sole, places } = this.#deps;
    if (session.cancelled_at !== null) return [];
    const came = places.attendanceAt(session.id);
    const guests = places.makeUpsAt(session.id).flatMap(({ payer_id }) => sole.find(payer_id) ?? []);
    const toPlayer = (makes_up: boolean) => (payer: SolePayer) => ({
      payer_id: payer.id,
      name: payer.name,
      phone: payer.phone,
      guardian: places.find(payer.id)?.guardian ?? '',
      came: came.get(payer.id) ?? null,
      makes_up,
    });
    const own = joinedOf(sole.listOf({ event_id: event.id }));
    return [...own.map(toPlayer(false)), ...guests.map(toPlayer(true))];
  }

  /** How many more people can come to a date. */
  roomAt(event: EventRow, session: SessionRow): number {
    const { sole, places } = this.#deps;
    const taken = joinedOf(sole.listOf({ event_id: event.id })).length + places.makeUpsAt(session.id).length;
    return event.most - taken;
  }

  #places(event: EventRow, payers: readonly SolePayer[]): EventPlace[] {
    const extras = this.#deps.places.placesOf(event);
    const makeUps = this.#deps.places.makeUpsOf(event);
    return payers.map((payer) => ({
      payer_id: payer.id,
      name: payer.name,
      guardian: extras.get(payer.id)?.guardian ?? '',
      email: payer.email,
      phone: payer.phone,
      level: payer.level,
      state: payer.state,
      friend_of: extras.get(payer.id)?.friend_of ?? null,
      charge: payer.charge,
      received: payer.received,
      balance: payer.balance,
      payment_method: payer.payment_method,
      receipt_waits: payer.receipt_waits === 1,
      hold_until: payer.hold_until === null ? null : clubTimestamp(payer.hold_until),
      made_up: makeUps
        .filter(({ payer_id }) => payer_id === payer.id)
        .map(({ missed_session_id, session_id, title, date }) => ({
          missed_session_id,
          session_id,
          title,
          date,
        })),
    }));
  }

  session(session: SessionRow): EventSession {
    const { id, date, start_time, duration, cancelled_at } = session;
    const courts = cancelled_at === null ? this.#deps.store.courtsOf(session) : [];
    return {
      id,
      date,
      start_time,
      duration,
      slots: sessionTimes(session).slots,
      courts: courts.map((court) => ({ id: court.id, name: shortCourtName(court.name) })),
      cancelled: cancelled_at !== null,
    };
  }
}

function stageOf(
  event: EventRow,
  sessions: readonly SessionRow[],
  placesLeft: number,
  now: number,
): ClubEventView['stage'] {
  const last = heldSessions(sessions).at(-1);
  if (event.state === 'cancelled' || !last) return 'cancelled';
  if (sessionEnd(last) <= now) return 'over';
  if (event.join_until <= now) return 'closed';
  return placesLeft === 0 ? 'full' : 'open';
}

function nextSession(sessions: readonly SessionRow[], now: number): SessionRow | undefined {
  return heldSessions(sessions).find((session) => sessionEnd(session) > now);
}

/** Soonest first; those without a date ahead come last. */
export function byNextStart(a: ClubEventView, b: ClubEventView): number {
  // Two without one would differ by NaN.
  return nextStart(a) === nextStart(b) ? 0 : nextStart(a) - nextStart(b);
}

function nextStart({ sessions, next_session_id }: ClubEventView): number {
  const next = sessions.find(({ id }) => id === next_session_id);
  return next ? sessionStart(next) : Number.POSITIVE_INFINITY;
}
