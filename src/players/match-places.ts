import type { MatchRow } from './match-store.ts';
import type { Player } from './store.ts';

/** Those who play or are to play; who waits or left has no place. */
export function seatedPlayers(players: readonly Player[]): Player[] {
  return players.filter(({ state }) => state === 'joined' || state === 'invited');
}

export function placesLeft({ capacity }: MatchRow, players: readonly Player[]): number {
  return Math.max(0, capacity + 1 - seatedPlayers(players).length);
}

/** All places are taken by players who have paid, sent a receipt or promised to pay at the club. */
export function isFull(match: MatchRow, players: readonly Player[]): boolean {
  return (
    placesLeft(match, players) === 0 && seatedPlayers(players).every(({ hold_until }) => hold_until === null)
  );
}
