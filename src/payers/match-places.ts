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
