import { ASKED_BEFORE, end, heldUntil, payByOf, setPayBy } from './deadlines.ts';
import { tell, tellHost, tellPlayer } from './messages.ts';
import {
  addEntry,
  balanceOf,
  dueOf,
  isUnpaidCard,
  percentBack,
  playersOf,
  receivedOf,
  settle,
} from './money.ts';
import {
  addActivity,
  addPlayer,
  cancelShares,
  giveCredit,
  hasPlace,
  isFull,
  isPromise,
  isSeated,
  isSplittable,
  keptShare,
  leavePlace,
  matchOf,
  placesLeft,
  reminderOf,
  takeOver,
  tellPlayers,
  vacated,
} from './shares.ts';
import { dayOf, plusDays, startOf } from './slots.ts';
import {
  type Activity,
  type Booking,
  CONFLICT,
  CREATED,
  type Expected,
  FORBIDDEN,
  HOUR,
  INVALID,
  MINUTE,
  NOT_FOUND,
  OK,
  type Player,
  type State,
  TOO_MANY,
} from './state.ts';

const OFFERED_HOLD = 15 * MINUTE;
const OFFER_NOTICE = 45 * MINUTE;
const DECIDE_BEFORE = 24 * HOUR;
const DAYS_AHEAD = 14;
const AT_ONCE = 2;

const fullMinute = (at: number) => Math.ceil(at / MINUTE) * MINUTE;

/** What those who play leave to the host. */
function hostsOf(booking: Booking): number {
  const others = playersOf(booking).slice(1).filter(isSeated);
  return booking.charge - others.reduce((sum, { charge }) => sum + charge, 0);
}

/** A quarter of the price, as long as the host keeps a rupee of it. */
export function placePrice(booking: Booking): number {
  return Math.max(0, Math.min(Math.floor(booking.charge / 4), hostsOf(booking) - 1));
}

/** The host opens places; the owner allows a number of matches at a time, and some days ahead. */
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
  const own = state.bookings.filter(
    (other) =>
      matchOf(other) &&
      other.status !== 'cancelled' &&
      other.date >= today &&
      other.person === booking.person,
  );
  if (booking.person !== null && own.length >= AT_ONCE) return CONFLICT;
  const others = playersOf(booking).slice(1).filter(isSeated).length;
  if (others + places > 3 || placePrice(booking) * places > hostsOf(booking) - 1) return INVALID;
  const decideAt = startOf(booking) - DECIDE_BEFORE;
  const activity = booking.activity ?? addActivity(state, booking, 'host');
  Object.assign(activity, {
    isMatch: true,
    isPublic,
    capacity: others + places,
    decideAt: decideAt > now ? decideAt : null,
    isAsked: false,
    isFull: false,
  });
  // Who joins pays, so the host has until the match is decided.
  if (decideAt > now && booking.payBy !== null) booking.payBy = Math.max(booking.payBy, decideAt);
  return CREATED;
}

/** The host keeps a match that is not full, or closes it to other players and has the time to pay of a new booking. */
export function decide(
  { rules }: State,
  booking: Booking,
  decision: 'keep' | 'close',
  now: number,
): Expected {
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const match = matchOf(booking);
  if (!match) return CONFLICT;
  match.decideAt = null;
  if (decision === 'keep') return OK;
  match.isMatch = false;
  for (const player of match.players) if (player.state === 'waiting') player.state = 'left';
  const payBy = payByOf(rules, booking.method, booking, now, booking.series !== null);
  const isLonger = booking.payBy !== null && payBy !== null && payBy < booking.payBy;
  if (booking.status === 'pending' && isLonger) setPayBy(booking, payBy, now);
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
  const match = matchOf(booking);
  if (!match) return NOT_FOUND;
  if (booking.status === 'cancelled' || startOf(booking) <= now) return CONFLICT;
  const { person, name, email, isMember, wait } = joining;
  const isFree = placesLeft(match) > 0;
  if (!isFree && !wait) return CONFLICT;
  if (hasPlace(booking, null, person)) return FORBIDDEN;
  const own = match.players.filter((player) => player.person === person);
  const inVain = own.filter(({ isConfirmed, price, isMembers }) => {
    return !isConfirmed && price > 0 && (!isMember || isMembers);
  });
  if (own.some(({ isTakenOff }) => isTakenOff) || inVain.length >= 2) return FORBIDDEN;
  if (unpaidPlacesOf(state, joining, now) >= (isMember ? 10 : 6)) return TOO_MANY;
  const joinedAs = isMember ? ('member' as const) : ('guest' as const);
  const who = { person, name, email, isMembers: isMember, joinedAs };
  const place = isFree
    ? {
        state: 'joined' as const,
        charge: placePrice(booking),
        holdUntil: heldUntil(booking, now),
      }
    : { state: 'waiting' as const };
  const player = addPlayer(state, booking, { ...who, ...place });
  tellPlayer(state, 'joined', booking, player);
  return CREATED;
}

/** What a person has of coming matches without the money. */
function unpaidPlacesOf(state: State, { person, isMember }: Joining, now: number): number {
  const coming = state.bookings.filter(({ status, date }) => status !== 'cancelled' && date >= dayOf(now));
  return coming.reduce((sum, booking) => {
    const own = playersOf(booking).filter(
      (player) =>
        player.person === person &&
        player.joinedAs === (isMember ? 'member' : 'guest') &&
        player.state === 'joined' &&
        balanceOf(state, booking, player) > 0,
    );
    return sum + own.length;
  }, 0);
}

/**
 * Money, a receipt or a promise came: the place is taken. Who still owes is reminded, of a promise only before play.
 */
