import { tell } from './messages.ts';
import { startOf } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Entry,
  type Expected,
  HOUR,
  type Method,
  type Player,
  type State,
} from './state.ts';

/** Every sum is computed anew from the entries; the server keeps its sums. */
export function received(state: State, id: number): number {
  return state.entries.reduce((sum, entry) => (entry.booking === id ? sum + entry.amount : sum), 0);
}

export function creditOf(state: State, person: string | null): number {
  return state.entries.reduce((sum, entry) => (entry.person === person ? sum + entry.credit : sum), 0);
}

export const playersOf = ({ activity }: Booking): Player[] => activity?.players ?? [];

/** What a player has paid; an entry without a player is the host's. */
export function receivedOf(state: State, booking: Booking, { id, isHost }: Player): number {
  const own = state.entries.filter(
    (entry) => entry.booking === booking.id && entry.player === (isHost ? null : id),
  );
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

/** Of a booking, or of one of its players: above 0 to pay, below 0 to give back. */
export function balanceOf(state: State, booking: Booking, player?: Player | null): number {
  return player
    ? player.charge - receivedOf(state, booking, player)
    : booking.charge - received(state, booking.id);
}

/** What the host can pay for all open shares, or get back; what another player gets back pays for none. */
export function dueOf(state: State, booking: Booking): number {
  const [host, ...others] = playersOf(booking);
  if (!host) return balanceOf(state, booking);
  const open = others.map((player) => Math.max(0, balanceOf(state, booking, player)));
  return open.reduce((sum, balance) => sum + balance, balanceOf(state, booking, host));
}

/** What its customer owed of a released booking; the shares of the others are their own. */
export function lateDueOf(state: State, booking: Booking): number {
  const [host, ...others] = playersOf(booking);
  const owing = others.filter(({ state: place }) => place === 'invited' || place === 'joined');
  const part = booking.price - owing.reduce((sum, { price }) => sum + price, 0);
  return Math.max(0, part - (host ? receivedOf(state, booking, host) : received(state, booking.id)));
}

/** What a share was whose receipt came for nothing. */
export function lateShareOf(state: State, booking: Booking, player: Player): number {
  return Math.max(0, player.price - Math.max(0, receivedOf(state, booking, player)));
}

/** Its customer is on the card provider's page, and hears nothing before the money. */
export function isUnpaidCard(state: State, { id, method, status }: Booking): boolean {
  return method === 'card' && status === 'pending' && received(state, id) === 0;
}

/** What the policy gives back: everything a day ahead, half of it twelve hours ahead. */
export function percentBack(booking: Booking, by: string, now: number): number {
  const hours = (startOf(booking) - now) / HOUR;
  if (by === 'club' || by === 'mistake' || hours >= 24) return 100;
  return by === 'medical' || hours >= 12 ? 50 : 0;
}

/** Credit belongs to a member, and never goes below 0. */
export function canUse(
  state: State,
  owner: { isMembers: boolean; person: string | null },
  amount: number,
  method: Method,
): boolean {
  return method !== 'credit' || (owner.isMembers && creditOf(state, owner.person) >= amount);
}

export function addEntry(
  state: State,
  booking: Booking | null,
  entry: Pick<Entry, 'kind' | 'method' | 'amount'> & Partial<Entry>,
  player: Player | null = null,
): void {
  const owner = player ?? booking;
  const person = owner?.isMembers ? owner.person : null;
  const credit = entry.method === 'credit' ? -entry.amount : 0;
  const whose = { booking: booking?.id ?? null, player: player?.id ?? null };
  const made = { at: state.now, isProven: false, line: null, state: 'counted' as const };
  state.entries.push({ ...whose, person, credit, ...made, ...entry });
  if (entry.method !== 'cash') return;
  openDrawer(state, state.drawer);
  state.drawer += entry.amount;
}

/** Cash opens a closed drawer with what the last count left in it. */
export function openDrawer(state: State, float: number): Expected {
  if (state.isDrawerOpen) return CONFLICT;
  state.isDrawerOpen = true;
  state.drawer = float;
  state.shifts += 1;
  return CREATED;
}

/** Money that came stops the clock unless it is that of the players, and the whole of it makes a booking paid. */
export function settle(state: State, booking: Booking): void {
  if (booking.status === 'cancelled' && booking.payBy !== null && lateDueOf(state, booking) <= 0) {
    booking.payBy = null;
    booking.remindAt = null;
  }
  if (booking.status !== 'pending') return;
  if (received(state, booking.id) <= 0 && booking.charge > 0) return;
  if (!booking.activity) {
    booking.payBy = null;
    booking.remindAt = null;
  }
  if (dueOf(state, booking) > 0) {
    if (balanceOf(state, booking, playersOf(booking)[0]) <= 0) booking.hasReceipt = false;
    return;
  }
  booking.status = 'paid';
  booking.payBy = null;
  booking.remindAt = null;
  tell(state, 'paid', booking);
}

export function topUp(state: State, person: string, paid: number, credit: number, method: Method): Expected {
  addEntry(state, null, { kind: 'top_up', method, amount: paid, person, credit });
  return CREATED;
}
