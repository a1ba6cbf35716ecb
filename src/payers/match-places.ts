import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { MatchRow } from './match-store.ts';
import { hasPlace, type Payer } from './store.ts';

export function placesLeft({ capacity }: MatchRow, payers: readonly Payer[]): number {
  return Math.max(0, capacity + 1 - payers.filter(hasPlace).length);
}

/** All places are taken by players who have paid, sent a receipt or promised to pay at the club. */
export function isFull(match: MatchRow, payers: readonly Payer[]): boolean {
  return (
    placesLeft(match, payers) === 0 && payers.filter(hasPlace).every(({ hold_until }) => hold_until === null)
  );
}

/**
 * Why a held or waiting place can't become its player's: the same mailbox already has one in this booking, or was
 * removed. Anybody can type an address, so joining rejects neither: the answer would reveal who plays. The mailbox is
 * told.
 */
export function turnedAway(payers: readonly Payer[], payer: Payer): 'plays' | 'taken_off' | null {
  if (payer.email === '' || (payer.state !== 'waiting' && payer.hold_until === null)) return null;
  const earlier = payers.filter(
    ({ id, email }) => id < payer.id && email !== '' && mailboxOf(email) === mailboxOf(payer.email),
  );
  if (earlier.some(({ taken_off }) => taken_off === 1)) return 'taken_off';
  return earlier.some(({ state }) => state !== 'left') ? 'plays' : null;
}
