import { tell } from './messages.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Entry,
  type Expected,
  INVALID,
  type Method,
  type State,
} from './state.ts';

/** Every sum is computed anew from the entries; the server keeps its sums. */
export function received(state: State, id: number): number {
  return state.entries.reduce((sum, entry) => (entry.booking === id ? sum + entry.amount : sum), 0);
}

export function creditOf(state: State, person: string | null): number {
  return state.entries.reduce((sum, entry) => (entry.person === person ? sum + entry.credit : sum), 0);
}

export const balanceOf = (state: State, booking: Booking): number =>
  booking.charge - received(state, booking.id);

/** Credit belongs to the member of the booking, and never goes below 0. */
export function canUse(state: State, booking: Booking, amount: number, method: Method): boolean {
  if (method !== 'credit') return true;
  return booking.isMembers && creditOf(state, booking.person) >= amount;
}

export function addEntry(
  state: State,
  booking: Booking | null,
  entry: Pick<Entry, 'kind' | 'method' | 'amount'> & Partial<Entry>,
): void {
  const person = booking?.isMembers ? booking.person : null;
  const credit = entry.method === 'credit' ? -entry.amount : 0;
  state.entries.push({ booking: booking?.id ?? null, person, credit, state: 'counted', ...entry });
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

/** Money that came stops the clock, and the whole of it makes a booking paid. */
export function settle(state: State, booking: Booking, stopsClock = true): void {
  if (booking.status !== 'pending') return;
  const came = received(state, booking.id);
  if (came <= 0 && booking.charge > 0) return;
  if (stopsClock) {
    booking.payBy = null;
    booking.remindAt = null;
  }
  if (came < booking.charge) return;
  booking.status = 'paid';
  booking.payBy = null;
  booking.remindAt = null;
  tell(state, 'paid', booking);
}

/** Pays what is missing. */
export function payBalance(state: State, booking: Booking, method: Method): void {
  const amount = balanceOf(state, booking);
  if (amount > 0) addEntry(state, booking, { kind: 'payment', method, amount });
}

export function pay(state: State, booking: Booking, amount: number, method: Method): Expected {
  if (!canUse(state, booking, amount, method)) return INVALID;
  addEntry(state, booking, { kind: 'payment', method, amount });
  settle(state, booking);
  return CREATED;
}

/** Gives back at most what is to be given back. */
export function refund(state: State, booking: Booking, amount: number, method: Method): Expected {
  if (amount > -balanceOf(state, booking)) return INVALID;
  if (method === 'credit' && !booking.isMembers) return INVALID;
  addEntry(state, booking, { kind: 'refund', method, amount: -amount });
  tell(state, 'refunded', booking);
  settle(state, booking);
  return CREATED;
}

export function topUp(state: State, person: string, paid: number, credit: number, method: Method): Expected {
  addEntry(state, null, { kind: 'top_up', method, amount: paid, person, credit });
  return CREATED;
}

/** Undoes an entry by another one; nothing may go below 0 by it. */
export function reverse(state: State, entry: Entry, booking: Booking | null): Expected {
  if (entry.state !== 'counted') return CONFLICT;
  if (entry.credit > 0 && creditOf(state, entry.person) < entry.credit) return INVALID;
  if (booking && received(state, booking.id) - entry.amount < 0) return CONFLICT;
  entry.state = 'undone';
  const { method, person } = entry;
  addEntry(state, booking, {
    kind: 'correction',
    method,
    amount: -entry.amount,
    credit: -entry.credit,
    person,
    state: 'reversal',
  });
  if (!booking) return CREATED;
  if (entry.amount < 0) settle(state, booking);
  else if (booking.status === 'cancelled') {
    booking.charge = Math.min(booking.charge, received(state, booking.id));
  } else if (booking.status === 'paid' && balanceOf(state, booking) > 0) booking.status = 'pending';
  return CREATED;
}
