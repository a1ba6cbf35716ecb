import { announceFreed, giveUpSlots } from '../bookings/claims.ts';
import { clearPlaces } from '../bookings/close-courts.ts';
import type { ClosureStore } from '../bookings/closures.ts';
import type { BookingServices } from '../bookings/services.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { RoomDecision } from '../domain/admin-inputs.ts';
import {
  type AddPlace,
  type CancelEvent,
  type EventEdit,
  joinUntilOf,
  kindError,
  type NewEvent,
  type SessionMove,
  sessionEnd,
  sessionSlots,
  sessionStart,
} from '../domain/event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { NO_RESALE_MS } from '../domain/payment-deadline.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import type { Offers } from '../waitlist/offers.ts';
import { coachElsewhere } from './coach-store.ts';
import type { EventLife } from './life.ts';
import { placeDiscount } from './place-price.ts';
import { assertPlanned, type PlannedSession, planSessions } from './plan.ts';
import type { EventFields, EventRow, SessionRow } from './store.ts';
import { type EventViews, heldSessions, placesLeftOf, type ViewDeps } from './views.ts';

/** Players arrive a little before they play. */
const EARLY_MS = 60 * 60_000;

export interface ChangeDeps extends ViewDeps {
  services: BookingServices;
  closures: ClosureStore;
  offers: Offers;
  life: EventLife;
  views: EventViews;
  soleMoney: SoleMoney;
}

/** Writes an event with its dates, courts and coach; drafts hold them too. Returns its id. */
export function createEvent(tx: Transaction, deps: ChangeDeps, input: NewEvent, actor: Actor): number {
  const { store } = deps;
  const broken = kindError(input.kind, input);
  if (broken) throw invalidField(broken.field, broken.message);
  const planned = planSessions({ ...deps.services, ...deps, db: tx.db }, input, tx.now);
  assertPlanned(planned);
  const start = Math.min(...input.sessions.map(sessionStart));
  const id = store.insert(tx, fieldsOf(input, input.kind, start));
  const sessions = new Map(planned.map((plan) => [plan, store.insertSession(tx, id, plan.input)]));
  takeCourts(tx, deps, { title: input.title, sessions, decisions: input.decisions }, actor);
  for (const session of sessions.values())
    if (input.coach_id !== null) store.claimCoach(tx, input.coach_id, session);
  recordAuditEntry(tx, actor, 'added', 'event', id);
  if (input.publish) publishEvent(tx, deps, store.require(id), actor);
  tx.emit({ kind: 'event.changed', event_id: id });
  return id;
}

/** Changes everything but the dates; players who have a place keep their price. */
export function editEvent(
  tx: Transaction,
  deps: ChangeDeps,
  event: EventRow,
  input: EventEdit,
  actor: Actor,
): void {
  const { store, sole, coaches } = deps;
  assertVersion(event, input.version);
  assertNotCancelled(event);
  const broken = kindError(event.kind, input);
  if (broken) throw invalidField(broken.field, broken.message);
  const held = heldSessions(store.sessionsOf(event));
  const start = Math.min(...held.map(sessionStart));
  assertMayLower(event, input.price, start, actor, tx.now);
  const left = placesLeftOf(deps, event, sole.listOf({ event_id: event.id }), tx.now);
  const taken = event.most - left;
  if (input.most < taken)
    throw invalidField('most', `${taken} players have a place already, so at least ${taken} can play.`);
  store.update(tx, event.id, fieldsOf(input, event.kind, start));
  if (input.coach_id !== event.coach_id) {
    for (const session of held.filter((one) => sessionEnd(one) > tx.now)) {
      store.freeCoach(tx, session);
      if (input.coach_id === null) continue;
      if (coaches.require(input.coach_id).active === 0)
        throw invalidField('coach_id', 'This coach no longer gives classes.');
      const holders = coaches.holdersOn(input.coach_id, session.date);
      const busy = (sessionSlots(session) ?? []).map((slot) => holders.get(slot)).find((one) => one);
      if (busy) throw coachElsewhere(busy.title);
      store.claimCoach(tx, input.coach_id, session);
    }
  }
  const next = store.require(event.id);
  // Once joining is over, the rest of an event can still change.
  if (next.state === 'published' && event.join_until > tx.now) assertJoinable(next, tx.now);
  deps.life.offerPlaces(tx, next);
  recordAuditEntry(tx, actor, 'edited', 'event', event.id, {});
  tx.emit({ kind: 'event.changed', event_id: event.id });
}

