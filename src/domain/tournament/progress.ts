/** How far a tournament has got: which round is on court, and who is called. */
import { CHANGE_MINUTES } from './round-time.ts';
import type { Game, Round } from './tournament.ts';

const MINUTE_MS = 60_000;

type Progress = Pick<Round, 'number'> & { games: readonly Pick<Game, 'sides' | 'score'>[] };

/** The current round: the first with a missing score. Null if there is none. */
export function currentRound<R extends Progress>(rounds: readonly R[]): R | null {
  return rounds.find(({ games }) => games.some(({ score }) => score === null)) ?? null;
}

export function roundAfter<R extends Progress>(rounds: readonly R[], number: number): R | null {
  return rounds.find((round) => round.number === number + 1) ?? null;
}

/** Whether players are on court: a few minutes after their round was called, nobody is sent to another court. */
export function hasBegun(calledAt: number, now: number): boolean {
  return now - calledAt >= CHANGE_MINUTES * MINUTE_MS;
}

/** How many rounds stay fixed whatever changes: those that are over, and the one on court once it has begun. */
export function roundsBegun(rounds: readonly Progress[], calledAt: number, now: number): number {
  const current = currentRound(rounds);
  if (!current) return rounds.length;
  return hasBegun(calledAt, now) ? current.number : current.number - 1;
}

/** Whether all rounds have been played. */
export function isPlayedOut(rounds: readonly Progress[], planned: number): boolean {
  return rounds.length >= planned && currentRound(rounds) === null;
}

/** Whether the standings are final. */
export function isFinal({
  finished,
  schedule,
  rounds,
}: {
  finished: boolean;
  schedule: readonly Progress[];
  rounds: number;
}): boolean {
  return finished || (schedule.length > 0 && isPlayedOut(schedule, rounds));
}

/**
 * Whether a player may still enter or correct a round's score; once the next round has a score, only the reception
 * can.
 */
export function playersMayScore(rounds: readonly Progress[], number: number): boolean {
  return !rounds.some((round) => round.number > number && round.games.some(({ score }) => score !== null));
}

/**
 * Whether a player's page offers to enter or correct a game's score: of a round that is over, on court, or next while a
 * slow court still plays.
 */
export function offersScore(
  rounds: readonly Progress[],
  number: number,
  { score }: Pick<Game, 'score'>,
): boolean {
  if (score) return playersMayScore(rounds, number);
  const current = currentRound(rounds);
  return current !== null && number <= current.number + 1;
}

export interface PlayerGame<G> {
  round: number;
  /** Null for a round in which the player rests. */
  game: G | null;
}

/** The player's next round, whether they play or rest; null if there is none. */
export function nextRoundOf<G extends Pick<Game, 'sides' | 'score'>>(
  rounds: readonly { number: number; games: readonly G[]; byes: readonly number[] }[],
  player: number,
): PlayerGame<G> | null {
  const current = currentRound(rounds);
  for (const { number, games, byes } of rounds) {
    if (!current || number < current.number) continue;
    const game = games.find(({ sides }) => sides.flat().includes(player));
    // A player whose score is in goes on to the next round.
    if (game && game.score === null) return { round: number, game };
    if (!game && byes.includes(player)) return { round: number, game: null };
  }
  return null;
}
