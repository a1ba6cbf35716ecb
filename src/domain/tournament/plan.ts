import { Failure } from '../failure.ts';
import { validate } from '../validate.ts';
import { planMexicano } from './mexicano.ts';
import { planRotation } from './rotation.ts';
import { gamesInRound, type Round, type Tournament, tournamentSchema } from './tournament.ts';

/**
 * The rounds after `kept`, which count as history. Americano and round robin plan all of them; Mexicano plans the
 * next one once `kept` has all its scores, and none before. With fewer than four players left, nothing more is
 * planned. The same arguments always give the same rounds.
 *
 * Nobody plays twice in a round, and nobody rests who has played fewer games than somebody who plays. So games and
 * byes differ by at most one while the same players take part, and latecomers rest last.
 *
 * Throws `invalid` for a tournament that can't be played, such as one with 33 players.
 */
export function planRounds(tournament: Tournament, kept: readonly Round[] = []): Round[] {
  if (kept.length >= tournament.rounds) return [];
  if (kept.length > 0 && gamesInRound(tournament) === 0) return [];
  const checked = validate(tournamentSchema, tournament);
  if (!checked.ok) {
    const [message = 'This tournament cannot be played.'] = Object.values(checked.fields);
    throw new Failure('invalid', message, { fields: checked.fields });
  }
  return tournament.kind === 'mexicano' ? planMexicano(tournament, kept) : planRotation(tournament, kept);
}

/**
 * All rounds after a change: a player came or left, a court was lost, a round was added. `tournament` has the players
 * from now on. Rounds stay as they are up to the last one with a score, as do the first `started` ones, since only
 * the caller knows which round is on court.
 */
export function replan(tournament: Tournament, rounds: readonly Round[], started = 0): Round[] {
  const scored = rounds.findLastIndex(({ games }) => games.some(({ score }) => score !== null)) + 1;
  const kept = rounds.slice(0, Math.max(started, scored));
  return [...kept, ...planRounds(tournament, kept)];
}