export function publishEvent(tx: Transaction, { store }: ChangeDeps, event: EventRow, actor: Actor): void {
  if (event.state !== 'draft')
    throw new Failure('wrong_state', 'This event has already been published or cancelled.');
  assertJoinable(event, tx.now);
  store.setState(tx, event.id, 'published');
  recordAuditEntry(tx, actor, 'event_published', 'event', event.id);
  tx.emit({ kind: 'event.changed', event_id: event.id });
}

/** Moves a date; its own courts and coach count as free, and nobody else can get the ones it keeps. */
export function moveSession(
  tx: Transaction,
  deps: ChangeDeps,
  session: SessionRow,
  { version, decisions, ...to }: SessionMove,
  actor: Actor,
): void {
  const { store, sole, life } = deps;
  const event = store.require(session.event_id);
  assertVersion(event, version);
  assertHeld(event, session, tx.now);
  const before = life.describe(session);
  const broken = kindError(event.kind, { ...event, make_ups: event.make_ups === 1, sessions: [to] });
  if (broken) throw invalidField(broken.field, broken.message);
  const plan = { coach_id: event.coach_id, sessions: [to] };
  const planned = planSessions({ ...deps.services, ...deps, db: tx.db }, plan, tx.now, session.id);
  assertPlanned(planned);
  store.freeCoach(tx, session);
  const given = giveUpSlots(tx, { session_id: session.id });
  store.setSessionTime(tx, session.id, to);
  const moved = store.requireSession(session.id);
  const sessions = new Map(planned.map((one) => [one, moved]));
  takeCourts(tx, deps, { title: event.title, sessions, decisions }, actor);
  if (event.coach_id !== null) store.claimCoach(tx, event.coach_id, moved);
  announceFreed(tx, given, { kept: planned.flatMap(({ places }) => places) });
  store.update(tx, event.id, { join_until: joinUntilAfterMove(deps, event, session, tx.now) });
  const from = { date: session.date, start_time: session.start_time };
  recordAuditEntry(tx, actor, 'event_moved', 'event', event.id, {
    from,
    to: { date: to.date, start_time: to.start_time },
  });
  for (const { id, state } of sole.listOf({ event_id: event.id }))
    if (state !== 'left') tx.emit({ kind: 'item.changed', payer_id: id, at: tx.now });
  life.tellMakeUpsAt(tx, moved, { change: 'moved', before });
  tx.emit({ kind: 'event.changed', event_id: event.id });
}

/** Cancels one date, or the event with all its remaining dates. */
export function cancelEvent(
  tx: Transaction,
  { store, life }: ChangeDeps,
  event: EventRow,
  { session_id, reason, version }: CancelEvent,
  actor: Actor,
): void {
  assertVersion(event, version);
  assertNotCancelled(event);
  const held = heldSessions(store.sessionsOf(event));
  const session = session_id === undefined ? null : held.find(({ id }) => id === session_id);
  if (session === undefined) throw new Failure('not_found', 'This event has no such date.');
  if (session) assertHeld(event, session, tx.now);
  else if (held.every((one) => sessionEnd(one) <= tx.now))
    throw new Failure('wrong_state', 'This event is over, so there is nothing left to cancel.');
  if (session && held.length > 1) life.cancelDate(tx, event, session, actor);
  else life.cancel(tx, event, reason, actor);
  const details = { ...(session && held.length > 1 ? { date: session.date } : {}), reason };
  recordAuditEntry(tx, actor, 'event_cancelled', 'event', event.id, details);
}

/** For somebody at the reception or on the phone: the place is theirs before they pay. */
export function addPlace(
  tx: Transaction,
  { store, sole, places, soleMoney, services }: ChangeDeps,
  event: EventRow,
  { name, email, phone, child }: AddPlace,
  actor: Actor,
): void {
  const held = heldSessions(store.sessionsOf(event));
  const [first, last] = [held[0], held.at(-1)];
  if (event.state !== 'published' || !first || !last || sessionEnd(last) <= tx.now)
    throw new Failure('wrong_state', 'Nobody can join this event now.');
  if (placesLeftOf({ places }, event, sole.listOf({ event_id: event.id }), tx.now) === 0)
    throw new Failure('wrong_state', 'This event is full. Change how many can play first.');
  const user_id = email === '' ? null : services.users.findConfirmed(email);
  const discount = placeDiscount(services.items, event, first, user_id);
  const payer = sole.add(
    tx,
    { event_id: event.id },
    {
      state: 'joined',
      name: child ?? name,
      email,
      phone: phone ? normalizePhone(phone) : '',
      user_id,
      price: event.price - (discount?.amount ?? 0),
      payment_method: event.price === (discount?.amount ?? 0) ? null : 'cash',
    },
  );
  places.add(tx, { payer_id: payer.id, guardian: child ? name : '', friend_of: null });
  places.setDiscount(tx, payer.id, discount);
  // The link goes to an address that the club has entered.
  if (user_id === null) recordAuditEntry(tx, actor, 'walk_in', 'payer', payer.id);
  soleMoney.settle(tx, payer.id, actor);
  tx.emit({ kind: 'item.taken', payer_id: payer.id });
  tx.emit({ kind: 'event.changed', event_id: event.id });
}

