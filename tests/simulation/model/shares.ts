import { endPages } from './checkouts.ts';
import { heldUntil, payByOf, restartClock, setPayBy } from './deadlines.ts';
import { tellHost, tellPlayer } from './messages.ts';
import {
  addEntry,
  balanceOf,
  creditOf,
  isUnpaidCard,
  lateShareOf,
  playersOf,
  receivedOf,
  settle,
} from './money.ts';
import { startOf } from './slots.ts';
import {
  type Activity,
  type Booking,
  CONFLICT,
  CREATED,
  type Expected,
  FORBIDDEN,
  HOUR,
  INVALID,
  type Method,
  OK,
  type Player,
  type State,
} from './state.ts';

/** Who has not paid is reminded at half of the time, and once more before play. */
const LAST_REMINDER = 3 * HOUR;

export const isSeated = ({ state }: Player): boolean => state === 'joined' || state === 'invited';

/** The booking's match; null while its places are not open. */
export const matchOf = ({ activity }: Booking): Activity | null => (activity?.isMatch ? activity : null);

export function placesLeft({ capacity, players }: Activity): number {
  return Math.max(0, capacity + 1 - players.filter(isSeated).length);
}

/** No place is free, and none waits for its money. */
export function isFull(match: Activity): boolean {
  return (
    placesLeft(match) === 0 && match.players.filter(isSeated).every(({ holdUntil }) => holdUntil === null)
  );
}

export function playerIn(booking: Booking, id: number | null | undefined): Player | null {
  return playersOf(booking).find((player) => player.id === id && !player.isHost) ?? null;
}

const othersOf = (booking: Booking): Player[] => playersOf(booking).slice(1);

/** Another sum of one player's; the host carries the difference. */
function setCharge(booking: Booking, player: Player, charge: number): void {
  const [host] = playersOf(booking);
  if (host) host.charge += player.charge - charge;
  player.charge = charge;
}

/** The host takes a part of an open share over. */
function lower(booking: Booking, player: Player, by: number): void {
  player.price -= by;
  setCharge(booking, player, player.charge - by);
  if (by > 0) player.remindAt = null;
}

export function reminderOf(booking: Booking, now: number, atHalf = true): number | null {
  const half = atHalf && booking.payBy !== null ? [now + Math.floor((booking.payBy - now) / 2)] : [];
  const coming = [...half, startOf(booking) - LAST_REMINDER].filter((at) => at > now);
  return coming.length > 0 ? Math.min(...coming) : null;
}

/** A booking can be split before play, unless its card payment is open or it is a date of a series. */
export function isSplittable(state: State, booking: Booking, now: number): boolean {
  const isStanding = booking.status !== 'cancelled' && startOf(booking) > now;
  return isStanding && booking.series === null && booking.charge > 0 && !isUnpaidCard(state, booking);
}

export function addActivity(state: State, booking: Booking, rest: Activity['rest']): Activity {
  const activity: Activity = {
    id: state.nextActivity,
    rest,
    isClosed: false,
    players: [],
    isMatch: false,
    isPublic: true,
    capacity: 3,
    decideAt: null,
    isAsked: false,
    isFull: false,
  };
  state.nextActivity += 1;
  booking.activity = activity;
  addPlayer(state, booking, { isHost: true, state: 'joined', charge: booking.charge });
  return activity;
}

export function addPlayer(state: State, booking: Booking, player: Partial<Player>): Player {
  const added: Player = {
    id: state.nextPlayer,
    isHost: false,
    state: 'invited',
    person: null,
    name: '',
    email: '',
    isMembers: false,
    price: player.charge ?? 0,
    charge: 0,
    method: null,
    hasReceipt: false,
    receipts: 0,
    receiptAt: null,
    isTakenOff: false,
    remindAt: null,
    holdUntil: null,
    isConfirmed: false,
    joinedAs: null,
    replaces: player.state === 'waiting' ? null : vacated(booking),
    ...player,
  };
  state.nextPlayer += 1;
  const [host] = playersOf(booking);
  if (host) host.charge -= added.charge;
  booking.activity?.players.push(added);
  return added;
}

