import { findPerson } from '../people.ts';
import { startPage } from './checkouts.ts';
import { end, giveUp, movePayBy, NEAR_PLAY, payByOf, setPayBy } from './deadlines.ts';
import { CODE, codeUses, hasRackets, priceOf, setRackets } from './extras.ts';
import { giveBackHours, hasHours, takeHours } from './hours.ts';
import { moveDecision } from './matches.ts';
import { tell, tellAgain } from './messages.ts';
import {
  canUse,
  chargeOf,
  creditOf,
  dueOf,
  isUnpaidCard,
  keptOfAll,
  owedNow,
  percentBack,
  received,
  receivedOf,
} from './money.ts';
import { cancelParts, newPayer, remindAnew, restoreParts, setPrice, tellPayers } from './payers.ts';
import { payDue, reopen, returnCredit, setStatus, settle, tellReopened } from './payments.ts';
import { chooseExtras } from './plan-price.ts';
import { checkDeskPlace, checkPlace, dayOf, isPlayable, isTaken, startOf, timeOf } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Expected,
  HOUR,
  INVALID,
  type Method,
  OK,
  type Place,
  type State,
} from './state.ts';

export interface Order {
  person: string | null;
  isMembers: boolean;
  email: string;
  place: Place;
  method: Method;
  rackets: number;
  code: boolean;
  /** The waiting list offer being booked. */
  offer?: number;
  /** Dates of a series use up no hours of a plan. */
  withoutHours?: boolean;
}

/** A new row; the caller must check its slots. */
export function addBooking(state: State, order: Order, now: number): Booking {
  const { person, isMembers, email, place, method } = order;
  const extras = chooseExtras(state, place, order, now);
  const name = person === null ? 'Walk In' : findPerson(person).name;
  const price = priceOf(place, extras);
  const booking: Booking = {
    ...place,
    id: state.nextBooking,
    payers: [newPayer(state, { person, isMembers, name, email, method, price })],
    status: 'pending',
    isReleased: false,
    extras,
    payBy: null,
    createdAt: now,
    series: null,
    attendance: null,
    isMoved: false,
    isCorrected: false,
    endedBySystem: false,
    checkouts: [],
    rest: 'host',
    isClosed: false,
    closedAt: [],
    match: null,
    hours: [],
  };
  state.nextBooking += 1;
  state.bookings.push(booking);
  takeHours(booking);
  return booking;
}

/** A customer books; credit pays at once, and a card page opens. */
export function book(state: State, order: Order, now: number): Expected {
  const { place, method, person, rackets, code, isMembers } = order;
  if (method === 'credit' && !isMembers) return INVALID;
  if (code && codeUses(state) >= CODE.uses) return INVALID;
  const offer = order.offer === undefined ? null : state.offers.find(({ id }) => id === order.offer);
  if (offer === undefined) return CONFLICT;
  const others = offer ? { ...state, offers: state.offers.filter((other) => other !== offer) } : state;
  const refusal = checkPlace(others, place, now);
  if (refusal) return refusal;
  if (!hasRackets(state, rackets, place)) return INVALID;
  const price = priceOf(place, chooseExtras(state, place, order, now));
  if (method === 'credit' && creditOf(state, person) < price) return INVALID;
  if (offer) acceptOffer(state, offer.id);
  const booking = addBooking(state, order, now);
  setPayBy(booking, payByOf(state.rules, method, place, now), now);
  tell(state, 'booked', booking, method === 'card');
  if (price === 0) settle(state, booking);
  else if (method === 'card') startPage(state, booking, booking.payers[0], price, now);
  else if (method === 'credit') payDue(state, booking, 'credit');
  return CREATED;
}

function acceptOffer(state: State, id: number): void {
  const offer = state.offers.find((other) => other.id === id);
  state.offers = state.offers.filter((other) => other.id !== id);
  const waiting = state.waiting.find((other) => other.id === offer?.waiting);
  if (waiting) waiting.isOpen = false;
}

/** The reception sells a time to a person at the desk, including the current half-hour. */
export function bookWalkIn(state: State, place: Place, paid: Method | null, now: number): Expected {
  const refusal = checkDeskPlace(state, place, now);
  if (refusal) return refusal;
  const order = { person: null, isMembers: false, email: '', place, rackets: 0, code: false };
  const booking = addBooking(state, { ...order, method: 'cash' }, now);
  tell(state, 'booked', booking);
  if (paid) payDue(state, booking, paid);
  return CREATED;
}

export interface Cancellation {
  by: string;
  keep?: number | undefined;
  toCredit: boolean;
  inSeries?: boolean;
}

export function cancel(state: State, booking: Booking, decision: Cancellation, now: number): Expected {
  const { by, keep, toCredit } = decision;
  const kept = keptOfAll(state, booking, by, now, keep);
  if (keep !== undefined && keep > Math.max(0, received(state, booking))) return INVALID;
  const [customer] = booking.payers;
  const back = receivedOf(state, customer) - (kept[0] ?? 0);
  if (toCredit && back > 0 && !customer.isMembers) return INVALID;
  if (booking.status === 'cancelled') return CONFLICT;
  const isSilent = isUnpaidCard(state, booking);
  giveBackHours(booking, percentBack(booking, by, now));
  cancelParts(booking, kept);
  setStatus(state, booking, 'cancelled');
  end(state, booking, false, by === 'club');
  if (!decision.inSeries) tell(state, 'cancelled', booking, isSilent);
  tellPayers(state, booking);
  for (const payer of booking.payers) returnCredit(state, booking, payer, toCredit);
  return OK;
}

