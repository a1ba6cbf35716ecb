import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { planRounds, replan } from '../../src/domain/tournament/plan.ts';
import {
  currentRound,
  hasBegun,
  isFinal,
  isPlayedOut,
  nextRoundOf,
  offersScore,
  playersMayScore,
  roundsBegun,
} from '../../src/domain/tournament/progress.ts';
import { completeRounds } from '../../src/domain/tournament/rotation.ts';
import { roundsThatFit, suggestedRounds } from '../../src/domain/tournament/round-time.ts';
import type { Round, Tournament } from '../../src/domain/tournament/tournament.ts';
import { americano, anyTournament, play, playersOf, roundRobin } from '../support/random-tournament.ts';

const MINUTE_MS = 60_000;
const withoutLastScore = (rounds: readonly Round[], number: number): Round[] =>
  rounds.map((round) =>
    round.number === number
      ? { ...round, games: round.games.map((game, index) => (index === 0 ? { ...game, score: null } : game)) }
      : round,
  );

describe('the round on court', () => {
  test('is the first one with a missing score, also when a later one has some', () => {
    const rounds = play(americano(8, 2), 3, 5);
    expect(currentRound(rounds)?.number).toBe(4);
    expect(currentRound(withoutLastScore(rounds, 2))?.number).toBe(2);
    expect(currentRound(play(americano(8, 2), 6, 5))).toBeNull();
  });

  test('has begun three minutes after it was called, and then no change moves it', () => {
    const rounds = play(americano(8, 2), 2, 5);
    expect([0, 2.9, 3, 60].map((minutes) => hasBegun(0, minutes * MINUTE_MS))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(roundsBegun(rounds, 0, 2 * MINUTE_MS)).toBe(2);
    expect(roundsBegun(rounds, 0, 3 * MINUTE_MS)).toBe(3);
    // A clock that was ahead begins nothing early.
    expect(roundsBegun(rounds, 99 * MINUTE_MS, 0)).toBe(2);
  });

  test('ends the tournament once all rounds that it has are played', () => {
    const tournament = americano(8, 2);
    expect(isPlayedOut(play(tournament, 5, 5), tournament.rounds)).toBe(false);
    expect(isPlayedOut(play(tournament, 6, 5), tournament.rounds)).toBe(true);
    // A Mexicano has not planned its later rounds.
    expect(isPlayedOut(play(tournament, 6, 5).slice(0, 3), tournament.rounds)).toBe(false);
  });
});

test('standings are final once all is played or the reception has finished the evening', () => {
  const final = (played: number, finished: boolean) => {
    const schedule = played === 0 ? [] : play(americano(8, 2), played, 5).slice(0, played);
    return isFinal({ finished, schedule, rounds: played });
  };
  expect([final(6, false), final(0, false), final(0, true)]).toEqual([true, false, true]);
  const schedule = play(americano(8, 2), 3, 5);
  expect([false, true].map((finished) => isFinal({ finished, schedule, rounds: 6 }))).toEqual([false, true]);
});

test('the next round of a player has the player, and no earlier one is open', () => {
  fc.assert(
    fc.property(anyTournament, fc.nat(8), fc.nat(31), (tournament: Tournament, count, which) => {
      const rounds = play(tournament, count, 3);
      const players = playersOf(tournament);
      const player = players[which % players.length] ?? 0;
      const next = nextRoundOf(rounds, player);
      const current = currentRound(rounds);
      if (!next) return expect(current).toBeNull();
      expect(next.round).toBe(current?.number ?? 0);
      const { games = [], byes = [] } = current ?? {};
      if (next.game) expect(games).toContain(next.game);
      else expect(byes).toContain(player);
    }),
    { numRuns: 60 },
  );
});

test('the next game of a player who already has a score is that of the round after', () => {
  const rounds = withoutLastScore(play(americano(8, 2), 1, 5), 1);
  const [open, closed] = rounds[0]?.games ?? [];
  expect(nextRoundOf(rounds, open?.sides[0][0] ?? 0)?.round).toBe(1);
  expect(nextRoundOf(rounds, closed?.sides[0][0] ?? 0)?.round).toBe(2);
});

test('the next round of a player who comes late is the first one planned with them', () => {
  const rounds = planRounds(americano(8, 2));
  const late = replan(americano(9, 2), rounds, 1);
  const player = playersOf(americano(9, 2)).at(-1) ?? 0;
  expect(nextRoundOf(late, player)?.round).toBe(2);
  expect(nextRoundOf(rounds, player)).toBeNull();
});

test('players correct a score until a later round has one', () => {
  const rounds = play(americano(8, 2), 2, 5);
  expect([1, 2, 3].map((number) => playersMayScore(rounds, number))).toEqual([false, true, true]);
});

test('a player’s page offers scores up to the next round, and corrections until a later one has a score', () => {
  const rounds = play(americano(8, 2), 3, 5);
  const offered = (of: readonly Round[]) =>
    of
      .filter(({ number, games }) => games.some((game) => offersScore(of, number, game)))
      .map(({ number }) => number);
  expect(offered(rounds)).toEqual([3, 4, 5]);
  // The other court of round 2 still plays: its own score, and nothing of the rounds before.
  const waiting = withoutLastScore(rounds, 2);
  const late = waiting.flatMap(({ number, games }) =>
    games.filter((game) => offersScore(waiting, number, game)).map(({ score }) => [number, score === null]),
  );
  expect(late).toEqual([
    [2, true],
    [3, false],
    [3, false],
  ]);
  expect(offered(play(americano(8, 2), 6, 5))).toEqual([6]);
});

describe('the rounds to offer', () => {
  test('are a whole cycle where it fits', () => {
    const offer = (format: Tournament['kind'], players: number, courts: number, minutes = 600) =>
      suggestedRounds(format, { players, courts, points: 24, minutes });
    expect([offer('americano', 8, 2), offer('americano', 16, 4), offer('americano', 16, 2)]).toEqual([
      7, 15, 30,
    ]);
    expect(offer('americano', 16, 4, 180)).toBe(roundsThatFit(180, 24));
    expect(offer('mexicano', 8, 2)).toBe(40);
    expect(offer('round_robin', 10, 2)).toBe(completeRounds(roundRobin(5, 2) as never));
    expect(offer('americano', 4, 1, 10)).toBe(1);
    // Nine fill two courts, and one of them rests.
    expect(offer('americano', 9, 4)).toBe(9);
    // The field may be empty while players are still chosen.
    expect(offer('americano', 0, 0)).toBe(1);
  });

  test('can always be planned', () => {
    for (const players of [4, 5, 9, 17, 32]) {
      const rounds = suggestedRounds('americano', { players, courts: 8, points: 16, minutes: 300 });
      expect(planRounds(americano(players, 8, { rounds }))).toHaveLength(rounds);
    }
  });
});