export function recordAttendance(
  tx: Transaction,
  { store, views, places }: Pick<ChangeDeps, 'store' | 'places' | 'views'>,
  session: SessionRow,
  { payer_id, came }: { payer_id: number; came: boolean | null },
): void {
  const event = store.require(session.event_id);
  if (!views.playersAt(event, session).some((player) => player.payer_id === payer_id))
    throw new Failure('not_found', 'This player is not expected at this date.');
  if (came !== null && sessionStart(session) > tx.now + EARLY_MS)
    throw new Failure('wrong_state', 'This date has not begun yet.');
  places.setAttendance(tx, session.id, payer_id, came);
  tx.emit({ kind: 'event.changed', event_id: event.id });
}

function takeCourts(
  tx: Transaction,
  { services, closures, offers, store }: ChangeDeps,
  {
    title,
    sessions,
    decisions,
  }: { title: string; sessions: ReadonlyMap<PlannedSession, SessionRow>; decisions: RoomDecision[] },
  actor: Actor,
): void {
  const owners = new Map(
    [...sessions].flatMap(([{ places }, session]) => places.map((place) => [place, session] as const)),
  );
  const places = [...owners.keys()];
  const endOffers = offers.endIn(tx, places);
  const taking = { reason: title, note: '', decisions, leave: [] };
  clearPlaces(tx, services, closures, places, taking, actor, (free, reassign, place) => {
    const session = owners.get(place) as SessionRow;
    store.claimCourt(tx, session, free.court_id, free.slotIndexes);
    reassign({ session_id: session.id });
  });
  endOffers();
}

function fieldsOf(input: Omit<EventEdit, 'version'>, kind: EventRow['kind'], start: number): EventFields {
  return {
    kind,
    title: input.title,
    text: input.text,
    coach_id: input.coach_id,
    level_from: input.level_from,
    level_to: input.level_to,
    audience: input.for,
    least: input.least,
    most: input.most,
    price: input.price,
    join_until: joinUntilOf(start, input.join_hours),
    leave_hours: input.leave_hours,
    make_ups: input.make_ups ? 1 : 0,
    is_public: input.public ? 1 : 0,
  };
}

/** Keeps the same lead before the first date; if that is already in the past, it stays as it was. */
function joinUntilAfterMove({ store }: ChangeDeps, event: EventRow, before: SessionRow, now: number): number {
  const held = heldSessions(store.sessionsOf(event));
  const others = held.filter(({ id }) => id !== before.id);
  const startBefore = Math.min(...[before, ...others].map(sessionStart));
  const start = Math.min(...held.map(sessionStart));
  const until = start - (startBefore - event.join_until);
  return until > now ? until : Math.min(event.join_until, start);
}

function assertVersion({ version }: EventRow, seen: number): void {
  if (version !== seen)
    throw new Failure(
      'changed_meanwhile',
      'This event has changed in the meantime. Please look at it again.',
    );
}

function assertNotCancelled({ state }: EventRow): void {
  if (state === 'cancelled') throw new Failure('wrong_state', 'This event has already been cancelled.');
}

function assertHeld({ state }: EventRow, session: SessionRow, now: number): void {
  if (state === 'cancelled' || session.cancelled_at !== null)
    throw new Failure('wrong_state', 'This date has already been cancelled.');
  if (sessionEnd(session) <= now) throw new Failure('wrong_state', 'This date is over.');
}

/** Staff could otherwise write down players for nothing who have paid them in cash. */
function assertMayLower(event: EventRow, price: number, start: number, actor: Actor, now: number): void {
  const isNear = start - NO_RESALE_MS <= now;
  if (actor.role !== 'staff' || event.state === 'draft' || price >= event.price || !isNear) return;
  throw new Failure(
    'forbidden',
    'From half an hour before it begins, only an owner may lower the price of an event.',
  );
}

function assertJoinable({ join_until }: EventRow, now: number): void {
  if (join_until > now) return;
  throw invalidField('join_hours', 'Nobody could join any more. Please let players join for longer.');
}