/** Equal shares of which the host has the remainder, or sums that leave the host something; null when they do not. */
function sharesOf(wanted: readonly (number | undefined)[], amount: number): number[] | null {
  const sums = wanted.filter((sum) => sum !== undefined);
  if (sums.length === 0) {
    const share = Math.floor(amount / (wanted.length + 1));
    return share < 1 && wanted.length > 0 ? null : wanted.map(() => share);
  }
  const isWhole = sums.length === wanted.length;
  return isWhole && sums.reduce((sum, one) => sum + one, 0) < amount ? sums : null;
}

export interface Split {
  players: { id?: number; name?: string; charge?: number }[];
  rest?: 'host' | 'open';
}

export function split(state: State, booking: Booking, { players, rest }: Split, now: number): Expected {
  if (booking.activity || !isSplittable(state, booking, now)) return CONFLICT;
  const shares = sharesOf(
    players.map(({ charge }) => charge),
    booking.charge,
  );
  if (!shares) return INVALID;
  addActivity(state, booking, rest ?? 'host');
  for (const [at, { name = '' }] of players.entries()) invite(state, booking, name, shares[at] ?? 0, now);
  return CREATED;
}

function invite(state: State, booking: Booking, name: string, charge: number, now: number): void {
  addPlayer(state, booking, { name, charge, remindAt: reminderOf(booking, now) });
}

/** Players who left, and of whose share something is kept until the place is taken. */
const goneFrom = (booking: Booking): Player[] =>
  playersOf(booking).filter((player) => player.state === 'left' && player.charge > 0);

/** The first of them whose place nobody is to take yet. */
export function vacated(booking: Booking): number | null {
  const given = playersOf(booking)
    .filter(isSeated)
    .map(({ replaces }) => replaces);
  return goneFrom(booking).find(({ id }) => !given.includes(id))?.id ?? null;
}

/** A player has paid for the place of another, who gets everything back. */
function takePlace(state: State, booking: Booking, player: Player): void {
  const left = goneFrom(booking).find(({ id }) => id === player.replaces);
  if (!left || left.charge > receivedOf(state, booking, player)) return;
  left.price = 0;
  setCharge(booking, left, 0);
  tellPlayer(state, 'changed', booking, left);
  giveCredit(state, booking, left, false);
}

/** What came as credit goes back as credit at once, and other money where the player or the reception wants it. */
export function giveCredit(state: State, booking: Booking, player: Player, isWanted: boolean): void {
  const amount = balanceOf(state, booking, player);
  if (!player.isMembers || amount >= 0) return;
  const own = state.entries.filter((entry) => entry.booking === booking.id && entry.player === player.id);
  if (!isWanted && own.some(({ method }) => method !== 'credit')) return;
  addEntry(state, booking, { kind: 'refund', method: 'credit', amount }, player);
}

/** Whose money has come or waits keeps the share. */
const isFixed = (state: State, booking: Booking, player: Player): boolean =>
  player.hasReceipt || receivedOf(state, booking, player) !== 0;

/** Changes the open shares; a player whom the list leaves out is taken off. */
export function changeSplit(state: State, booking: Booking, wanted: Split, now: number): Expected {
  const { activity } = booking;
  if (!activity || activity.isMatch || !isSplittable(state, booking, now)) return CONFLICT;
  const active = othersOf(booking).filter(isSeated);
  const isUnknown = (id: number) => !active.some((player) => player.id === id);
  if (wanted.players.some(({ id }) => id !== undefined && isUnknown(id))) return INVALID;
  const fixed = active.filter((player) => isFixed(state, booking, player));
  const isKept = (player: Player) =>
    wanted.players.some(({ id, charge }) => id === player.id && (charge ?? player.charge) === player.charge);
  if (!fixed.every(isKept)) return CONFLICT;
  const open = wanted.players.filter(({ id }) => !fixed.some((player) => player.id === id));
  const newcomers = open.filter(({ id }) => id === undefined).length;
  const given = active
    .filter((player) => wanted.players.some(({ id }) => id === player.id))
    .map(({ replaces }) => replaces);
  const left = goneFrom(booking).filter(({ id }) => !given.includes(id));
  const taken = [...fixed, ...left.slice(newcomers)].reduce((sum, { charge }) => sum + charge, 0);
  const shares = sharesOf(
    open.map(({ charge }) => charge),
    booking.charge - taken,
  );
  if (!shares) return INVALID;
  for (const player of active)
    if (!wanted.players.some(({ id }) => id === player.id)) leavePlace(state, booking, player, 0, true);
  for (const [at, { id, name = '' }] of open.entries()) {
    const share = shares[at] ?? 0;
    const player = playerIn(booking, id);
    if (!player) invite(state, booking, name, share, now);
    else {
      if (player.email === '') player.name = name || player.name;
      player.price = share;
      setCharge(booking, player, share);
    }
  }
  if (wanted.rest) activity.rest = wanted.rest;
  settle(state, booking);
  return OK;
}

