import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { MatchRow } from './match-store.ts';
import { type Contact, hasPlace, type Payer } from './store.ts';

export function placesLeft({ capacity }: MatchRow, payers: readonly Payer[]): number {
  return Math.max(0, capacity + 1 - payers.filter(hasPlace).length);
}

/** All places are taken by players who have paid, sent a receipt or promised to pay at the club. */
export function isFull(match: MatchRow, payers: readonly Payer[]): boolean {
  return (
    placesLeft(match, payers) === 0 && payers.filter(hasPlace).every(({ hold_until }) => hold_until === null)
  );
}

/** Whether one person has both; the mailbox alone would miss a member whose booking got another email address. */
export function isSamePerson(
  one: Pick<Contact, 'email' | 'user_id'>,
  other: Pick<Contact, 'email' | 'user_id'>,
): boolean {
  if (one.user_id !== null && one.user_id === other.user_id) return true;
  return one.email !== '' && other.email !== '' && mailboxOf(one.email) === mailboxOf(other.email);
}

/**
 * Why a held or waiting place cannot become its player's: the same person has an earlier one in this booking, or was
 * taken off. Anybody can type an address, so joining refuses neither: the answer would say who plays. The mailbox is told.
 */
export function turnedAway(payers: readonly Payer[], payer: Payer): 'plays' | 'taken_off' | null {
  if (payer.email === '' || (payer.state !== 'waiting' && payer.hold_until === null)) return null;
  const earlier = payers.filter((other) => other.id < payer.id && isSamePerson(other, payer));
  if (earlier.some(({ taken_off }) => taken_off === 1)) return 'taken_off';
  return earlier.some(({ state }) => state !== 'left') ? 'plays' : null;
}
