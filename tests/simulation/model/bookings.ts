import { end, movePayBy, NEAR_PLAY, payByOf, setPayBy } from './deadlines.ts';
import { CODE, codeUses, hasRackets, NO_EXTRAS, priceOf, setRackets } from './extras.ts';
import { moveDecision } from './matches.ts';
import { tell, tellAgain } from './messages.ts';
import {
  addEntry,
  balanceOf,
  canUse,
  creditOf,
  dueOf,
  isUnpaidCard,
  percentBack,
  playersOf,
  received,
  receivedOf,
  settle,
} from './money.ts';
import { payBalance } from './payments.ts';
import {
  cancelShares,
  followPrice,
  giveCredit,
  keptShares,
  remindAnew,
  restoreShares,
  tellPlayers,
} from './shares.ts';
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
  /** The offer of the waiting list that is booked. */
  offer?: number;
}

/** A new row; its slots are the caller's to check. */
export function addBooking(state: State, order: Order, now: number): Booking {
  const { person, isMembers, email, place, method, rackets, code } = order;
  const extras = { ...NO_EXTRAS, rackets, code, member: isMembers };
  const price = priceOf(place, extras);
  const booking: Booking = {
    ...place,
    id: state.nextBooking,
    person,
    isMembers,
    email,
    method,
    status: 'pending',
    extras,
    price,
    charge: price,
    payBy: null,
    remindAt: null,
    hasReceipt: false,
    receipts: 0,
    receiptAt: null,
    createdAt: now,
    series: null,
    attendance: null,
    isMoved: false,
    isCorrected: false,
    endedBySystem: false,
    checkouts: [],
    activity: null,
    closedAt: [],
  };
  state.nextBooking += 1;
  state.bookings.push(booking);
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
  const price = priceOf(place, { rackets, code, member: isMembers });
  if (method === 'credit' && creditOf(state, person) < price) return INVALID;
  if (offer) acceptOffer(state, offer.id);
  const booking = addBooking(state, order, now);
  setPayBy(booking, payByOf(state.rules, method, place, now), now);
  tell(state, 'booked', booking, method === 'card');
  if (method === 'card')
    booking.checkouts.push({ player: null, tracker: '', amount: price, at: now, state: 'open' });
  if (method === 'credit') {
    payBalance(state, booking, 'credit');
    settle(state, booking);
  }
  return CREATED;
}

function acceptOffer(state: State, id: number): void {
  const offer = state.offers.find((other) => other.id === id);
  state.offers = state.offers.filter((other) => other.id !== id);
  const waiting = state.waiting.find((other) => other.id === offer?.waiting);
  if (waiting) waiting.isOpen = false;
}

/** The reception sells a time to a person who stands there, the running half-hour too. */
export function bookWalkIn(state: State, place: Place, paid: Method | null, now: number): Expected {
  const refusal = checkDeskPlace(state, place, now);
  if (refusal) return refusal;
  const order = { person: null, isMembers: false, email: '', place, rackets: 0, code: false };
  const booking = addBooking(state, { ...order, method: 'cash' }, now);
  tell(state, 'booked', booking);
  if (paid) {
    addEntry(state, booking, { kind: 'payment', method: paid, amount: booking.price });
    settle(state, booking);
  }
  return CREATED;
}

/** PKR that the club keeps when this booking ends now, of a split one of each share. */
export function keptOf(state: State, booking: Booking, by: string, now: number): number {
  const shares = keptShares(state, booking, percentBack(booking, by, now));
  if (shares.length > 0) return shares.reduce((sum, share) => sum + share, 0);
  const kept = booking.price - Math.round((booking.price * percentBack(booking, by, now)) / 100);
  return Math.min(kept, Math.max(0, received(state, booking.id)));
}

export interface Cancellation {
  by: string;
  keep?: number | undefined;
  toCredit: boolean;
  inSeries?: boolean;
  /** The players have not chosen credit. */
  byCustomer?: boolean;
}

export function cancel(state: State, booking: Booking, decision: Cancellation, now: number): Expected {
  const { by, toCredit } = decision;
  const keep = decision.keep ?? keptOf(state, booking, by, now);
  if (keep > Math.max(0, received(state, booking.id))) return INVALID;
  if (booking.status === 'cancelled') return CONFLICT;
  const [host, ...others] = playersOf(booking);
  const kept = keptShares(state, booking, percentBack(booking, by, now), decision.keep);
  const came = host ? receivedOf(state, booking, host) : received(state, booking.id);
  const back = came - (kept[0] ?? keep);
  if (toCredit && back > 0 && !booking.isMembers) return INVALID;
  const isSilent = isUnpaidCard(state, booking);
  booking.status = 'cancelled';
  booking.charge = keep;
  cancelShares(booking, kept);
  setPayBy(booking, null, now);
  end(state, booking, false, by === 'club');
  if (!decision.inSeries) tell(state, 'cancelled', booking, isSilent);
  tellPlayers(state, booking);
  if (toCredit && back > 0) addEntry(state, booking, { kind: 'refund', method: 'credit', amount: -back });
  for (const player of others) giveCredit(state, booking, player, toCredit && !decision.byCustomer);
  return OK;
}