/** `Ali K.` */
export function shortName(name: string): string {
  const [first = '', last = ''] = name.split(' ');
  return last ? `${first} ${last[0]}.` : first;
}

/** The player plays no more; the host carries what is not kept. A receipt still waits for the reception. */
export function leavePlace(
  state: State,
  booking: Booking,
  player: Player,
  keep: number,
  isTakenOff: boolean,
  isExpired = false,
): void {
  player.state = 'left';
  setCharge(booking, player, keep);
  Object.assign(player, { isTakenOff, remindAt: null, holdUntil: null });
  endPages(booking, player.id);
  tellPlayer(state, 'left', booking, player);
  if (!isTakenOff && !isExpired) tellHost(state, 'player_left', booking, isUnpaidCard(state, booking));
}

/** PKR that the club keeps of a share when `percent` of it goes back. */
export function keptShare(state: State, booking: Booking, player: Player, percent: number): number {
  const came = Math.max(0, receivedOf(state, booking, player));
  const keep = (price: number) => Math.min(price - Math.round((price * percent) / 100), came);
  if (player.isHost) return Math.max(0, keep(player.charge + coveredByHost(state, booking)));
  return Math.min(keep(player.price), player.charge);
}

/** What the host has paid beyond the own share stands for the shares that nobody has paid. */
export function coveredByHost(state: State, booking: Booking): number {
  const [beyond = 0, ...open] = playersOf(booking).map((player) =>
    Math.max(0, balanceOf(state, booking, player) * (player.isHost ? -1 : 1)),
  );
  return Math.min(
    beyond,
    open.reduce((sum, balance) => sum + balance, 0),
  );
}

/** What each player loses by a cancellation; a sum that the reception decides on is spread by what they paid. */
export function keptShares(state: State, booking: Booking, percent: number, keep?: number): number[] {
  const players = playersOf(booking);
  if (keep === undefined) return players.map((player) => keptShare(state, booking, player, percent));
  const came = players.map((player) => Math.max(0, receivedOf(state, booking, player)));
  const total = came.reduce((sum, amount) => sum + amount, 0);
  const kept = came.map((amount) => (total === 0 ? 0 : Math.floor((keep * amount) / total)));
  let rest = Math.min(keep, total) - kept.reduce((sum, amount) => sum + amount, 0);
  return kept.map((amount, at) => {
    const more = Math.min(rest, (came[at] ?? 0) - amount);
    rest -= more;
    return amount + more;
  });
}

export function cancelShares(booking: Booking, kept: readonly number[]): void {
  for (const [at, player] of playersOf(booking).entries()) {
    player.charge = kept[at] ?? 0;
    Object.assign(player, { remindAt: null, holdUntil: null });
  }
}

/** A restored booking has the shares that it had; who left keeps what was kept. */
export function restoreShares(booking: Booking): void {
  const [host, ...others] = playersOf(booking);
  for (const player of others) if (isSeated(player)) player.charge = player.price;
  if (host) host.charge = booking.price - others.reduce((sum, { charge }) => sum + charge, 0);
}

/** A cheaper time lowers each share in proportion; other rackets only what the host's share cannot carry. */
export function followPrice(booking: Booking, before: number, isHosts: boolean): void {
  const [host, ...others] = playersOf(booking);
  if (!host) return;
  const total = others.filter(isSeated).reduce((sum, { charge }) => sum + charge, 0);
  const from = isHosts ? Math.max(total, booking.charge) : before;
  const follow = (sum: number) => (booking.charge < from ? Math.floor((sum * booking.charge) / from) : sum);
  for (const player of others) {
    player.price = follow(player.price);
    player.charge = follow(player.charge);
  }
  host.charge = booking.charge - others.reduce((sum, { charge }) => sum + charge, 0);
}