/** The customer cancels before play. */
export function cancelByCustomer(state: State, booking: Booking, back: number, now: number): Expected {
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const came = received(state, booking);
  // A booking that the club made for a customer is cancelled shortly before play while money is owed.
  const isNear = startOf(booking) - NEAR_PLAY <= now;
  if (booking.series !== null && isNear && chargeOf(booking) > came) return CONFLICT;
  const kept = keptOfAll(state, booking, 'customer', now);
  const amount = came - kept.reduce((total, one) => total + one, 0);
  if (back !== amount) return { ...CONFLICT, amount };
  return cancel(state, booking, { by: 'customer', toCredit: false }, now);
}

/** A cancelled booking needs its half-hours and rackets again. */
export function checkRestore(state: State, booking: Booking): Expected | null {
  const taken = isTaken(state, booking.court, booking.date);
  const conflicts = booking.slots.filter((slot) => taken.has(slot));
  if (conflicts.length > 0) return { ...CONFLICT, slots: conflicts.map(timeOf) };
  const hasAll = hasRackets(state, booking.extras.rackets, booking, booking.id) && hasHours(state, booking);
  return hasAll ? null : INVALID;
}

/** Marks it paid or restores it; without a method, a restored booking stays to be collected. */
export function markPaid(
  state: State,
  booking: Booking,
  named: Method | undefined,
  amount?: number,
): Expected {
  if (booking.status === 'paid') return CONFLICT;
  const isRestored = booking.status === 'cancelled';
  const refusal = isRestored ? checkRestore(state, booking) : null;
  if (refusal) return refusal;
  const [customer] = booking.payers;
  const method = named ?? (isRestored ? null : customer.method);
  const standing = structuredClone(booking);
  if (isRestored) restoreParts(standing);
  const missing = dueOf(state, standing);
  if (method && missing > 0 && !canUse(state, customer, missing, method)) return INVALID;
  if (isRestored) {
    restoreParts(booking);
    takeHours(booking);
  }
  setStatus(state, booking, 'paid');
  if (isRestored) tellPayers(state, booking);
  booking.endedBySystem = false;
  if (method) payDue(state, booking, method, amount);
  return OK;
}

/** The reception moves a booking; the balance follows the new price. */
export function move(
  state: State,
  booking: Booking,
  place: Place,
  now: number,
  byCustomer = false,
): Expected {
  if (booking.status === 'cancelled') return CONFLICT;
  const refusal = isPlayable(place.slots) ? checkDeskPlace(state, place, now, booking) : INVALID;
  if (refusal?.status === INVALID.status) return refusal;
  if (!hasRackets(state, booking.extras.rackets, place, booking.id)) return INVALID;
  if (refusal) return refusal;
  if (!hasHours(state, booking, place)) return INVALID;
  if (byCustomer) {
    const { court, date, slots } = booking;
    const stays = court === place.court && date === place.date ? place.slots : [];
    giveUp(
      state,
      booking,
      slots.filter((slot) => !stays.includes(slot)),
    );
  }
  const before = owedNow(state, booking);
  const { court, date, slots } = place;
  Object.assign(booking, { court, date, slots: [...slots], hours: [] });
  takeHours(booking);
  setPrice(booking, priceOf(place, booking.extras), false);
  const wasPaid = booking.status === 'paid';
  const isReopened = wasPaid && reopen(state, booking, before);
  if (!wasPaid) movePayBy(state, booking, now);
  remindAnew(state, booking, now);
  moveDecision(booking, now);
  tell(state, 'moved', booking, isUnpaidCard(state, booking));
  tellPayers(state, booking);
  settle(state, booking, !isReopened);
  return OK;
}

/** The customer moves it once, a day ahead, keeping the length, at the price shown. */
export function moveByCustomer(
  state: State,
  booking: Booking,
  place: Place,
  shown: number,
  now: number,
): Expected {
  if (booking.status === 'cancelled' || booking.isMoved || isUnpaidCard(state, booking)) return CONFLICT;
  if (booking.slots.length < 2 || startOf(booking) - now < 24 * HOUR) return CONFLICT;
  const { court, date, slots } = booking;
  const isSame = court === place.court && date === place.date && slots.join() === place.slots.join();
  if (isSame || slots.length !== place.slots.length) return INVALID;
  const refusal = checkPlace(state, place, now, booking.id);
  if (refusal?.status === INVALID.status) return refusal;
  if (!hasRackets(state, booking.extras.rackets, place, booking.id)) return INVALID;
  if (refusal) return refusal;
  if (shown !== priceOf(place, booking.extras)) return CONFLICT;
  booking.isMoved = true;
  return move(state, booking, place, now, true);
}

export function changeRackets(state: State, booking: Booking, rackets: number): Expected {
  if (booking.status === 'cancelled') return CONFLICT;
  if (!hasRackets(state, rackets, booking, booking.id)) return INVALID;
  const before = owedNow(state, booking);
  setRackets(booking, rackets);
  const isReopened = booking.status === 'paid' && reopen(state, booking, before);
  if (isReopened) tellReopened(state, booking, booking.payers[0]);
  settle(state, booking, !isReopened);
  return OK;
}

export function correctEmail(state: State, booking: Booking, email: string): Expected {
  if (booking.isCorrected) return CONFLICT;
  booking.isCorrected = true;
  booking.payers[0].email = email;
  tellAgain(state, booking);
  return OK;
}

export function attend(booking: Booking, attendance: 'arrived' | 'no_show', now: number): Expected {
  if (booking.status === 'cancelled') return CONFLICT;
  if (attendance === 'arrived' && booking.date > dayOf(now)) return CONFLICT;
  if (attendance === 'no_show' && startOf(booking) > now) return CONFLICT;
  booking.attendance = attendance;
  return OK;
}
