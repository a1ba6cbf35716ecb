import {
  ASKED_BEFORE,
  end,
  heldUntil,
  isMissed,
  isTooLateToOffer,
  offeredUntil,
  payByAskedAgain,
  setPayBy,
} from './deadlines.ts';
import { unpaidPlaces } from './event-places.ts';
import { giveBackHours } from './hours.ts';
import { tell, tellHost, tellPayer } from './messages.ts';
import { balanceOf, chargeOf, isSeated, isUnpaidCard, keptOf, owedNow, receivedOf } from './money.ts';
import { addPayer, cancelParts, leavePlace, setPart, tellPayers, vacated } from './payers.ts';
import { reopen, returnCredit, setStatus, settle, tellReopened } from './payments.ts';
import { confirmPlace, isFull, isKnownAs, isTurnedAway, matchOf, placesLeft } from './places.ts';
import { dayOf, plusDays, startOf } from './slots.ts';
import { isSplittable } from './split.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Expected,
  FORBIDDEN,
  HOUR,
  INVALID,
  type Match,
  NOT_FOUND,
  OK,
  type Payer,
  type State,
  TOO_MANY,
} from './state.ts';

const DECIDE_BEFORE = 24 * HOUR;
const DAYS_AHEAD = 14;
const AT_ONCE = 2;

/** What the players leave to the host. */
function hostsOf(booking: Booking): number {
  const others = booking.payers.slice(1).filter(isSeated);
  return chargeOf(booking) - others.reduce((total, { charge }) => total + charge, 0);
}

/** A quarter of the price, as long as the host keeps one rupee of it. */
export const placePrice = (booking: Booking): number =>
  Math.max(0, Math.min(Math.floor(chargeOf(booking) / 4), hostsOf(booking) - 1));

const countOthers = ({ payers }: Booking): number => payers.slice(1).filter(isSeated).length;

/** A match that was closed before keeps its number. */
export function openPlaces(
  state: State,
  booking: Booking,
  places: number,
  isPublic: boolean,
  decideAt: number | null,
): void {
  const capacity = countOthers(booking) + places;
  const id = booking.match?.id ?? state.nextMatch;
  // A match that opens again keeps its number, and skips one.
  state.nextMatch += 1;
  booking.match = { id, isOpen: true, isPublic, capacity, decideAt, isAsked: false, isFull: false };
}

/** The host opens places; the owner allows a number of matches at a time, and a number of days ahead. */
export function open(
  state: State,
  booking: Booking,
  places: number,
  isPublic: boolean,
  now: number,
): Expected {
  if (!isSplittable(state, booking, now) || matchOf(booking)) return CONFLICT;
  const today = dayOf(now);
  if (booking.date > plusDays(today, DAYS_AHEAD)) return CONFLICT;
  const [{ person }] = booking.payers;
  const own = state.bookings.filter(
    (other) =>
      matchOf(other) &&
      other.status !== 'cancelled' &&
      other.date >= today &&
      other.payers[0].person === person,
  );
  if (person !== null && own.length >= AT_ONCE) return CONFLICT;
  const isTooMuch = placePrice(booking) * places > hostsOf(booking) - 1;
  if (countOthers(booking) + places > 3 || isTooMuch) return INVALID;
  const decideAt = startOf(booking) - DECIDE_BEFORE;
  openPlaces(state, booking, places, isPublic, decideAt > now ? decideAt : null);
  // Those who join pay, so the host has until the match is decided.
  if (decideAt > now && booking.payBy !== null) booking.payBy = Math.max(booking.payBy, decideAt);
  return CREATED;
}

/** The host keeps an unfilled match, or closes it to other players and has as long to pay as for a new booking. */
export function decide(state: State, booking: Booking, decision: 'keep' | 'close', now: number): Expected {
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const match = matchOf(booking);
  if (!match) return CONFLICT;
  match.decideAt = null;
  if (decision === 'keep') return OK;
  match.isOpen = false;
  for (const payer of booking.payers) if (payer.state === 'waiting') payer.state = 'left';
  if (booking.status !== 'pending' || booking.payBy === null) return OK;
  const payBy = payByAskedAgain(state, booking, now);
  if (payBy !== null && payBy < booking.payBy) {
    setPayBy(booking, payBy, now);
    tellReopened(state, booking, booking.payers[0]);
  }
  return OK;
}

export interface Joining {
  person: string;
  name: string;
  email: string;
  isMember: boolean;
  wait: boolean;
}

/** Somebody takes a place, which is held for half an hour, or waits for one. */
export function join(state: State, booking: Booking, joining: Joining, now: number): Expected {
  if (!matchOf(booking)) return NOT_FOUND;
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const { person, name, email, isMember, wait } = joining;
  const isFree = placesLeft(booking) > 0;
  if (!isFree && !wait) return CONFLICT;
  const own = booking.payers.filter((payer) => isKnownAs(payer, { person, email, isMembers: isMember }));
  // A guest may be a stranger who typed the address, and reads nothing of who plays.
  if (isMember && own.some(({ state: place, isTakenOff }) => place !== 'left' || isTakenOff))
    return FORBIDDEN;
  const inVain = own.filter(({ state: place, isTakenOff, isConfirmed, price, isMembers }) => {
    return place === 'left' && !isTakenOff && !isConfirmed && price > 0 && (!isMember || isMembers);
  });
  if (inVain.length >= 2) return FORBIDDEN;
  if (unpaidPlacesOf(state, joining, now) >= (isMember ? 10 : 6)) return TOO_MANY;
  const joinedAs = isMember ? ('member' as const) : ('guest' as const);
  const who = { person, name, email, isMembers: isMember, joinedAs, enteredAt: now };
  const place = isFree
    ? { state: 'joined' as const, price: placePrice(booking), holdUntil: heldUntil(booking, now) }
    : { state: 'waiting' as const };
  tellPayer(state, 'payer.joined', booking, addPayer(state, booking, { ...who, ...place }));
  return CREATED;
}

