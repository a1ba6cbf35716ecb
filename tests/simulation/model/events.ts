import { emailOf, findPerson } from '../people.ts';
import {
  expectedAt,
  heldDates,
  isOver,
  joinedOf,
  offerPlaces,
  placeHeldUntil,
  placePrice,
  placesLeft,
  playersOf,
} from './event-places.ts';
import { leaveItem, newItem, settleItem } from './items.ts';
import { tellItem } from './messages.ts';
import { endOf, instantOf, isTaken, startOf } from './slots.ts';
import {
  type ClubEvent,
  CONFLICT,
  CREATED,
  type Expected,
  FORBIDDEN,
  HOUR,
  INVALID,
  type Item,
  NOT_FOUND,
  OK,
  type Session,
  type State,
} from './state.ts';

/** When and where a date takes place. */
export type Time = Pick<Session, 'courts' | 'date' | 'slots'>;

const FEWEST = { class: 1, social: 1, tournament: 4 } as const;
const PLACES_OF_A_MAILBOX = 6;
const IN_VAIN = 2;

/** Whether the coach has another class or other hours then. */
function isCoachBusy(state: State, { date, slots }: Time, own: Session | null): boolean {
  const classes = state.events
    .filter(({ hasCoach }) => hasCoach)
    .flatMap(({ sessions }) => sessions.filter((one) => !one.isCancelled && one !== own));
  return [...classes, ...state.busy].some(
    (one) => one.date === date && one.slots.some((slot) => slots.includes(slot)),
  );
}

/** Offers leave; bookings, closures and other events stay. */
function isFree(state: State, time: Time, hasCoach: boolean, now: number, own: Session | null): boolean {
  const { courts, date, slots } = time;
  if (instantOf(date, slots[0] ?? 0) <= now) return false;
  const events = own
    ? state.events.map((event) => ({ ...event, sessions: event.sessions.filter((one) => one !== own) }))
    : state.events;
  const others = { ...state, offers: [], events };
  const isHeld = courts.some((court) => {
    const taken = isTaken(others, court, date);
    return slots.some((slot) => taken.has(slot));
  });
  return !isHeld && !(hasCoach && isCoachBusy(state, time, own));
}

function endOffers(state: State, { courts, date, slots }: Time): void {
  const isIn = (offer: State['offers'][0]) =>
    courts.includes(offer.court) && offer.date === date && offer.slots.some((slot) => slots.includes(slot));
  for (const offer of state.offers) if (isIn(offer)) state.told.push({ kind: 'offer.withdrawn', about: 0 });
  state.offers = state.offers.filter((offer) => !isIn(offer));
}

export interface EventPlan
  extends Pick<
    ClubEvent,
    'kind' | 'title' | 'hasCoach' | 'isForChildren' | 'least' | 'most' | 'price' | 'leaveHours' | 'mayMakeUp'
  > {
  joinHours: number;
  dates: Time[];
  isPublished: boolean;
}

/** All dates get their courts and coach, or none. */
export function planEvent(state: State, plan: EventPlan, now: number): Expected {
  const { joinHours, dates, isPublished, ...event } = plan;
  if (plan.least < FEWEST[plan.kind]) return INVALID;
  if (!dates.every((time) => isFree(state, time, plan.hasCoach, now, null))) return CONFLICT;
  const joinUntil = Math.min(...dates.map(startOf)) - joinHours * HOUR;
  if (isPublished && joinUntil <= now) return INVALID;
  for (const time of dates) endOffers(state, time);
  const sessions = dates.map((time): Session => {
    const id = state.nextSession;
    state.nextSession += 1;
    return { ...time, id, isCancelled: false, came: new Map() };
  });
  state.events.push({
    ...event,
    id: state.nextEvent,
    joinUntil,
    state: isPublished ? 'published' : 'draft',
    isDecided: false,
    sessions,
    changes: isPublished ? 1 : 0,
  });
  state.nextEvent += 1;
  return CREATED;
}

export function publish(event: ClubEvent, now: number): Expected {
  if (event.state !== 'draft') return CONFLICT;
  if (event.joinUntil <= now) return INVALID;
  event.state = 'published';
  event.changes += 1;
  return OK;
}

export interface Joining {
  person: string;
  isMember: boolean;
  child: string | null;
  /** The price of the own place, as its page shows it. */
  ownPrice: number;
  /** A friend with a name alone, or one whom the club knows. */
  friend: { name: string; person: string | null } | null;
  wait: boolean;
  price: number;
}

