import fc from 'fast-check';
import { planRounds } from '../../src/domain/tournament/plan.ts';
import type { Round, Score, Tournament } from '../../src/domain/tournament/tournament.ts';

type Settings = Pick<Tournament, 'courts' | 'points' | 'rounds' | 'seed'>;

/** Ids that are neither indexes nor increasing. */
export const idsOf = (count: number, first = 400): number[] =>
  Array.from({ length: count }, (_, index) => first - index * 3);

export function americano(players: number, courts: number, settings: Partial<Settings> = {}): Tournament {
  return { kind: 'americano', players: idsOf(players), ...settingsOf(courts, settings) };
}

export function mexicano(
  players: number,
  courts: number,
  pairing: '1_4' | '1_3' = '1_4',
  settings: Partial<Settings> = {},
): Tournament {
  return { kind: 'mexicano', players: idsOf(players), pairing, ...settingsOf(courts, settings) };
}

export function roundRobin(pairs: number, courts: number, settings: Partial<Settings> = {}): Tournament {
  const ids = idsOf(pairs * 2);
  const pairOf = (index: number): [number, number] => [ids[index * 2] ?? 0, ids[index * 2 + 1] ?? 0];
  return {
    kind: 'round_robin',
    pairs: Array.from({ length: pairs }, (_, index) => pairOf(index)),
    ...settingsOf(courts, settings),
  };
}

function settingsOf(courts: number, settings: Partial<Settings>): Settings {
  return { courts: idsOf(courts, 90), points: 24, rounds: 6, seed: 1, ...settings };
}

export const anyTournament: fc.Arbitrary<Tournament> = fc
  .record({
    kind: fc.constantFrom('americano', 'mexicano_1_4', 'mexicano_1_3', 'round_robin'),
    players: fc.integer({ min: 4, max: 32 }),
    courts: fc.integer({ min: 1, max: 8 }),
    rounds: fc.integer({ min: 1, max: 9 }),
    points: fc.constantFrom(16, 20, 24, 28, 32),
    seed: fc.nat(),
  })
  .map(({ kind, players, courts, ...settings }) => {
    if (kind === 'americano') return americano(players, courts, settings);
    if (kind === 'round_robin') return roundRobin(Math.floor(players / 2), courts, settings);
    return mexicano(players, courts, kind === 'mexicano_1_4' ? '1_4' : '1_3', settings);
  });

/** A score for each game of a round, all derived from one number. */
export function withScores(round: Round, points: number, luck: number): Round {
  const scoreOf = (index: number): Score => {
    const first = (luck * (index + 3) + round.number * 5) % (points + 1);
    return [first, points - first];
  };
  return { ...round, games: round.games.map((game, index) => ({ ...game, score: scoreOf(index) })) };
}

/** Plays up to `count` rounds, each with its scores. */
export function play(tournament: Tournament, count: number, luck: number): Round[] {
  let rounds = planRounds(tournament);
  for (let number = 1; number <= Math.min(count, tournament.rounds); number++) {
    const played = rounds
      .slice(0, number)
      .map((round) => (round.number === number ? withScores(round, tournament.points, luck) : round));
    rounds =
      tournament.kind === 'mexicano'
        ? [...played, ...planRounds(tournament, played)]
        : [...played, ...rounds.slice(number)];
  }
  return rounds;
}

export const playersOf = (tournament: Tournament): number[] =>
  tournament.kind === 'round_robin' ? tournament.pairs.flat() : tournament.players;