export function remindAnew(state: State, booking: Booking, now: number): void {
  for (const player of othersOf(booking))
    if (isSeated(player) && balanceOf(state, booking, player) > 0) player.remindAt = reminderOf(booking, now);
}

export function tellPlayers(state: State, booking: Booking): void {
  for (const player of othersOf(booking))
    if (player.state !== 'left') tellPlayer(state, 'changed', booking, player);
}

/** What the host pays beyond the own share pays for the open ones, in the order of the invitations. */
export function takeOver(state: State, booking: Booking, amount: number): void {
  const [host, ...others] = playersOf(booking);
  if (!host) return;
  let rest = Math.min(amount, Math.max(0, -balanceOf(state, booking, host)));
  for (const player of others) {
    const part = Math.min(rest, Math.max(0, balanceOf(state, booking, player)));
    if (part === 0) continue;
    lower(booking, player, part);
    rest -= part;
    tellPlayer(state, 'changed', booking, player);
  }
}

/** A share that has come. */
export function settleShare(state: State, booking: Booking, player: Player): void {
  if (player.state === 'left' || booking.status === 'cancelled') {
    if (lateShareOf(state, booking, player) === 0) player.hasReceipt = false;
    return;
  }
  if (balanceOf(state, booking, player) > 0) return;
  if (player.state === 'invited') player.state = 'joined';
  player.hasReceipt = false;
  player.remindAt = null;
  tellPlayer(state, 'paid', booking, player);
  takePlace(state, booking, player);
}

export interface ShareOrder {
  person: string;
  name: string;
  email: string;
  isMember: boolean;
  method: Method;
  amount: number;
}

/** Why a share can neither be paid nor take a receipt. */
export function checkShare(state: State, booking: Booking, player: Player, now: number): Expected | null {
  const isOver = booking.status === 'cancelled' || startOf(booking) + lengthOf(booking) <= now;
  return isOver || !isSeated(player) || balanceOf(state, booking, player) <= 0 ? CONFLICT : null;
}

const lengthOf = ({ slots }: Booking): number => (slots.length * HOUR) / 2;

/** A player says how to pay; the first time they take the place, which is one for each person. */
export function takeShare(
  state: State,
  booking: Booking,
  player: Player,
  order: ShareOrder,
  now: number,
): Expected | null {
  const refusal = checkShare(state, booking, player, now);
  if (refusal) return refusal;
  if (player.hasReceipt) return CONFLICT;
  const amount = balanceOf(state, booking, player);
  if (order.amount !== amount) return { ...CONFLICT, amount };
  const isCredit = order.method === 'credit';
  if (isCredit && !order.isMember) return { status: 401 };
  if (isCredit && player.isMembers && player.person !== order.person) return FORBIDDEN;
  const isNew = player.email === '';
  if (isNew && hasPlace(booking, player, order.person)) return INVALID;
  if (isCredit && creditOf(state, order.person) < order.amount) return INVALID;
  player.state = 'joined';
  player.method = order.method;
  if (isNew) {
    const { person, name, email } = order;
    Object.assign(player, { person, name, email, isMembers: order.isMember });
  } else if (isCredit) Object.assign(player, { isMembers: true, person: order.person });
  return null;
}

/** One person has one place. */
export function hasPlace(booking: Booking, own: Player | null, person: string): boolean {
  if (booking.person === person) return true;
  return othersOf(booking).some(
    (player) => player !== own && player.state !== 'left' && player.person === person,
  );
}

/** Who takes a place of a match by the word to pay at the club may pay until play. */
export const isPromise = ({ method, isConfirmed }: Player): boolean => method === 'cash' && isConfirmed;

/** A place without the receipt or the money that took it waits again; a promise does not. */
export function holdAgain(state: State, booking: Booking, player: Player, now: number): boolean {
  const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
  if (isOver || !player.isConfirmed || player.state !== 'joined' || isPromise(player)) return false;
  const isOwed = balanceOf(state, booking, player) > 0 && receivedOf(state, booking, player) <= 0;
  if (!isOwed || player.hasReceipt) return false;
  Object.assign(player, { holdUntil: heldUntil(booking, now), isConfirmed: false, remindAt: null });
  if (booking.activity) booking.activity.isFull = false;
  return true;
}

/**
 * At the deadline: what nobody has paid is the host's, or the places open to others. Without a quarter of the money the
 * host has time again, once.
 */
