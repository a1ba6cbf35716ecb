import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { recordScore, swapPlayers } from '../../src/domain/tournament/changes.ts';
import { planRounds } from '../../src/domain/tournament/plan.ts';
import { listStandings } from '../../src/domain/tournament/standings.ts';
import type { Game, Round, Tournament } from '../../src/domain/tournament/tournament.ts';
import {
  americano,
  anyTournament,
  mexicano,
  play,
  playersOf,
  roundRobin,
} from '../support/random-tournament.ts';

const seatsOf = ({ games }: Round) => games.flatMap(({ sides }) => sides.flat());

function gameOf(rounds: readonly Round[], round: number, index: number): Game {
  const game = rounds[round - 1]?.games[index];
  if (!game) throw new Error('no such game');
  return game;
}

function refusal(change: () => unknown): string {
  try {
    change();
    return 'done';
  } catch (error) {
    const { reason, message } = error as { reason: string; message: string };
    return `${reason}: ${message}`;
  }
}

describe('a score', () => {
  test('is entered and corrected without touching another game that was played', () => {
    fc.assert(
      fc.property(
        anyTournament,
        fc.nat(8),
        fc.nat(8),
        fc.nat(8),
        fc.nat(40),
        (tournament, count, at, which, luck) => {
          const rounds = play(tournament, count, luck);
          const frozen = structuredClone(rounds);
          const round = 1 + (at % Math.min(count + 1, rounds.length));
          const { court } = gameOf(rounds, round, which % (rounds[round - 1]?.games.length ?? 1));
          const score: [number, number] = [tournament.points - 7, 7];
          const changed = recordScore(tournament, rounds, { round, court, score });
          expect(rounds).toEqual(frozen);
          const played = Math.max(round, Math.min(count, tournament.rounds));
          const expected = frozen.slice(0, played).map((other) => ({
            ...other,
            games: other.games.map((game) =>
              other.number === round && game.court === court ? { ...game, score } : game,
            ),
          }));
          expect(changed.slice(0, played)).toEqual(expected);
          if (tournament.kind !== 'mexicano') expect(changed.slice(played)).toEqual(frozen.slice(played));
          else expect(changed.slice(played)).toEqual(planRounds(tournament, expected));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('in a Mexicano plans the next round with the last one, and plans it again if it is corrected', () => {
    const tournament = mexicano(8, 2);
    const [first] = planRounds(tournament);
    const [court, other] = tournament.courts as [number, number];
    const half = recordScore(tournament, first ? [first] : [], { round: 1, court, score: [20, 4] });
    expect(half).toHaveLength(1);
    const full = recordScore(tournament, half, { round: 1, court: other, score: [13, 11] });
    expect(full).toHaveLength(2);
    const corrected = recordScore(tournament, full, { round: 1, court, score: [4, 20] });
    expect(corrected).toHaveLength(2);
    expect(corrected[1]).not.toEqual(full[1]);
    expect(corrected[1]).toEqual(planRounds(tournament, corrected.slice(0, 1))[0] as Round);
    expect(recordScore(tournament, full, { round: 1, court, score: null })).toHaveLength(1);
    // The second round is on court, so the correction reaches the standings alone.
    const onCourt = recordScore(tournament, full, { round: 1, court, score: [4, 20], started: 2 });
    expect(onCourt[1]).toEqual(full[1] as Round);
    expect(listStandings(tournament, onCourt)).not.toEqual(listStandings(tournament, full));
  });

  test('is still accepted when too few players are left for another round', () => {
    const tournament = mexicano(4, 1);
    const [court = 0] = tournament.courts;
    const three = { ...tournament, players: playersOf(tournament).slice(1) } as Tournament;
    const rounds = recordScore(three, planRounds(tournament), { round: 1, court, score: [20, 4] });
    expect(rounds.map(({ games }) => games[0]?.score)).toEqual([[20, 4]]);
  });

  test("is rejected if it doesn't add up or has no game", () => {
    const tournament = americano(8, 2);
    const rounds = planRounds(tournament);
    const [court = 0] = tournament.courts;
    const record = (round: number, on: number, score: [number, number]) =>
      refusal(() => recordScore(tournament, rounds, { round, court: on, score }));
    expect(record(1, court, [13, 12])).toBe(
      'invalid: The scores of a game must add up to 24, but 13 and 12 are 25.',
    );
    expect(record(7, court, [12, 12])).toBe('not_found: There is no such round.');
    expect(record(1, 999, [12, 12])).toBe('not_found: There is no game on this court in this round.');
    expect(record(1, court, [12, 12])).toBe('done');
  });
});

describe('two who swap', () => {
  test('change places in one round, which still has everybody once; what was played stays', () => {
    fc.assert(
      fc.property(
        anyTournament,
        fc.nat(8),
        fc.nat(31),
        fc.nat(31),
        fc.nat(40),
        (tournament, count, x, y, luck) => {
          const rounds = play(tournament, count, luck);
          const number = Math.min(count, tournament.rounds) + 1;
          const round = rounds[number - 1];
          fc.pre(round !== undefined);
          const everybody = playersOf(tournament);
          const [a = 0, b = 0] = [everybody[x % everybody.length], everybody[y % everybody.length]];
          fc.pre(
            tournament.kind === 'round_robin'
              ? (x % everybody.length) >> 1 !== (y % everybody.length) >> 1
              : a !== b,
          );
          const changed = swapPlayers(tournament, rounds, { round: number, players: [a, b] });
          expect(changed.slice(0, number - 1)).toEqual(rounds.slice(0, number - 1));
          const after = changed[number - 1] as Round;
          const placesOf = (of: Round | undefined) => (of ? [...seatsOf(of), ...of.byes] : []);
          const [before, now] = [placesOf(round), placesOf(after)];
          expect(now[before.indexOf(a)]).toBe(
            tournament.kind === 'round_robin' ? (now[before.indexOf(a)] as number) : b,
          );
          expect([...now].sort()).toEqual([...before].sort());
          const moved = before.filter((player, index) => now[index] !== player);
          expect(moved).toContain(a);
          expect(moved).toContain(b);
          expect(moved).toHaveLength(tournament.kind === 'round_robin' ? 4 : 2);
          if (tournament.kind !== 'mexicano') {
            expect(changed).toHaveLength(tournament.rounds);
            expect(changed.slice(number)).toEqual(planRounds(tournament, changed.slice(0, number)));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('keep the pairs of a round robin together', () => {
    const tournament = roundRobin(5, 2);
    const rounds = planRounds(tournament);
    const [resting = 0, other = 0] = rounds[0]?.byes ?? [];
    const { sides } = gameOf(rounds, 1, 0);
    const swapped = swapPlayers(tournament, rounds, { round: 1, players: [resting, sides[0][1]] });
    expect(swapped[0]?.byes).toEqual(sides[0]);
    expect(gameOf(swapped, 1, 0).sides).toEqual([[resting, other], sides[1]]);
  });

  test('are rejected with a sentence', () => {
    const tournament = americano(9, 2);
    const rounds = play(tournament, 1, 3);
    const [[a, c], [b]] = gameOf(rounds, 2, 0).sides;
    const swap = (round: number, players: [number, number]) =>
      refusal(() => swapPlayers(tournament, rounds, { round, players }));
    expect(swap(1, [a, b])).toBe('wrong_state: One of these players has a score in this round already.');
    expect(swap(9, [a, b])).toBe('not_found: There is no such round.');
    expect(swap(2, [a, a])).toBe('invalid: Please choose two different players.');
    expect(swap(2, [a, 999])).toBe('invalid: Please choose two players who are in this round.');
    expect(swap(2, [a, b])).toBe('done');
    expect(swap(2, [a, c])).toBe('done');
    const pairs = roundRobin(4, 2);
    const [[d, e]] = gameOf(planRounds(pairs), 1, 0).sides;
    expect(refusal(() => swapPlayers(pairs, planRounds(pairs), { round: 1, players: [d, e] }))).toBe(
      'invalid: Please choose players of two pairs.',
    );
  });
});
