/** Changes to a tournament in progress. Each returns all rounds and leaves its arguments untouched. */
import { Failure, invalidField } from '../failure.ts';
import { replan } from './plan.ts';
import {
  type Entrant,
  type Game,
  type Round,
  type Score,
  scoreError,
  splitEntrants,
  type Tournament,
} from './tournament.ts';

interface Started {
  /** How many rounds are over or on court; see `replan`. */
  started?: number;
}

/**
 * Enters or corrects a game's score, or removes it with null. All other games stay. In Mexicano, where scores decide
 * who meets next, the next round is planned again; it disappears while an earlier score is missing.
 *
 * Throws `not_found` for an unknown game and `invalid` for a score that does not add up.
 */
export function recordScore(
  tournament: Tournament,
  rounds: readonly Round[],
  {
    round: number,
    court,
    score,
    started = 0,
  }: Started & { round: number; court: number; score: Score | null },
): Round[] {
  if (!requireRound(rounds, number).games.some((game) => game.court === court))
    throw new Failure('not_found', 'There is no game on this court in this round.');
  const error = score && scoreError(score, tournament.points);
  if (error) throw invalidField('score', error);
  const changed = changeGames(rounds, number, (game) => (game.court === court ? { ...game, score } : game));
  if (tournament.kind !== 'mexicano') return changed;
  return replan(tournament, changed, Math.max(started, number));
}

/**
 * Swaps two players in one planned round; one of them may have a bye. In a round robin, their pairs swap. Earlier
 * rounds stay; later unplayed ones are planned again.
 *
 * Throws `not_found` for an unknown round, `invalid` when the two can't swap, and `wrong_state` when one of their
 * games has a score.
 */
export function swapPlayers(
  tournament: Tournament,
  rounds: readonly Round[],
  { round: number, players, started = 0 }: Started & { round: number; players: readonly [number, number] },
): Round[] {
  const round = requireRound(rounds, number);
  const [a, b] = players.map((player) => entrantIn(tournament, round, player));
  if (!a || !b) throw invalidField('players', 'Please choose two players who are in this round.');
  if (a.join() === b.join()) {
    const different = tournament.kind === 'round_robin' ? 'players of two pairs' : 'two different players';
    throw invalidField('players', `Please choose ${different}.`);
  }
  const isTheirs = ({ sides }: Game) => [...a, ...b].some((player) => sides.flat().includes(player));
  if (round.games.some((game) => game.score && isTheirs(game)))
    throw new Failure('wrong_state', 'One of these players has a score in this round already.');
  const swapped = (player: number): number => {
    if (a.includes(player)) return b[a.indexOf(player)] ?? player;
    return b.includes(player) ? (a[b.indexOf(player)] ?? player) : player;
  };
  const changed = changeGames(rounds, number, ({ sides: [[w, x], [y, z]], ...game }) => ({
    ...game,
    sides: [
      [swapped(w), swapped(x)],
      [swapped(y), swapped(z)],
    ],
  })).map((other) => (other.number === number ? { ...other, byes: other.byes.map(swapped) } : other));
  return replan(tournament, changed, Math.max(started, number));
}

function requireRound(rounds: readonly Round[], number: number): Round {
  const round = rounds.find((other) => other.number === number);
  if (!round) throw new Failure('not_found', 'There is no such round.');
  return round;
}

function changeGames(rounds: readonly Round[], number: number, change: (game: Game) => Game): Round[] {
  return rounds.map((round) =>
    round.number === number ? { ...round, games: round.games.map(change) } : round,
  );
}

/** The player alone, or the player's pair as ordered in the round. */
function entrantIn({ kind }: Tournament, { games, byes }: Round, player: number): Entrant | undefined {
  const present = [...games.flatMap(({ sides }) => sides), byes];
  return present
    .flatMap((players) => splitEntrants(kind, players))
    .find((entrant) => entrant.includes(player));
}