/** Somebody takes a place, one for a child, or one for a friend too; what is not free is waited for. */
export function joinEvent(state: State, event: ClubEvent, joining: Joining, now: number): Expected {
  const { person, isMember, child, friend, wait, price: shown, ownPrice } = joining;
  if (event.state === 'draft') return NOT_FOUND;
  if (event.state === 'cancelled' || event.joinUntil <= now) return CONFLICT;
  if (shown !== event.price) return { ...CONFLICT, amount: event.price };
  if (event.isForChildren && child === null) return INVALID;
  const free = placesLeft(state, event);
  const wanted = friend ? 2 : 1;
  if (free < wanted && !wait) return CONFLICT;
  if (!mayJoin(state, event, person, isMember, wanted)) return FORBIDDEN;
  const { name } = findPerson(person);
  const price = placePrice(state, event, isMember ? person : null, now);
  if (ownPrice !== price) return { ...CONFLICT, amount: price };
  const email = emailOf(person);
  const joinedAs = isMember ? ('member' as const) : ('guest' as const);
  const add = (who: Pick<Item, 'name' | 'email' | 'guardian' | 'price' | 'person'>, own: number | null) => {
    const hasPlace = free > (own === null ? 0 : 1);
    const item = newItem(
      state,
      {
        purchase: null,
        event: event.id,
        guardian: who.guardian,
        friendOf: own,
        person: who.person,
        name: who.name,
        email: who.email,
        isMembers: isMember && own === null,
        joinedAs,
        joinedBy: person,
        state: hasPlace ? 'joined' : 'waiting',
        price: hasPlace ? who.price : 0,
        holdUntil: hasPlace ? placeHeldUntil(event, now) : null,
      },
      now,
    );
    tellItem(state, 'item.taken', item);
    if (hasPlace && who.price === 0) settleItem(state, item);
    return item.id;
  };
  const guardian = child === null ? '' : name;
  const own = add({ name: child ?? name, email, guardian, price, person }, null);
  const other = friend?.person ?? person;
  if (friend)
    add({ name: friend.name, email: emailOf(other), guardian: '', price: event.price, person: other }, own);
  return CREATED;
}

/** A mailbox may bring a family, but neither fill an event nor let places lapse again and again. */
function mayJoin(state: State, event: ClubEvent, person: string, isMember: boolean, wanted: number): boolean {
  const own = playersOf(state, event).filter(({ email, isMembers }) => {
    return email === emailOf(person) && (!isMember || isMembers);
  });
  const lost = own.filter(({ state: place, isTakenOff }) => place === 'left' && isTakenOff);
  const inVain = lost.filter(({ isConfirmed, price }) => !isConfirmed && price > 0);
  if (lost.some(({ isConfirmed }) => isConfirmed)) return false;
  const present = own.filter(({ state: place }) => place !== 'left').length;
  return present + wanted <= PLACES_OF_A_MAILBOX && inVain.length < IN_VAIN;
}

/** For somebody at the desk, whose place it is before they pay. */
export function addPlayer(state: State, event: ClubEvent, person: string, now: number): Expected {
  const last = heldDates(event).at(-1);
  if (event.state !== 'published' || !last || endOf(last) <= now || placesLeft(state, event) === 0)
    return CONFLICT;
  const { name, role } = findPerson(person);
  const isMembers = role === 'member';
  const price = placePrice(state, event, isMembers ? person : null, now);
  const method = price === 0 ? null : 'cash';
  const item = newItem(
    state,
    {
      purchase: null,
      event: event.id,
      guardian: '',
      friendOf: null,
      person,
      name,
      email: emailOf(person),
      isMembers,
      price,
      method,
    },
    now,
  );
  settleItem(state, item);
  tellItem(state, 'item.taken', item);
  return CREATED;
}

export function attend(
  state: State,
  event: ClubEvent,
  session: Session,
  { payer, came }: { payer: number; came: boolean | null },
  now: number,
): Expected {
  if (!expectedAt(state, event, session).includes(payer)) return NOT_FOUND;
  if (came !== null && startOf(session) > now + HOUR) return CONFLICT;
  if (came === null) session.came.delete(payer);
  else session.came.set(payer, came);
  return OK;
}

/** A missed date is made up at a coming date of another event of the same kind, while there is room. */
export function makeUp(
  state: State,
  event: ClubEvent,
  { payer, missed, session: id }: { payer: number; missed: number; session: number | null },
  now: number,
): Expected {
  const item = state.items.find((one) => one.id === payer);
  const from = event.sessions.find((one) => one.id === missed);
  if (item?.event !== event.id || !from) return NOT_FOUND;
  if (id !== null) {
    const isAgain = state.makeUps.some((one) => one.payer === payer && one.session === id);
    if (!event.mayMakeUp || item.state !== 'joined' || from.came.get(payer) !== false || isAgain)
      return CONFLICT;
    const to = sessionOf(state, id);
    const other = to && state.events.find(({ sessions }) => sessions.includes(to));
    const isOther = other && other !== event && other.kind === event.kind && other.state === 'published';
    if (!isOther || !to || to.isCancelled || startOf(to) <= now) return CONFLICT;
    if (expectedAt(state, other, to).length >= other.most) return CONFLICT;
  }
  const before = state.makeUps.find((one) => one.payer === payer && one.missed === missed);
  const told = sessionOf(state, id ?? before?.session ?? null);
  if (told && endOf(told) > now) tellItem(state, 'item.make_up_changed', item);
  state.makeUps = state.makeUps.filter((one) => one !== before);
  if (id !== null) state.makeUps.push({ payer, missed, session: id });
  return OK;
}

