import { chargeOf, isSeated, isUnpaidCard, receivedOf } from './money.ts';
import { addPayer, goneFrom, leavePlace, payerIn, reminderOf, setPart } from './payers.ts';
import { settle } from './payments.ts';
import { startOf } from './slots.ts';
import { type Booking, CONFLICT, type Expected, INVALID, OK, type Payer, type State } from './state.ts';

/** Before play, unless its card payment is open or it is a date of a series. */
export function isSplittable(state: State, booking: Booking, now: number): boolean {
  const isComing = booking.status !== 'cancelled' && startOf(booking) > now;
  return isComing && booking.series === null && chargeOf(booking) > 0 && !isUnpaidCard(state, booking);
}

/** Equal parts, of which the customer has the remainder, or amounts that leave the customer something. */
function partsOf(wanted: readonly (number | undefined)[], amount: number): number[] | null {
  const sums = wanted.filter((one) => one !== undefined);
  if (sums.length === 0) {
    const part = Math.floor(amount / (wanted.length + 1));
    return part < 1 && wanted.length > 0 ? null : wanted.map(() => part);
  }
  const isWhole = sums.length === wanted.length;
  return isWhole && sums.reduce((total, one) => total + one, 0) < amount ? sums : null;
}

export interface Split {
  payers: { id?: number; name?: string; charge?: number }[];
  rest?: 'host' | 'open';
}

/** Splits a booking between its customer and the people in the list; anyone missing from it is removed. */
export function split(state: State, booking: Booking, { payers, rest }: Split, now: number): Expected {
  if (booking.match?.isOpen || !isSplittable(state, booking, now)) return CONFLICT;
  const active = booking.payers.slice(1).filter(isSeated);
  const isUnknown = (id: number) => !active.some((payer) => payer.id === id);
  if (payers.some(({ id }) => id !== undefined && isUnknown(id))) return INVALID;
  // Anyone whose money has come in or is waiting keeps the part.
  const fixed = active.filter((payer) => payer.receiptWaits || receivedOf(state, payer) !== 0);
  const isKept = (payer: Payer) =>
    payers.some(({ id, charge }) => id === payer.id && (charge ?? payer.charge) === payer.charge);
  if (!fixed.every(isKept)) return CONFLICT;
  const open = payers.filter(({ id }) => !fixed.some((payer) => payer.id === id));
  const isNamed = (payer: Payer) => payers.some(({ id }) => id === payer.id);
  const given = active.filter(isNamed).map(({ replaces }) => replaces);
  const newcomers = open.filter(({ id }) => id === undefined).length;
  const left = goneFrom(booking).filter((payer) => payer.position > 1 && !given.includes(payer.id));
  const taken = [...fixed, ...left.slice(newcomers)].reduce((total, { charge }) => total + charge, 0);
  const parts = partsOf(
    open.map(({ charge }) => charge),
    chargeOf(booking) - taken,
  );
  if (!parts) return INVALID;
  for (const payer of active) if (!isNamed(payer)) leavePlace(state, booking, payer, 0, 'taken off');
  for (const [at, { id, name = '' }] of open.entries()) {
    const price = parts[at] ?? 0;
    const payer = id === undefined ? undefined : payerIn(booking, id);
    if (payer) {
      setPart(booking, payer, { price, charge: price });
      if (payer.email === '') payer.name = name || payer.name;
    } else addPayer(state, booking, { state: 'invited', name, price, remindAt: reminderOf(booking, now) });
  }
  if (rest) booking.rest = rest;
  settle(state, booking);
  return OK;
}
