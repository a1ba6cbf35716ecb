import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { roundMinutes, roundsThatFit, timeError } from '../../src/domain/tournament/round-time.ts';
import { listStandings, standingSchema, TIE_RULES } from '../../src/domain/tournament/standings.ts';
import {
  GAME_POINTS,
  missingScoreError,
  type Round,
  type Score,
  scoreError,
  type Tournament,
} from '../../src/domain/tournament/tournament.ts';
import { validate } from '../../src/domain/validate.ts';
import { anyTournament, play, playersOf } from '../support/random-tournament.ts';

const SETTINGS = { courts: [1], points: 24 as const, rounds: 9, seed: 1 };
const americanoOf = (...players: number[]): Tournament => ({ kind: 'americano', players, ...SETTINGS });
const roundOf = (
  number: number,
  sides: [[number, number], [number, number]],
  score: Score | null,
  byes: number[] = [],
): Round => ({
  number,
  games: [{ court: 1, sides, score }],
  byes,
});
/** `rank player points decided_by` */
const summary = (tournament: Tournament, rounds: Round[]) =>
  listStandings(tournament, rounds).map(({ rank, players, points, decided_by }) =>
    [rank, players.join('&'), points, decided_by ?? '-'].join(' '),
  );

describe('standings', () => {
  test('add up to what was played, with everybody counted once', () => {
    fc.assert(
      fc.property(anyTournament, fc.nat(9), fc.nat(40), (tournament, count, luck) => {
        const rounds = play(tournament, count, luck);
        const played = rounds.slice(0, count);
        const standings = listStandings(tournament, rounds);
        const sum = (field: 'points' | 'games' | 'byes' | 'won' | 'drawn' | 'lost') =>
          standings.reduce((total, standing) => total + standing[field], 0);
        const games = played.flatMap((round) => round.games).length;
        const size = tournament.kind === 'round_robin' ? 2 : 1;
        const byes = played.flatMap((round) => round.byes).length / size;
        expect(sum('points')).toBe((2 / size) * games * tournament.points + (byes * tournament.points) / 2);
        expect([sum('games'), sum('byes')]).toEqual([(4 / size) * games, byes]);
        expect([sum('won'), sum('won') + sum('drawn') + sum('lost')]).toEqual([sum('lost'), sum('games')]);
        expect(standings.flatMap(({ players }) => players).sort()).toEqual(playersOf(tournament).sort());
        for (const standing of standings) expect(validate(standingSchema, standing).ok).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('never rank fewer points above more, and say which rule decides between neighbours', () => {
    fc.assert(
      fc.property(anyTournament, fc.nat(40), (tournament, luck) => {
        const standings = listStandings(tournament, play(tournament, 5, luck));
        expect([standings[0]?.rank, standings[0]?.decided_by]).toEqual([1, null]);
        standings.slice(1).forEach((below, index) => {
          const above = standings[index];
          if (!above) throw new Error('nobody above');
          expect(below.rank).toBe(below.decided_by ? index + 2 : above.rank);
          const values = (['points', 'won', 'best_game'] as const).map(
            (field) => above[field] - below[field],
          );
          const equal = { points: 0, wins: 1, direct_games: 2, best_game: 2 }[
            below.decided_by ?? 'best_game'
          ];
          expect(values.slice(0, equal).every((difference) => difference === 0)).toBe(true);
          if (below.decided_by === 'points') expect(values[0]).toBeGreaterThan(0);
          if (below.decided_by === 'wins') expect(values[1]).toBeGreaterThan(0);
          if (below.decided_by === 'best_game') expect(values[2]).toBeGreaterThan(0);
          if (below.decided_by === null) expect(values).toEqual([0, 0, 0]);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('break a tie by games won, then by the games against each other, then by the best game', () => {
    expect(TIE_RULES).toEqual(['points', 'wins', 'direct_games', 'best_game']);
    // 1 and 2 have 26 points; 1 won two games, 2 one, which was the best.
    const wins = [
      roundOf(
        1,
        [
          [1, 5],
          [3, 4],
        ],
        [13, 11],
      ),
      roundOf(
        2,
        [
          [1, 6],
          [3, 4],
        ],
        [13, 11],
      ),
      roundOf(
        3,
        [
          [2, 5],
          [3, 4],
        ],
        [24, 0],
      ),
      roundOf(
        4,
        [
          [2, 6],
          [3, 4],
        ],
        [2, 22],
      ),
    ];
    expect(summary(americanoOf(2, 1, 3, 4, 5, 6), wins).filter((line) => / [12] /.test(line))).toEqual([
      '4 1 26 points',
      '5 2 26 wins',
    ]);
    // 3 and 4 lost to 1 and 2 and are equal by every rule.
    expect(
      summary(americanoOf(1, 2, 3, 4), [
        roundOf(
          1,
          [
            [1, 2],
            [3, 4],
          ],
          [14, 10],
        ),
      ]),
    ).toEqual(['1 1 14 -', '1 2 14 -', '3 3 10 points', '3 4 10 -']);
    // 5 and 6 have one win and 25 points each; 6 won their game, 5 had the better best one.
    const direct = [
      roundOf(
        1,
        [
          [5, 1],
          [6, 2],
        ],
        [10, 14],
      ),
      roundOf(
        2,
        [
          [5, 3],
          [1, 4],
        ],
        [15, 9],
      ),
      roundOf(
        3,
        [
          [6, 3],
          [2, 4],
        ],
        [11, 13],
      ),
    ];
    expect(summary(americanoOf(5, 6, 1, 2, 3, 4), direct).filter((line) => / [56] /.test(line))).toEqual([
      '3 6 25 points',
      '4 5 25 direct_games',
    ]);
    // 5 and 6 never met: one win and 24 points each, the best game is 6's.
    const best = [
      roundOf(
        1,
        [
          [5, 1],
          [3, 2],
        ],
        [13, 11],
      ),
      roundOf(
        2,
        [
          [5, 3],
          [1, 4],
        ],
        [11, 13],
      ),
      roundOf(
        3,
        [
          [6, 3],
          [2, 4],
        ],
        [16, 8],
      ),
      roundOf(
        4,
        [
          [6, 2],
          [1, 4],
        ],
        [8, 16],
      ),
    ];
    expect(summary(americanoOf(5, 6, 1, 2, 3, 4), best).filter((line) => / [56] /.test(line))).toEqual([
      '5 6 24 points',
      '6 5 24 best_game',
    ]);
  });

  test('give half a game for a bye once its round has a score, and keep players who left', () => {
    const tournament = americanoOf(1, 2, 3, 4, 5);
    const rounds = [
      roundOf(
        1,
        [
          [1, 2],
          [3, 4],
        ],
        null,
        [5],
      ),
    ];
    expect(summary(tournament, rounds)[0]).toBe('1 1 0 -');
    const scored = [
      roundOf(
        1,
        [
          [1, 2],
          [3, 4],
        ],
        [20, 4],
        [5],
      ),
      roundOf(
        2,
        [
          [5, 1],
          [2, 3],
        ],
        null,
        [4],
      ),
    ];
    expect(summary(tournament, scored)).toEqual([
      '1 1 20 -',
      '1 2 20 -',
      '3 5 12 points',
      '4 3 4 points',
      '4 4 4 -',
    ]);
    expect(summary(americanoOf(1, 2, 3, 5, 6), scored)).toEqual([
      '1 1 20 -',
      '1 2 20 -',
      '3 5 12 points',
      '4 3 4 points',
      '4 4 4 -',
      '6 6 0 points',
    ]);
  });

  test('rank pairs as one, in whichever order the two are named', () => {
    const tournament: Tournament = {
      kind: 'round_robin',
      pairs: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      ...SETTINGS,
    };
    expect(
      summary(tournament, [
        roundOf(
          1,
          [
            [4, 3],
            [2, 1],
          ],
          [15, 9],
          [6, 5],
        ),
        roundOf(
          2,
          [
            [1, 2],
            [5, 6],
          ],
          [24, 0],
          [3, 4],
        ),
      ]),
    ).toEqual(['1 1&2 33 -', '2 3&4 27 points', '3 5&6 12 points']);
  });
});

describe('a score', () => {
  test('adds up to the points of a game', () => {
    for (const score of [
      [24, 0],
      [0, 24],
      [12, 12],
    ] as const)
      expect(scoreError([...score], 24)).toBeNull();
    expect(scoreError([12, 11], 24)).toBe('The scores of a game must add up to 24, but 12 and 11 are 23.');
    expect(scoreError([25, -1], 24)).toBe('A score must be a whole number of at least 0.');
    expect(scoreError([12.5, 11.5], 24)).toBe('A score must be a whole number of at least 0.');
    expect(scoreError([Number.NaN, 24], 24)).toBe('A score must be a whole number of at least 0.');
  });

  test('is named when it is missing', () => {
    const game = (number: number, score: Score | null) =>
      roundOf(
        number,
        [
          [1, 2],
          [3, 4],
        ],
        score,
      );
    expect(missingScoreError([])).toBeNull();
    expect(missingScoreError([game(1, [12, 12]), game(2, [0, 24])])).toBeNull();
    expect(missingScoreError([game(1, [12, 12]), game(2, null)])).toBe('Round 2 is missing a score.');
    const both = { ...game(1, null), games: [...game(1, null).games, ...game(1, null).games] };
    expect(missingScoreError([both, game(2, null)])).toBe('Round 1 is missing 2 scores.');
  });
});

describe('the time booked', () => {
  test('holds as many rounds as fit, and not one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.constantFrom(...GAME_POINTS), (minutes, points) => {
        const rounds = roundsThatFit(minutes, points);
        expect(rounds * roundMinutes(points)).toBeLessThanOrEqual(minutes);
        expect((rounds + 1) * roundMinutes(points)).toBeGreaterThan(minutes);
        if (rounds > 0) expect(timeError({ rounds, points }, minutes)).toBeNull();
        expect(timeError({ rounds: rounds + 1, points }, minutes)).toContain(`${minutes} are booked`);
      }),
    );
    expect(GAME_POINTS.map(roundMinutes)).toEqual([11, 13, 15, 17, 19]);
    expect([roundsThatFit(120, 24), roundsThatFit(90, 32), roundsThatFit(10, 16)]).toEqual([8, 4, 0]);
  });

  test('is explained if it is too short', () => {
    expect(timeError({ rounds: 9, points: 24 }, 120)).toBe(
      '9 rounds to 24 points take 135 minutes, and 120 are booked. Please choose 8 rounds, fewer points a game, or more time.',
    );
    expect(timeError({ rounds: 2, points: 32 }, 30)).toContain('Please choose 1 round, fewer');
    expect(timeError({ rounds: 1, points: 16 }, 10)).toBe(
      '1 round to 16 points takes 11 minutes, and 10 are booked. Please choose fewer points a game, or book more time.',
    );
  });
});