function sessionOf(state: State, id: number | null): Session | undefined {
  return state.events.flatMap(({ sessions }) => sessions).find((one) => one.id === id);
}

/** PKR for all dates but one, in favour of the player. */
const withoutOne = (price: number, dates: number): number => Math.floor((price * (dates - 1)) / dates);

/** One date, or everything that is still to come. */
export function cancelDates(state: State, event: ClubEvent, session: Session | null, now: number): Expected {
  if (event.state === 'cancelled') return CONFLICT;
  const held = heldDates(event);
  if (session?.isCancelled) return NOT_FOUND;
  if (session ? endOf(session) <= now : isOver(event, now)) return CONFLICT;
  if (!session || held.length === 1) {
    cancelEvent(state, event, now);
    return OK;
  }
  endSession(state, session);
  event.price = withoutOne(event.price, held.length);
  event.changes += 1;
  for (const item of joinedOf(state, event)) {
    const price = withoutOne(item.price, held.length);
    Object.assign(item, { price, charge: price });
    settleItem(state, item);
    tellItem(state, 'item.changed', item);
  }
  return OK;
}

function endSession(state: State, session: Session): void {
  session.isCancelled = true;
  const guests = state.makeUps.filter((one) => one.session === session.id).map(({ payer }) => payer);
  for (const item of state.items) if (guests.includes(item.id)) tellItem(state, 'item.make_up_changed', item);
  state.makeUps = state.makeUps.filter((one) => one.session !== session.id);
}

/** The club keeps the part of each price that is for dates already held. */
function cancelEvent(state: State, event: ClubEvent, now: number): void {
  const held = heldDates(event);
  const ahead = held.filter((session) => endOf(session) > now);
  event.state = 'cancelled';
  event.changes += 1;
  for (const session of ahead) endSession(state, session);
  for (const item of playersOf(state, event)) {
    if (item.state === 'left') continue;
    const keep = Math.floor((item.price * (held.length - ahead.length)) / held.length);
    leaveItem(state, item, { keep, how: 'taken off', toCredit: false });
  }
}

export function moveDate(state: State, event: ClubEvent, session: Session, to: Time, now: number): Expected {
  if (event.state === 'cancelled' || session.isCancelled || endOf(session) <= now) return CONFLICT;
  if (!isFree(state, to, event.hasCoach, now, session)) return CONFLICT;
  const startBefore = Math.min(...heldDates(event).map(startOf));
  endOffers(state, to);
  Object.assign(session, to);
  const start = Math.min(...heldDates(event).map(startOf));
  const until = start - (startBefore - event.joinUntil);
  event.joinUntil = until > now ? until : Math.min(event.joinUntil, start);
  event.changes += 1;
  const guests = state.makeUps.filter((one) => one.session === session.id).map(({ payer }) => payer);
  for (const item of state.items) {
    if (item.event === event.id && item.state !== 'left') tellItem(state, 'item.changed', item);
    if (guests.includes(item.id)) tellItem(state, 'item.make_up_changed', item);
  }
  return OK;
}

/** Whoever has a place keeps the price. */
export function changeEvent(
  state: State,
  event: ClubEvent,
  { most, price, joinHours }: { most: number; price: number; joinHours: number },
  now: number,
): Expected {
  if (event.state === 'cancelled') return CONFLICT;
  if (most < joinedOf(state, event).length || most < event.least) return INVALID;
  const [first] = heldDates(event);
  const joinUntil = (first ? startOf(first) : now) - joinHours * HOUR;
  if (event.state === 'published' && event.joinUntil > now && joinUntil <= now) return INVALID;
  Object.assign(event, { most, price, joinUntil, changes: event.changes + 1 });
  offerPlaces(state, event, now);
  return OK;
}

/** Without its least number an event is cancelled when joining ends; places still held may decide it later. */
export function decideEvents(state: State, now: number): void {
  for (const event of state.events) {
    if (event.state !== 'published' || event.isDecided || event.joinUntil > now) continue;
    const joined = joinedOf(state, event);
    const sure = joined.filter(({ holdUntil, receiptWaits }) => holdUntil === null || receiptWaits);
    if (sure.length >= event.least) event.isDecided = true;
    else if (joined.length < event.least) cancelEvent(state, event, now);
  }
}

export function keepBusy(state: State, time: Time): Expected {
  if (isCoachBusy(state, time, null)) return CONFLICT;
  state.busy.push({ id: state.nextBusy, date: time.date, slots: time.slots });
  state.nextBusy += 1;
  return CREATED;
}
