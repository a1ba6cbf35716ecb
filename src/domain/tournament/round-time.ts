import { MAX_ROUNDS, type TournamentKind } from './tournament.ts';

/** A relaxed pace for four club players: half a minute a point. */
const MINUTES_A_POINT = 0.5;
/** Time to write down the score, have a drink and find the next court. */
export const CHANGE_MINUTES = 3;

/** 24 points take 15 minutes, including changing courts. */
export function roundMinutes(points: number): number {
  return Math.ceil(points * MINUTES_A_POINT) + CHANGE_MINUTES;
}

/** 0 when not even one round fits. */
export function roundsThatFit(minutes: number, points: number): number {
  return Math.max(0, Math.floor(minutes / roundMinutes(points)));
}

/** Why the rounds don't fit into the booked time; null when they do. */
export function timeError(
  { rounds, points }: { rounds: number; points: number },
  minutes: number,
): string | null {
  const needed = rounds * roundMinutes(points);
  if (needed <= minutes) return null;
  const fit = roundsThatFit(minutes, points);
  const advice =
    fit === 0
      ? 'Please choose fewer points a game, or book more time.'
      : `Please choose ${fit === 1 ? '1 round' : `${fit} rounds`}, fewer points a game, or more time.`;
  return `${rounds === 1 ? '1 round' : `${rounds} rounds`} to ${points} points ${rounds === 1 ? 'takes' : 'take'} ${needed} minutes, and ${minutes} are booked. ${advice}`;
}

/**
 * How many rounds to offer: as many as fit, but no more than a whole cycle, in which everybody has partnered (Americano)
 * or met (round robin) everybody else. A Mexicano has no such end.
 */
export function suggestedRounds(
  format: TournamentKind,
  { players, courts, points, minutes }: { players: number; courts: number; points: number; minutes: number },
): number {
  const games = Math.max(1, Math.min(courts, Math.floor(players / 4)));
  const pairs = Math.floor(players / 2);
  const cycle = {
    americano: Math.ceil((players * (players - 1)) / (4 * games)),
    mexicano: MAX_ROUNDS,
    round_robin: Math.ceil((pairs * (pairs - 1)) / (2 * games)),
  }[format];
  return Math.max(1, Math.min(roundsThatFit(minutes, points), cycle, MAX_ROUNDS));
}