export function closeShares(state: State, booking: Booking): Player[] {
  const { activity } = booking;
  if (!activity) return [];
  const payBy = isQuarterPaid(state, booking)
    ? null
    : payByOf(state.rules, booking.method, booking, state.now, booking.series !== null);
  activity.isClosed = true;
  const open = othersOf(booking).filter(
    (player) =>
      balanceOf(state, booking, player) > 0 &&
      !(player.hasReceipt && player.receipts === 1) &&
      player.holdUntil === null &&
      !isPromise(player),
  );
  const amount = open.reduce((sum, player) => sum + balanceOf(state, booking, player), 0);
  for (const player of open) lower(booking, player, balanceOf(state, booking, player));
  setPayBy(booking, payBy, state.now);
  if (amount > 0) tellClosed(state, booking, amount);
  return open;
}

/** A second close of the same sum is not told again. */
function tellClosed(state: State, booking: Booking, amount: number): void {
  const before = state.told.length;
  tellHost(state, 'shares_closed', booking, isUnpaidCard(state, booking));
  const isAgain = booking.closedAt.includes(amount);
  if (isAgain) state.maybeTold.push(...state.told.splice(before));
  booking.closedAt.push(amount);
}

/** A quarter of the price holds the court; at the first deadline a first receipt that waits counts like its money. */
export function isQuarterPaid(state: State, booking: Booking): boolean {
  const coming = playersOf(booking)
    .filter((player) => {
      const { hasReceipt, receipts } = player.isHost ? booking : player;
      return !booking.activity?.isClosed && hasReceipt && receipts === 1;
    })
    .reduce((sum, player) => sum + Math.max(0, balanceOf(state, booking, player)), 0);
  const came = playersOf(booking).reduce((sum, player) => sum + receivedOf(state, booking, player), 0);
  return (came + coming) * 4 >= booking.charge;
}

/** At its deadline a split booking stays once a quarter of it has come, and the first time a match that is full. */
export function stays(state: State, booking: Booking): boolean {
  const match = matchOf(booking);
  if (!booking.activity) return false;
  return isQuarterPaid(state, booking) || (match !== null && !match.isClosed && isFull(match));
}

export function uploadShare(state: State, booking: Booking, player: Player, now: number): Expected {
  const refusal = checkShare(state, booking, player, now);
  if (refusal || player.email === '') return CONFLICT;
  player.hasReceipt = true;
  player.receipts += 1;
  player.receiptAt = now;
  state.maybeTold.push({ kind: 'club.receipt', about: booking.id });
  return OK;
}

/**
 * A rejected share goes on as before; once the time to pay is over it is the host's, who has time again where too little
 * has come to keep the court.
 */
export function rejectShare(state: State, booking: Booking, player: Player, now: number): Expected {
  if (!player.hasReceipt) return CONFLICT;
  player.hasReceipt = false;
  holdAgain(state, booking, player, now);
  const isOver = booking.status === 'cancelled' || player.state === 'left';
  if (booking.activity?.isClosed && !isOver) {
    if (player.holdUntil === null && !isPromise(player)) {
      lower(booking, player, Math.max(0, balanceOf(state, booking, player)));
      tellPlayer(state, 'changed', booking, player);
    }
    const isOpen = booking.status === 'pending' && booking.payBy === null && !booking.hasReceipt;
    if (isOpen && !stays(state, booking)) restartClock(state, booking, now);
  }
  settle(state, booking);
  tellPlayer(state, 'receipt_rejected', booking, player);
  return OK;
}

/** After a payment was undone: what was kept of who left is no more than what came. */
export function keepReceived(state: State, booking: Booking, player: Player): void {
  const kept = Math.min(player.charge, Math.max(0, receivedOf(state, booking, player)));
  if (booking.status === 'cancelled') player.charge = kept;
  else setCharge(booking, player, kept);
}

/** The players whose reminder has come. */
export function remindPlayers(state: State, booking: Booking, now: number): void {
  for (const player of othersOf(booking)) {
    if (player.remindAt === null || player.remindAt > now) continue;
    player.remindAt = reminderOf(booking, now, false);
    const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
    const owes = player.state !== 'left' && balanceOf(state, booking, player) > 0 && !player.hasReceipt;
    if (!isOver && owes) tellPlayer(state, 'payment_due', booking, player);
  }
}
