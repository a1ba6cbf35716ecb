import type { Transaction } from '../db/club-db.ts';
import type { OwnMakeUps } from '../domain/api/event-routes.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { sessionStart, sessionTimes } from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import type { SolePayer, SolePayerStore } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { EventLife } from './life.ts';
import type { PlaceStore } from './place-store.ts';
import type { EventRow, EventStore, SessionRow } from './store.ts';
import { type EventViews, heldSessions } from './views.ts';

const NOT_FREE = 'This date is full or over. Please choose another one.';

interface MakeUpDeps {
  store: EventStore;
  places: PlaceStore;
  sole: SolePayerStore;
  views: EventViews;
  life: EventLife;
}

/** Dates of other events of the same kind at which a missed date can be made up: upcoming, with room. */
export function listMakeUpDates(
  { store, views }: MakeUpDeps,
  event: EventRow,
  now: number,
): { event: EventRow; session: SessionRow }[] {
  if (event.make_ups === 0) return [];
  return store
    .listComing(businessDayOf(now))
    .filter(({ id, kind, state }) => id !== event.id && kind === event.kind && state === 'published')
    .flatMap((other) =>
      heldSessions(store.sessionsOf(other))
        .filter((session) => sessionStart(session) > now && views.roomAt(other, session) > 0)
        .map((session) => ({ event: other, session })),
    )
    .toSorted((a, b) => sessionStart(a.session) - sessionStart(b.session))
    .slice(0, 60);
}

/** Those a player may choose alone: public, for the same people, and of an event that has make-ups itself. */
function listOwnDates(deps: MakeUpDeps, event: EventRow, now: number): ReturnType<typeof listMakeUpDates> {
  return listMakeUpDates(deps, event, now).filter(
    ({ event: other }) => other.is_public === 1 && other.make_ups === 1 && other.audience === event.audience,
  );
}

/** What a player sees of this; nothing without a place in an event that has make-ups. */
export function ownMakeUps(deps: MakeUpDeps, payer: Payer | SolePayer, now: number): OwnMakeUps {
  const { store, places } = deps;
  const event = payer.booking_id === null && payer.event_id !== null ? store.require(payer.event_id) : null;
  if (event?.make_ups !== 1 || payer.state !== 'joined') return { missed: [], dates: [] };
  const chosen = new Map(places.makeUpsOfPayer(payer.id).map((one) => [one.missed_session_id, one]));
  const missed = heldSessions(store.sessionsOf(event)).filter(
    ({ id }) => places.attendanceAt(id).get(payer.id) === false,
  );
  return {
    missed: missed.map((session) => {
      const makeUp = chosen.get(session.id);
      const there = makeUp && store.requireSession(makeUp.session_id);
      return {
        session_id: session.id,
        ...sessionTimes(session),
        made_up:
          makeUp && there
            ? {
                session_id: there.id,
                title: makeUp.title,
                ...sessionTimes(there),
                begun: sessionStart(there) <= now,
              }
            : null,
      };
    }),
    dates:
      missed.length === 0
        ? []
        : listOwnDates(deps, event, now).map((date) => ({
            session_id: date.session.id,
            title: date.event.title,
            ...sessionTimes(date.session),
          })),
  };
}

/** A player chooses a make-up date, or undoes it, until it begins. */
export function setOwnMakeUp(
  tx: Transaction,
  deps: MakeUpDeps,
  payer: Payer | SolePayer,
  input: { missed_session_id: number; session_id: number | null },
): void {
  const event = deps.store.find(payer.booking_id === null ? (payer.event_id ?? 0) : 0);
  if (!event) throw new Failure('not_found', 'There is no event with this number.');
  const before = deps.places
    .makeUpsOfPayer(payer.id)
    .find(({ missed_session_id }) => missed_session_id === input.missed_session_id);
  if (before && sessionStart(deps.store.requireSession(before.session_id)) <= tx.now)
    throw new Failure('wrong_state', 'This make-up has begun. Please call us.');
  const isOffered = listOwnDates(deps, event, tx.now).some(({ session }) => session.id === input.session_id);
  if (input.session_id !== null && event.make_ups === 1 && !isOffered)
    throw new Failure('wrong_state', NOT_FREE);
  setMakeUp(tx, deps, event, { payer_id: payer.id, ...input });
}

interface MakeUp {
  payer_id: number;
  missed_session_id: number;
  session_id: number | null;
}

/** The reception chooses a make-up date for a player, who is told, or undoes it. */
export function setMakeUpFor(tx: Transaction, deps: MakeUpDeps, event: EventRow, makeUp: MakeUp): void {
  const { payer_id, session_id } = makeUp;
  const before = setMakeUp(tx, deps, event, makeUp);
  const told = session_id ?? before;
  if (told === null) return;
  const change = session_id === null ? 'undone' : 'chosen';
  deps.life.tellMakeUp(tx, deps.store.requireSession(told), { payer_id, change });
}

/** Lets a player make up a missed date at another event's date, or undoes that; returns the date chosen before. */
function setMakeUp(
  tx: Transaction,
  deps: MakeUpDeps,
  event: EventRow,
  { payer_id, missed_session_id, session_id }: MakeUp,
): number | null {
  const { store, places, sole, life } = deps;
  const payer = sole.find(payer_id);
  const missed = store.requireSession(missed_session_id);
  if (payer?.event_id !== event.id || missed.event_id !== event.id)
    throw new Failure('not_found', 'This event has no such player or date.');
  if (session_id !== null) {
    if (event.make_ups === 0)
      throw new Failure('wrong_state', 'Missed dates of this event can’t be made up.');
    if (payer.state !== 'joined') throw new Failure('wrong_state', 'This player no longer has a place.');
    if (places.attendanceAt(missed.id).get(payer.id) !== false)
      throw new Failure('wrong_state', 'Only a date that the player missed can be made up.');
    if (places.makeUpsAt(session_id).some((one) => one.payer_id === payer.id))
      throw new Failure('already_exists', 'This player already makes up another date then.');
    if (!listMakeUpDates(deps, event, tx.now).some(({ session }) => session.id === session_id))
      throw new Failure('wrong_state', NOT_FREE);
  }
  const before = places.makeUpsOfPayer(payer.id).find((one) => one.missed_session_id === missed.id);
  places.setMakeUp(tx, payer.id, missed.id, session_id);
  tx.emit({ kind: 'event.changed', event_id: event.id });
  for (const id of [before?.session_id, session_id]) {
    if (!id) continue;
    const other = store.requireSession(id).event_id;
    life.offerPlaces(tx, store.require(other));
    tx.emit({ kind: 'event.changed', event_id: other });
  }
  return before?.session_id ?? null;
}
