import { heldUntil } from './deadlines.ts';
import { tellHost, tellPayer } from './messages.ts';
import { balanceOf, isSeated, isUnpaidCard, receivedOf } from './money.ts';
import { reminderOf } from './payers.ts';
import { startOf } from './slots.ts';
import type { Booking, Match, Payer, State } from './state.ts';

/** The booking's match; null while its places aren't open. */
export const matchOf = ({ match }: Booking): Match | null => (match?.isOpen ? match : null);

export function placesLeft({ match, payers }: Booking): number {
  return match ? Math.max(0, match.capacity + 1 - payers.filter(isSeated).length) : 0;
}

/** No place is free, and none is waiting for its money. */
export const isFull = (booking: Booking): boolean =>
  placesLeft(booking) === 0 && booking.payers.filter(isSeated).every(({ holdUntil }) => holdUntil === null);

/** The club knows a person by the address or the own account, and an address may have been corrected. */
export const isKnownAs = (
  { person, email, isMembers }: Payer,
  other: { person: string | null; email: string; isMembers: boolean },
): boolean =>
  (email !== '' && email === other.email) ||
  (isMembers && other.isMembers && person !== null && person === other.person);

/** One person has one place. */
export const hasPlace = ({ payers }: Booking, own: Payer | null, person: string): boolean =>
  payers.some((payer) => payer !== own && payer.state !== 'left' && payer.person === person);

/**
 * A match's place is not for somebody who already has one or was removed; money at the reception takes it all the
 * same.
 */
export function isTurnedAway({ payers }: Booking, payer: Payer): boolean {
  if (payer.person === null || (payer.state !== 'waiting' && payer.holdUntil === null)) return false;
  const earlier = payers.filter((other) => other.id < payer.id && isKnownAs(other, payer));
  return earlier.some(({ state, isTakenOff }) => isTakenOff || state !== 'left');
}

/** Somebody who takes a match's place by promising to pay at the club can pay until play. */
export const isPromise = ({ method, isConfirmed }: Payer): boolean => method === 'cash' && isConfirmed;

/**
 * Money, a receipt or a promise arrived: the place is taken. Anyone who still owes is reminded; after a promise only
 * before play.
 */
export function confirmPlace(state: State, booking: Booking, payer: Payer): void {
  if (payer.holdUntil === null) return;
  Object.assign(payer, { holdUntil: null, isConfirmed: true });
  const owes = balanceOf(state, payer) > 0;
  payer.remindAt = owes ? reminderOf(booking, state.now, !isPromise(payer)) : null;
  const match = matchOf(booking);
  if (!match || match.isFull || !isFull(booking)) return;
  match.isFull = true;
  tellHost(state, 'match.full', booking, isUnpaidCard(state, booking));
  for (const other of booking.payers.slice(1))
    if (other.state === 'joined') tellPayer(state, 'match.full', booking, other);
}

/** A place that lost its receipt or money waits again; a promised one doesn't. */
export function holdAgain(state: State, booking: Booking, payer: Payer, now: number): boolean {
  const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
  if (isOver || !payer.isConfirmed || payer.state !== 'joined' || isPromise(payer)) return false;
  const isOwed = balanceOf(state, payer) > 0 && receivedOf(state, payer) <= 0;
  if (!isOwed || payer.receiptWaits) return false;
  Object.assign(payer, { holdUntil: heldUntil(booking, now), isConfirmed: false, remindAt: null });
  if (booking.match) booking.match.isFull = false;
  return true;
}
