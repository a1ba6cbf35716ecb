import { endPages } from './checkouts.ts';
import { tellHost, tellPayer } from './messages.ts';
import { balanceOf, chargeOf, isSeated, isUnpaidCard, receivedOf } from './money.ts';
import { startOf } from './slots.ts';
import { type Booking, HOUR, type Payer, type State } from './state.ts';

/** Anyone who hasn't paid is reminded halfway, and once more before play. */
const LAST_REMINDER = 3 * HOUR;

/** The payer with an id, or the customer without one. */
export const payerIn = ({ payers }: Booking, id?: number): Payer | undefined =>
  payers.find((payer) => payer.id === (id ?? payer.id));

const placePrice = (payer: Payer): number => (isSeated(payer) ? payer.price : 0);

/** Changes a part; the customer's makes up the difference. */
export function setPart(booking: Booking, payer: Payer, part: Partial<Payer>): void {
  const [customer] = booking.payers;
  const before = { price: placePrice(payer), charge: payer.charge };
  Object.assign(payer, part);
  customer.price += before.price - placePrice(payer);
  customer.charge += before.charge - payer.charge;
}

export function newPayer(state: State, payer: Partial<Payer>): Payer {
  const made: Payer = {
    id: state.nextPayer,
    position: 1,
    state: 'joined',
    person: null,
    name: '',
    email: '',
    isMembers: false,
    price: 0,
    charge: payer.price ?? 0,
    method: null,
    receiptWaits: false,
    hasReceipt: false,
    receipts: 0,
    receiptAt: null,
    isTakenOff: false,
    remindAt: null,
    holdUntil: null,
    isConfirmed: false,
    joinedAs: null,
    enteredAt: null,
    replaces: null,
    ...payer,
  };
  state.nextPayer += 1;
  return made;
}

/** Somebody takes over part of the price, and with it the place of whoever left first. */
export function addPayer(state: State, booking: Booking, payer: Partial<Payer>): Payer {
  const replaces = payer.state === 'waiting' ? null : vacated(booking);
  const { price = 0, ...rest } = payer;
  const added = newPayer(state, { ...rest, position: booking.payers.length + 1, replaces });
  booking.payers.push(added);
  setPart(booking, added, { price, charge: price });
  return added;
}

/** Who left, with something kept of their part until the place is taken. */
export const goneFrom = ({ payers }: Booking): Payer[] =>
  payers.filter((payer) => payer.state === 'left' && payer.charge > 0);

/** The first of them whose place nobody is going to take yet. */
export function vacated(booking: Booking): number | null {
  const given = booking.payers.filter(isSeated).map(({ replaces }) => replaces);
  return goneFrom(booking).find(({ id }) => !given.includes(id))?.id ?? null;
}

/** Whose place a payer has paid for: that payer is refunded in full. */
export function giveBackReplaced(state: State, booking: Booking, payer: Payer): Payer | null {
  const left = goneFrom(booking).find(({ id }) => id === payer.replaces);
  if (!left || left.charge > receivedOf(state, payer)) return null;
  setPart(booking, left, { price: 0, charge: 0 });
  tellPayer(state, 'payer.changed', booking, left);
  return left;
}

export function reminderOf(booking: Booking, now: number, atHalf = true): number | null {
  const half = atHalf && booking.payBy !== null ? [now + Math.floor((booking.payBy - now) / 2)] : [];
  const coming = [...half, startOf(booking) - LAST_REMINDER].filter((at) => at > now);
  return coming.length > 0 ? Math.min(...coming) : null;
}

/** `Ali K.` */
export function shortName(name: string): string {
  const [first = '', last = ''] = name.split(' ');
  return last ? `${first} ${last[0]}.` : first;
}

/** The payer no longer plays; the customer carries whatever isn't kept. A receipt still waits for the reception. */
export function leavePlace(
  state: State,
  booking: Booking,
  payer: Payer,
  keep: number,
  how: 'given back' | 'taken off' | 'expired',
): void {
  setPart(booking, payer, { state: 'left', charge: keep });
  Object.assign(payer, { isTakenOff: how === 'taken off', remindAt: null, holdUntil: null });
  endPages(booking, payer);
  tellPayer(state, 'payer.left', booking, payer);
  if (how === 'given back') tellHost(state, 'host.payer_left', booking, isUnpaidCard(state, booking));
}

/** The customer takes over a part, as far as it is open. */
export function lower(booking: Booking, payer: Payer, by: number): void {
  setPart(booking, payer, { price: payer.price - by, charge: payer.charge - by });
  if (by > 0) payer.remindAt = null;
}

/** Anything the customer pays beyond their own part covers the open ones, in the order of the invitations. */
export function moveOpenToCustomer(state: State, booking: Booking, amount: number): Payer[] {
  const [customer, ...others] = booking.payers;
  let rest = Math.min(amount, Math.max(0, -balanceOf(state, customer)));
  return others.filter((payer) => {
    const part = Math.min(rest, Math.max(0, balanceOf(state, payer)));
    if (part === 0) return false;
    lower(booking, payer, part);
    rest -= part;
    tellPayer(state, 'payer.changed', booking, payer);
    return true;
  });
}

/** The list says how much of each payer's money is kept. */
export function cancelParts(booking: Booking, kept: readonly number[]): void {
  for (const [at, payer] of booking.payers.entries())
    Object.assign(payer, { charge: kept[at] ?? 0, remindAt: null, holdUntil: null });
}

/** A restored booking has the parts that it had; what was kept from payers who left stays kept. */
export function restoreParts({ payers }: Booking): void {
  for (const payer of payers) if (isSeated(payer)) payer.charge = payer.price;
  for (const payer of payers) if (payer.state === 'left') payers[0].charge -= payer.charge;
}

/**
 * A cheaper time lowers every part in proportion; a change of rackets only does if the customer's part can't absorb
 * it.
 */
export function setPrice(booking: Booking, price: number, isCustomers: boolean): void {
  const before = chargeOf(booking);
  const [customer, ...others] = booking.payers;
  const taken = others.filter(isSeated).reduce((total, { charge }) => total + charge, 0);
  const from = isCustomers ? Math.max(taken, price) : before;
  const follow = (part: number) => (price < from ? Math.floor((part * price) / from) : part);
  for (const payer of others)
    setPart(booking, payer, { price: follow(payer.price), charge: follow(payer.charge) });
  customer.price += price - before;
  customer.charge += price - before;
}

export function remindAnew(state: State, booking: Booking, now: number): void {
  for (const payer of booking.payers.slice(1))
    if (isSeated(payer) && balanceOf(state, payer) > 0) payer.remindAt = reminderOf(booking, now);
}

export function tellPayers(state: State, booking: Booking): void {
  for (const payer of booking.payers.slice(1))
    if (payer.state !== 'left') tellPayer(state, 'payer.changed', booking, payer);
}

/** A first receipt stands in for its money until the reception decides. */
export const isReceiptComing = ({ receiptWaits, receipts }: Payer): boolean => receiptWaits && receipts === 1;
