import { startOf } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Entry,
  type Expected,
  HOUR,
  type Method,
  type Payer,
  type State,
} from './state.ts';

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Every total is computed again from the entries; the server stores its totals. */
export function receivedOf(state: State, { id }: Payer): number {
  return state.entries.reduce((total, { payer, amount }) => (payer === id ? total + amount : total), 0);
}

export function creditOf(state: State, person: string | null): number {
  return state.entries.reduce((total, entry) => (entry.person === person ? total + entry.credit : total), 0);
}

/** Above 0 to pay, below 0 to give back. */
export const balanceOf = (state: State, payer: Payer): number => payer.charge - receivedOf(state, payer);

/** Who plays or is going to. */
export const isSeated = ({ state }: Payer): boolean => state === 'joined' || state === 'invited';

/** Others pay part of it, or may join. */
export const isShared = ({ payers, match }: Booking): boolean => payers.length > 1 || match?.isOpen === true;

/** A booking's cost, charge and money are totals over its payers. */
export const priceOf = ({ payers }: Booking): number =>
  sum(payers.filter(isSeated).map(({ price }) => price));
export const chargeOf = ({ payers }: Booking): number => sum(payers.map(({ charge }) => charge));
export const received = (state: State, { payers }: Booking): number =>
  sum(payers.map((payer) => receivedOf(state, payer)));

/** What the others still have to pay. */
const openOf = (state: State, [, ...others]: Booking['payers']): number =>
  sum(others.map((payer) => Math.max(0, balanceOf(state, payer))));

/** What the customer can pay for all open parts, or get back; another payer's refund covers none of them. */
export const dueOf = (state: State, { payers }: Booking): number =>
  balanceOf(state, payers[0]) + openOf(state, payers);

/** What a payer can get back. */
export const owedTo = (state: State, booking: Booking, payer: Payer): number =>
  -(payer.position === 1 ? dueOf(state, booking) : balanceOf(state, payer));

/** What a booking charges, and how much is outstanding. */
export type Owed = { charge: number; due: number };
export const owedNow = (state: State, booking: Booking): Owed => ({
  charge: chargeOf(booking),
  due: dueOf(state, booking),
});

/** A quarter of the price holds the court; `coming` counts like money. */
export const isQuarterPaid = (state: State, booking: Booking, coming = 0): boolean =>
  (chargeOf(booking) - dueOf(state, booking) + coming) * 4 >= chargeOf(booking);

/** What is still outstanding on a part that is no longer owed. */
export const lateDueOf = (state: State, payer: Payer): number =>
  Math.max(0, payer.price - Math.max(0, receivedOf(state, payer)));

/** Its customer is on the card provider's page, and hears nothing before the money arrives. */
export const isUnpaidCard = (state: State, booking: Booking): boolean =>
  booking.payers[0].method === 'card' && booking.status === 'pending' && received(state, booking) === 0;

/** What the policy gives back: everything a day ahead or as a plan says, half twelve hours ahead. */
export function percentBack(booking: Booking, by: string, now: number): number {
  const hours = (startOf(booking) - now) / HOUR;
  if (by === 'club' || by === 'mistake' || hours >= booking.extras.freeHours) return 100;
  return by === 'medical' || hours >= 12 ? 50 : 0;
}

/** Anything the customer has paid beyond their own part stands in for the parts that nobody has paid. */
export const coveredByHost = (state: State, { payers }: Booking): number =>
  Math.min(Math.max(0, -balanceOf(state, payers[0])), openOf(state, payers));

/** PKR that the club keeps if a payer leaves, or if `by` cancels the booking. */
export function keptOf(state: State, booking: Booking, payer: Payer, by: string, now: number): number {
  const isCustomer = payer.position === 1;
  const charge = payer.charge + (isCustomer ? coveredByHost(state, booking) : 0);
  const price = isCustomer ? charge : payer.price;
  const keep = price - Math.round((price * percentBack(booking, by, now)) / 100);
  return Math.max(0, Math.min(keep, charge, receivedOf(state, payer)));
}

/** What each payer loses through a cancellation; an amount chosen by the reception is spread by what they paid. */
export function keptOfAll(state: State, booking: Booking, by: string, now: number, keep?: number): number[] {
  const { payers } = booking;
  if (keep === undefined) return payers.map((payer) => keptOf(state, booking, payer, by, now));
  const came = payers.map((payer) => Math.max(0, receivedOf(state, payer)));
  const total = sum(came);
  const kept = came.map((amount) => (total === 0 ? 0 : Math.floor((keep * amount) / total)));
  let rest = Math.min(keep, total) - sum(kept);
  return kept.map((amount, at) => {
    const more = Math.min(rest, (came[at] ?? 0) - amount);
    rest -= more;
    return amount + more;
  });
}

/** Credit belongs to a member, and never drops below 0. */
export const canUse = (state: State, { isMembers, person }: Payer, amount: number, method: Method): boolean =>
  method !== 'credit' || (isMembers && creditOf(state, person) >= amount);

export function addEntry(
  state: State,
  payer: Payer | null,
  entry: Pick<Entry, 'kind' | 'method' | 'amount'> & Partial<Entry>,
): void {
  const booking = state.bookings.find(({ payers }) => payers.some(({ id }) => id === payer?.id));
  state.entries.push({
    booking: booking?.id ?? null,
    payer: payer?.id ?? null,
    person: payer?.isMembers ? payer.person : null,
    credit: entry.method === 'credit' ? -entry.amount : 0,
    at: state.now,
    isProven: false,
    line: null,
    state: 'counted',
    ...entry,
  });
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

export function topUp(state: State, person: string, paid: number, credit: number, method: Method): Expected {
  addEntry(state, null, { kind: 'top_up', method, amount: paid, person, credit });
  return CREATED;
}
