import type { Transaction } from '../db/club-db.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { sessionStart } from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import type { SolePayerStore } from '../payers/sole-payer-store.ts';
import type { PlaceStore } from './place-store.ts';
import type { EventRow, EventStore, SessionRow } from './store.ts';
import { type EventViews, heldSessions } from './views.ts';

interface MakeUpDeps {
  store: EventStore;
  places: PlaceStore;
  sole: SolePayerStore;
  views: EventViews;
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

/** Lets a player make up a missed date at another event's date, or undoes that. */
export function setMakeUp(
  tx: Transaction,
  deps: MakeUpDeps,
  event: EventRow,
  {
    payer_id,
    missed_session_id,
    session_id,
  }: { payer_id: number; missed_session_id: number; session_id: number | null },
): void {
  const { store, places, sole } = deps;
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
      throw new Failure('wrong_state', 'This date is full or over. Please choose another one.');
  }
  places.setMakeUp(tx, payer.id, missed.id, session_id);
  tx.emit({ kind: 'event.changed', event_id: event.id });
  if (session_id !== null)
    tx.emit({ kind: 'event.changed', event_id: store.requireSession(session_id).event_id });
}