export function confirmPlace(state: State, booking: Booking, player: Player): void {
  if (player.holdUntil === null) return;
  Object.assign(player, { holdUntil: null, isConfirmed: true });
  const owes = balanceOf(state, booking, player) > 0;
  player.remindAt = owes ? reminderOf(booking, state.now, !isPromise(player)) : null;
  const match = matchOf(booking);
  if (!match || match.isFull || !isFull(match)) return;
  match.isFull = true;
  tellHost(state, 'match_full', booking, isUnpaidCard(state, booking));
  for (const other of match.players)
    if (!other.isHost && other.state === 'joined') tellPlayer(state, 'match_full', booking, other);
}

/** What the host pays for others takes their places, too. */
export function payForOthers(state: State, booking: Booking, amount: number): void {
  takeOver(state, booking, amount);
  for (const player of playersOf(booking))
    if (balanceOf(state, booking, player) <= 0) confirmPlace(state, booking, player);
}

/** A player gives the place back or loses it; the next who waits gets it while there is time. */
export function leave(
  state: State,
  booking: Booking,
  player: Player,
  how: { keep: number; isTakenOff: boolean; isExpired?: boolean },
  now: number,
): void {
  leavePlace(state, booking, player, how.keep, how.isTakenOff, how.isExpired);
  const match = matchOf(booking);
  if (!match) return;
  match.isFull = false;
  if (booking.status === 'cancelled' || startOf(booking) - now < OFFER_NOTICE) return;
  const next = match.players.find(({ state: place }) => place === 'waiting');
  if (!next || placesLeft(match) === 0) return;
  const price = placePrice(booking);
  const [host] = match.players;
  if (host) host.charge -= price;
  const holdUntil = fullMinute(now + OFFERED_HOLD);
  Object.assign(next, { state: 'joined', price, charge: price, holdUntil, replaces: vacated(booking) });
  tellPlayer(state, 'offered', booking, next);
}

/** Under the policy a player's own place gives back what a booking would; who is taken off gets everything. */
export function leaveShare(
  state: State,
  booking: Booking,
  player: Player,
  { back, toCredit, isTakenOff }: { back: number; toCredit: boolean; isTakenOff: boolean },
  now: number,
): Expected {
  const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
  if (isOver || player.state === 'left') return CONFLICT;
  const ofPolicy = keptShare(state, booking, player, percentBack(booking, 'customer', now));
  const atRisk = Math.min(player.charge, receivedOf(state, booking, player));
  // Nobody but the host takes players off, whose own money then has to pay for the place.
  if (isTakenOff && ofPolicy > 0 && dueOf(state, booking) + atRisk > 0) return CONFLICT;
  const keep = isTakenOff ? 0 : ofPolicy;
  if (back !== receivedOf(state, booking, player) - keep) return CONFLICT;
  if (player.state === 'waiting') {
    Object.assign(player, { state: 'left', isTakenOff });
    return OK;
  }
  leave(state, booking, player, { keep, isTakenOff }, now);
  giveCredit(state, booking, player, toCredit);
  settle(state, booking);
  return OK;
}

/** A match follows its play; one that is moved too near is decided no more. */
export function moveDecision(booking: Booking, now: number): void {
  const match = matchOf(booking);
  if (!match || match.decideAt === null) return;
  const decideAt = startOf(booking) - DECIDE_BEFORE;
  match.decideAt = decideAt > now ? decideAt : null;
}

/** Places whose time is over pass on, and matches that are not full are asked about and cancelled. */
export function passMatchTime(state: State, now: number): void {
  const held = state.bookings.flatMap((booking) => playersOf(booking).map((player) => ({ booking, player })));
  const over = held
    .filter(({ player: { holdUntil } }) => holdUntil !== null && holdUntil <= now)
    .sort((one, other) => (one.player.holdUntil ?? 0) - (other.player.holdUntil ?? 0));
  for (const { booking, player } of over) {
    if (balanceOf(state, booking, player) <= 0) confirmPlace(state, booking, player);
    else leave(state, booking, player, { keep: 0, isTakenOff: false, isExpired: true }, now);
  }
  for (const booking of state.bookings) decideDue(state, booking, now);
}

function decideDue(state: State, booking: Booking, now: number): void {
  const match = booking.activity;
  if (!match || match.decideAt === null) return;
  const isDue = match.decideAt <= now;
  if (!isDue && (match.isAsked || match.decideAt > now + ASKED_BEFORE)) return;
  if (booking.status === 'cancelled' || (isDue && isFull(match))) {
    match.decideAt = null;
    return;
  }
  if (!isDue) {
    match.isAsked = true;
    if (!isFull(match)) tellHost(state, 'match_asked', booking, isUnpaidCard(state, booking));
    return;
  }
  cancelUnfilled(state, booking, match);
}

/** Everybody gets all money back. */
function cancelUnfilled(state: State, booking: Booking, match: Activity): void {
  const isSilent = isUnpaidCard(state, booking);
  booking.status = 'cancelled';
  booking.charge = 0;
  booking.payBy = null;
  booking.remindAt = null;
  cancelShares(booking, []);
  match.decideAt = null;
  end(state, booking, true, true);
  tell(state, 'cancelled', booking, isSilent);
  tellPlayers(state, booking);
  const own = state.entries.filter((entry) => entry.booking === booking.id && entry.player === null);
  const due = dueOf(state, booking);
  if (booking.isMembers && due < 0 && own.every(({ method }) => method === 'credit'))
    addEntry(state, booking, { kind: 'refund', method: 'credit', amount: due });
  for (const player of match.players.slice(1)) giveCredit(state, booking, player, false);
}
