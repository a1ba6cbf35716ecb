import { startPage } from './checkouts.ts';
import { confirmPlace, payForOthers } from './matches.ts';
import { tell, tellPlayer } from './messages.ts';
import {
  addEntry,
  balanceOf,
  canUse,
  creditOf,
  dueOf,
  playersOf,
  received,
  receivedOf,
  settle,
} from './money.ts';
import {
  holdAgain,
  keepReceived,
  playerIn,
  type ShareOrder,
  settleShare,
  takeShare,
  uploadShare,
} from './shares.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Entry,
  type Expected,
  INVALID,
  type Method,
  NOT_FOUND,
  OK,
  type Player,
  type State,
} from './state.ts';

/** Money for a booking, or for the share of a player, and what it settles. */
export function receive(
  state: State,
  booking: Booking,
  player: Player | null,
  amount: number,
  method: Method,
): void {
  addEntry(state, booking, { kind: 'payment', method, amount }, player);
  if (!player) payForOthers(state, booking, amount);
  else {
    confirmPlace(state, booking, player);
    settleShare(state, booking, player);
  }
  settle(state, booking);
}

/** Pays what is missing; open shares become the host's. */
export function payBalance(
  state: State,
  booking: Booking,
  method: Method,
  amount = dueOf(state, booking),
): void {
  if (amount <= 0) return;
  addEntry(state, booking, { kind: 'payment', method, amount });
  payForOthers(state, booking, amount);
}

export function pay(
  state: State,
  booking: Booking,
  { amount, method, player: id }: { amount: number; method: Method; player?: number | undefined },
): Expected {
  const player = playerIn(booking, id);
  if (id !== undefined && !player) return NOT_FOUND;
  if (!canUse(state, player ?? booking, amount, method)) return INVALID;
  receive(state, booking, player, amount, method);
  return CREATED;
}

/** Gives back at most what is to be given back. */
export function refund(
  state: State,
  booking: Booking,
  { amount, method, player: id }: { amount: number; method: Method; player?: number | undefined },
): Expected {
  const player = playerIn(booking, id);
  if (id !== undefined && !player) return NOT_FOUND;
  const owed = -(player ? balanceOf(state, booking, player) : dueOf(state, booking));
  if (amount > owed) return INVALID;
  if (method === 'credit' && !(player ?? booking).isMembers) return INVALID;
  addEntry(state, booking, { kind: 'refund', method, amount: -amount }, player);
  if (player) tellPlayer(state, 'refunded', booking, player);
  else tell(state, 'refunded', booking);
  settle(state, booking);
  return CREATED;
}

/** Undoes an entry by another one; nothing may go below 0 by it. */
export function reverse(state: State, entry: Entry, booking: Booking | null): Expected {
  if (entry.state !== 'counted') return CONFLICT;
  if (entry.credit > 0 && creditOf(state, entry.person) < entry.credit) return INVALID;
  const players = booking ? playersOf(booking) : [];
  const payer = players.find(({ id, isHost }) => (entry.player === null ? isHost : id === entry.player));
  const came = booking && (payer ? receivedOf(state, booking, payer) : received(state, booking.id));
  if (came !== null && came - entry.amount < 0) return CONFLICT;
  entry.state = 'undone';
  const line = state.transfers[entry.line ?? -1];
  if (line) line.isUsed = false;
  const { method, person, player } = entry;
  addEntry(state, booking, {
    kind: 'correction',
    method,
    amount: -entry.amount,
    credit: -entry.credit,
    person,
    player,
    state: 'reversal',
  });
  if (!booking) return CREATED;
  if (payer?.state === 'left') keepReceived(state, booking, payer);
  const isUndone = entry.amount > 0 && payer && !payer.isHost;
  if (isUndone && holdAgain(state, booking, payer, state.now))
    tellPlayer(state, 'payment_due', booking, payer);
  if (entry.amount < 0) settle(state, booking);
  else if (booking.status === 'cancelled') {
    for (const each of players) keepReceived(state, booking, each);
    const kept = players.reduce((sum, { charge }) => sum + charge, 0);
    booking.charge = players.length > 0 ? kept : Math.min(booking.charge, received(state, booking.id));
  } else if (booking.status === 'paid' && dueOf(state, booking) > 0) booking.status = 'pending';
  return CREATED;
}

/** A player pays the own share, or says how they will. */
export function payShare(
  state: State,
  booking: Booking,
  player: Player,
  order: ShareOrder,
  now: number,
): Expected {
  const isNew = player.email === '';
  const refusal = takeShare(state, booking, player, order, now);
  if (refusal) return refusal;
  if (order.method === 'cash') confirmPlace(state, booking, player);
  if (isNew) tellPlayer(state, 'joined', booking, player);
  if (order.method === 'card') startPage(state, booking, player.id, order.amount, now);
  if (order.method === 'credit') receive(state, booking, player, order.amount, 'credit');
  return OK;
}

/** The first receipt of a share takes the place. */
export function sendReceipt(state: State, booking: Booking, player: Player, now: number): Expected {
  const expected = uploadShare(state, booking, player, now);
  if (expected.status === 200 && player.receipts === 1) confirmPlace(state, booking, player);
  return expected;
}
