import { isTooLateToOffer, offeredUntil } from './deadlines.ts';
import { tellItem } from './messages.ts';
import { balanceOf } from './money.ts';
import { heldBy, termsOf } from './purchases.ts';
import { dayOf, endOf, startOf } from './slots.ts';
import { type ClubEvent, HOUR, type Item, MINUTE, type Session, type State } from './state.ts';

const HELD = 30 * MINUTE;

const fullMinute = (at: number) => Math.ceil(at / MINUTE) * MINUTE;

export function eventIn(state: State, id: number | null): ClubEvent {
  const found = state.events.find((event) => event.id === id);
  if (!found) throw new Error(`the model has no event ${id}`);
  return found;
}

/** The dates that take place, first one first. */
export const heldDates = ({ sessions }: ClubEvent): Session[] =>
  sessions.filter(({ isCancelled }) => !isCancelled).sort((one, other) => startOf(one) - startOf(other));

export const playersOf = ({ items }: State, { id }: ClubEvent): Item[] =>
  items.filter(({ event }) => event === id);

export const joinedOf = (state: State, event: ClubEvent): Item[] =>
  playersOf(state, event).filter(({ state: place }) => place === 'joined');

/** A place is for all dates, so whoever makes up another event's date at one of them takes a place too. */
export function placesLeft(state: State, event: ClubEvent): number {
  const coming = event.sessions.filter(({ date }) => date >= dayOf(state.now));
  const guests = coming.map(({ id }) => state.makeUps.filter(({ session }) => session === id).length);
  return Math.max(0, event.most - joinedOf(state, event).length - Math.max(0, ...guests));
}

/** Who is expected at a date: the event's players, and those who make up another date. */
export function expectedAt(state: State, event: ClubEvent, session: Session): number[] {
  if (session.isCancelled) return [];
  const guests = state.makeUps.filter((one) => one.session === session.id);
  return [...joinedOf(state, event).map(({ id }) => id), ...guests.map(({ payer }) => payer)];
}

/** A member's own place costs less with a plan that covers the first date. */
export function placePrice(state: State, event: ClubEvent, person: string | null, now: number): number {
  const date = heldDates(event)[0]?.date ?? '';
  const percents = heldBy(state, person, now)
    .filter(({ startsOn, endsOn }) => (startsOn ?? '') <= date && date <= (endsOn ?? ''))
    .map((purchase) => termsOf(state, purchase).eventsPercent);
  return event.price - Math.round((event.price * Math.max(0, ...percents)) / 100);
}

/** A place waits half an hour for its money, but not beyond the first date; null once that has begun. */
export function placeHeldUntil(event: ClubEvent, now: number): number | null {
  const [first] = heldDates(event);
  if (!first || startOf(first) <= now) return null;
  return Math.min(fullMinute(now + HELD), startOf(first));
}

/** Nothing is kept in time, everything later; null once the first date has begun. */
export function keptOfPlace(state: State, item: Item, now: number): number | null {
  const event = eventIn(state, item.event);
  const [first] = heldDates(event);
  if (!first || startOf(first) <= now) return null;
  if (item.state === 'waiting') return 0;
  return now <= startOf(first) - event.leaveHours * HOUR ? 0 : item.price;
}

/** Whoever gave a place back makes up nothing, and the next in line gets it. */
export function passPlaceOn(state: State, item: Item, now: number): void {
  state.makeUps = state.makeUps.filter(({ payer }) => payer !== item.id);
  offerPlaces(state, eventIn(state, item.event), now);
}

export function offerPlaces(state: State, event: ClubEvent, now: number): void {
  const [first] = heldDates(event);
  if (event.state !== 'published' || !first || isTooLateToOffer(first, now)) return;
  const waiting = playersOf(state, event).filter(({ state: place }) => place === 'waiting');
  for (const item of waiting.slice(0, placesLeft(state, event))) {
    const price = placePrice(state, event, item.isMembers ? item.person : null, now);
    const holdUntil = offeredUntil(first, now);
    Object.assign(item, { state: 'joined', price, charge: price, holdUntil });
    tellItem(state, 'item.offered', item);
    if (price === 0) Object.assign(item, { holdUntil: null, isConfirmed: true });
  }
}

export const isOver = (event: ClubEvent, now: number): boolean =>
  heldDates(event).every((session) => endOf(session) <= now);

/** A person's unpaid places in events that aren't over, those of friends included. */
export function unpaidPlaces(state: State, person: string, as: 'member' | 'guest', now: number): number {
  const coming = state.events.filter(({ sessions }) => sessions.some(({ date }) => date >= dayOf(now)));
  return coming
    .flatMap((event) => joinedOf(state, event))
    .filter((item) => item.joinedBy === person && item.joinedAs === as && balanceOf(state, item) > 0).length;
}