/** The customer cancels before play; credit goes back as credit. */
export function cancelByCustomer(
  state: State,
  booking: Booking,
  back: number | undefined,
  now: number,
): Expected {
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const came = received(state, booking.id);
  // What the club booked for a customer, it cancels shortly before play while something is owed.
  const isNear = startOf(booking) - NEAR_PLAY <= now;
  if (booking.series !== null && isNear && booking.charge > came) return CONFLICT;
  const amount = came - keptOf(state, booking, 'customer', now);
  if (back !== undefined && back !== amount) return { ...CONFLICT, amount };
  const own = state.entries.filter((entry) => entry.booking === booking.id && entry.player === null);
  const toCredit = booking.isMembers && own.every(({ method }) => method === 'credit');
  return cancel(state, booking, { by: 'customer', toCredit, byCustomer: true }, now);
}

/** A cancelled booking needs its half-hours and its rackets again. */
export function checkRestore(state: State, booking: Booking): Expected | null {
  const taken = isTaken(state, booking.court, booking.date);
  const conflicts = booking.slots.filter((slot) => taken.has(slot));
  if (conflicts.length > 0) return { ...CONFLICT, slots: conflicts.map(timeOf) };
  return hasRackets(state, booking.extras.rackets, booking, booking.id) ? null : INVALID;
}

/** Marks it paid or brings it back; without a method a restored booking stays to be collected. */
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
  const method = named ?? (isRestored ? null : booking.method);
  const standing = structuredClone(booking);
  standing.charge = booking.price;
  if (isRestored) restoreShares(standing);
  const missing = dueOf(state, standing);
  if (method && missing > 0 && !canUse(state, booking, missing, method)) return INVALID;
  Object.assign(booking, standing, { status: 'paid' });
  booking.payBy = null;
  booking.remindAt = null;
  booking.endedBySystem = false;
  tell(state, 'paid', booking);
  if (method) payBalance(state, booking, method, amount);
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
  if (byCustomer) {
    const { court, date, slots, email, person } = booking;
    const stays = court === place.court && date === place.date ? place.slots : [];
    const left = slots.filter((slot) => !stays.includes(slot));
    if (left.length > 0) state.givenUp.push({ court, date, slots: left, email, person });
  }
  const before = booking.charge;
  Object.assign(booking, { court: place.court, date: place.date, slots: [...place.slots] });
  booking.price = priceOf(place, booking.extras);
  booking.charge = booking.price;
  followPrice(booking, before, false);
  movePayBy(state, booking, now);
  remindAnew(state, booking, now);
  moveDecision(booking, now);
  tell(state, 'moved', booking, isUnpaidCard(state, booking));
  tellPlayers(state, booking);
  settle(state, booking);
  return OK;
}

/** The customer moves it once, a day ahead, for as long as before and at the price that was shown. */
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
  const before = booking.charge;
  setRackets(booking, rackets);
  followPrice(booking, before, true);
  settle(state, booking);
  return OK;
}

export function payWithCredit(state: State, booking: Booking, amount: number): Expected {
  const refusal = checkPayable(state, booking, amount);
  if (refusal) return refusal;
  if (!booking.isMembers) return { status: 403 };
  if (creditOf(state, booking.person) < amount) return INVALID;
  payBalance(state, booking, 'credit', amount);
  settle(state, booking);
  return OK;
}

/** Only what the customer saw can be paid, all of it or the own share, and nothing while a receipt is checked. */
export function checkPayable(state: State, booking: Booking, amount: number): Expected | null {
  const due = dueOf(state, booking);
  const [host] = playersOf(booking);
  const isChecked = booking.status === 'pending' && booking.hasReceipt;
  if (booking.status === 'cancelled' || due <= 0 || isChecked) return CONFLICT;
  const isOwnShare = host !== undefined && amount > 0 && amount === balanceOf(state, booking, host);
  return amount === due || isOwnShare ? null : { ...CONFLICT, amount: due };
}

export function correctEmail(state: State, booking: Booking, email: string): Expected {
  if (booking.isCorrected) return CONFLICT;
  booking.isCorrected = true;
  booking.email = email;
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