/** A person's unpaid places in upcoming matches and events. */
function unpaidPlacesOf(state: State, { person, isMember }: Joining, now: number): number {
  const coming = state.bookings.filter(({ status, date }) => status !== 'cancelled' && date >= dayOf(now));
  const payers = coming.flatMap((booking) => booking.payers);
  const joinedAs = isMember ? 'member' : 'guest';
  const places = payers.filter(
    (payer) =>
      payer.person === person &&
      payer.joinedAs === joinedAs &&
      payer.state === 'joined' &&
      balanceOf(state, payer) > 0,
  );
  return places.length + unpaidPlaces(state, person, joinedAs, now);
}

/** A player gives back or loses the place; the next in line gets it while there is time. */
export function leave(
  state: State,
  booking: Booking,
  payer: Payer,
  keep: number,
  how: 'given back' | 'taken off' | 'expired',
  now: number,
): void {
  leavePlace(state, booking, payer, keep, how);
  const match = matchOf(booking);
  if (!match) return;
  match.isFull = false;
  if (booking.status === 'cancelled' || isTooLateToOffer(booking, now)) return;
  const next = booking.payers.find((one) => one.state === 'waiting' && !isTurnedAway(booking, one));
  if (!next || placesLeft(booking) === 0) return;
  const price = placePrice(booking);
  const held = {
    holdUntil: offeredUntil(booking, now, match.decideAt ?? undefined),
    replaces: vacated(booking),
  };
  setPart(booking, next, { state: 'joined', price, charge: price, ...held });
  tellPayer(state, 'payer.offered', booking, next);
}

/** Under the policy, a player's own place gives back what a booking would; anyone who is removed gets everything. */
export function leaveByHand(
  state: State,
  booking: Booking,
  payer: Payer,
  { back, toCredit, isTakenOff }: { back: number; toCredit: boolean; isTakenOff: boolean },
  now: number,
): Expected {
  const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
  if (isOver || payer.state === 'left') return CONFLICT;
  const before = owedNow(state, booking);
  const ofPolicy = keptOf(state, booking, payer, 'customer', now);
  const came = receivedOf(state, payer);
  // Only the host removes players, and must then pay for the place with their own money.
  if (isTakenOff && ofPolicy > 0 && before.due + Math.min(payer.charge, came) > 0) return CONFLICT;
  const keep = isTakenOff ? 0 : ofPolicy;
  if (back !== came - keep) return CONFLICT;
  if (payer.state === 'waiting') {
    Object.assign(payer, { state: 'left', isTakenOff });
    return OK;
  }
  leave(state, booking, payer, keep, isTakenOff ? 'taken off' : 'given back', now);
  returnCredit(state, booking, payer, toCredit);
  const isReopened = reopen(state, booking, before);
  if (isReopened && isTakenOff) tellReopened(state, booking, booking.payers[0]);
  settle(state, booking);
  return OK;
}

/** A match follows its play; one that is moved too close is no longer decided. */
export function moveDecision(booking: Booking, now: number): void {
  const match = matchOf(booking);
  if (!match || match.decideAt === null) return;
  const decideAt = startOf(booking) - DECIDE_BEFORE;
  match.decideAt = decideAt > now ? decideAt : null;
}

/** Places whose time is up pass on, and matches that aren't full are asked about and cancelled. */
export function passMatchTime(state: State, now: number): void {
  const held = state.bookings.flatMap((booking) => booking.payers.map((payer) => ({ booking, payer })));
  const over = held
    .filter(({ payer: { holdUntil } }) => holdUntil !== null && holdUntil <= now)
    .sort((one, other) => (one.payer.holdUntil ?? 0) - (other.payer.holdUntil ?? 0));
  for (const { booking, payer } of over)
    if (balanceOf(state, payer) <= 0) confirmPlace(state, booking, payer);
    else leave(state, booking, payer, 0, 'expired', now);
  for (const booking of state.bookings) decideDue(state, booking, now);
}

function decideDue(state: State, booking: Booking, now: number): void {
  const match = matchOf(booking);
  if (!match || match.decideAt === null) return;
  const isDue = match.decideAt <= now;
  if (!isDue && (match.isAsked || match.decideAt > now + ASKED_BEFORE)) return;
  const missed = isMissed(booking, match.decideAt, now);
  if (booking.status === 'cancelled' || missed || (isDue && isFull(booking))) match.decideAt = null;
  else if (isDue) cancelUnfilled(state, booking, match);
  else {
    match.isAsked = true;
    if (!isFull(booking)) tellHost(state, 'match.asked', booking, isUnpaidCard(state, booking));
  }
}

/** Everybody gets all their money back. */
function cancelUnfilled(state: State, booking: Booking, match: Match): void {
  const isSilent = isUnpaidCard(state, booking);
  giveBackHours(booking, 100);
  cancelParts(booking, []);
  setStatus(state, booking, 'cancelled');
  match.decideAt = null;
  end(state, booking, true, true);
  tell(state, 'cancelled', booking, isSilent);
  tellPayers(state, booking);
  for (const payer of booking.payers) returnCredit(state, booking, payer);
}
