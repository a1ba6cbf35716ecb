import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { planRounds, replan } from '../../src/domain/tournament/plan.ts';
import { completeRounds } from '../../src/domain/tournament/rotation.ts';
import { listStandings } from '../../src/domain/tournament/standings.ts';
import {
  gamesInRound,
  type Round,
  roundSchema,
  type Tournament,
} from '../../src/domain/tournament/tournament.ts';
import { validate } from '../../src/domain/validate.ts';
import {
  americano,
  anyTournament,
  idsOf,
  mexicano,
  play,
  playersOf,
  roundRobin,
} from '../support/random-tournament.ts';

const seatsOf = ({ games }: Round) => games.flatMap(({ sides }) => sides.flat());
const spreadOf = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts);
const numbered = (rounds: readonly Round[]) => rounds.map(({ number }) => number);

function gamesOf(player: number, rounds: readonly Round[]): number {
  return rounds.filter((round) => seatsOf(round).includes(player)).length;
}

/** How often each two players were partners, and how often opponents. */
function meetings(players: readonly number[], rounds: readonly Round[]) {
  const twos = players.flatMap((a, index) => players.slice(index + 1).map((b) => [a, b] as const));
  const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const [partners, opponents] = [0, 1].map(() => new Map(twos.map(([a, b]) => [key(a, b), 0])));
  const add = (counts: Map<string, number> | undefined, a: number, b: number) =>
    counts?.set(key(a, b), (counts.get(key(a, b)) ?? 0) + 1);
  for (const { sides } of rounds.flatMap(({ games }) => games)) {
    for (const [a, b] of sides) add(partners, a, b);
    for (const a of sides[0]) for (const b of sides[1]) add(opponents, a, b);
  }
  return { partners: [...(partners?.values() ?? [])], opponents: [...(opponents?.values() ?? [])] };
}

function restsInARow(rounds: readonly Round[]): number {
  return rounds
    .slice(1)
    .flatMap(({ byes }, index) => byes.filter((player) => rounds[index]?.byes.includes(player))).length;
}

/** Each number of players with each number of courts that they fill. */
const FIELDS = Array.from({ length: 29 }, (_, index) => index + 4).flatMap((players) =>
  Array.from({ length: Math.floor(players / 4) }, (_, index) => ({ players, courts: index + 1 })),
);

describe('any tournament', () => {
  test('has each player once per round, on different courts, with as many as can play', () => {
    fc.assert(
      fc.property(anyTournament, fc.nat(40), (tournament, luck) => {
        const rounds = play(tournament, tournament.rounds, luck);
        expect(numbered(rounds)).toEqual(Array.from({ length: tournament.rounds }, (_, index) => index + 1));
        for (const round of rounds) {
          expect(validate(roundSchema, round).ok).toBe(true);
          expect([...seatsOf(round), ...round.byes].sort()).toEqual(playersOf(tournament).sort());
          const courts = round.games.map(({ court }) => court);
          expect(courts).toEqual(tournament.courts.slice(0, courts.length));
          if (tournament.kind !== 'round_robin') expect(courts).toHaveLength(gamesInRound(tournament));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('spreads byes so that they differ by at most one after each round', () => {
    fc.assert(
      fc.property(anyTournament, fc.nat(40), (tournament, luck) => {
        const rounds = play(tournament, tournament.rounds, luck);
        for (const { number } of rounds) {
          const soFar = rounds.slice(0, number);
          expect(spreadOf(playersOf(tournament).map((player) => gamesOf(player, soFar)))).toBeLessThan(2);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('gives nobody two byes in a row in a Mexicano while no more rest than play', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 32 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(40),
        (players, courts, luck) => {
          const tournament = mexicano(players, courts, '1_4', { rounds: 8, seed: luck });
          fc.pre(players <= 8 * gamesInRound(tournament));
          expect(restsInARow(play(tournament, 8, luck))).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('gives nobody two byes in a row in an Americano while two play for each who rests', () => {
    for (const { players, courts } of FIELDS.filter((field) => field.players <= 6 * field.courts)) {
      const planned = planRounds(americano(players, courts, { rounds: 9, seed: players + courts }));
      expect([players, courts, restsInARow(planned)]).toEqual([players, courts, 0]);
    }
  });

  test('has one plan per seed, and a different one for another seed', () => {
    fc.assert(
      fc.property(anyTournament, (tournament) => {
        expect(planRounds(tournament)).toEqual(planRounds(structuredClone(tournament)));
      }),
      { numRuns: 20 },
    );
    expect(planRounds(americano(16, 4, { seed: 1 }))).not.toEqual(planRounds(americano(16, 4, { seed: 2 })));
    expect(planRounds(americano(15, 3, { seed: 1 }))).not.toEqual(planRounds(americano(15, 3, { seed: 2 })));
  });

  test("is rejected with a sentence if it can't be played", () => {
    const refusal = (tournament: unknown) => {
      try {
        planRounds(tournament as Tournament);
        return 'planned';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal(americano(33, 8))).toBe('A tournament has 4 to 32 players, and this one has 33.');
    expect(refusal(mexicano(3, 1))).toBe('A tournament has 4 to 32 players, and this one has 3.');
    expect(refusal(roundRobin(17, 8))).toBe('A tournament has 4 to 32 players, and this one has 34.');
    expect(refusal({ ...americano(4, 1), players: [1, 2, 3, 3] })).toBe('Each player can take part once.');
    expect(refusal({ ...roundRobin(3, 1), pairs: [[1, 2], [3, 4], [5]] })).toBe(
      'One pair does not have two players. Please find a partner for whoever is alone.',
    );
    expect(refusal({ ...roundRobin(3, 1), pairs: [[1, 2], [3], [5], [6, 7]] })).toBe(
      '2 pairs do not have two players. Please find partners for those who are alone.',
    );
    expect(
      refusal({
        ...roundRobin(2, 1),
        pairs: [
          [1, 2],
          [2, 3],
        ],
      }),
    ).toBe('Each player can take part once.');
    expect(refusal(americano(8, 9))).toBe('Please choose 1 to 8 courts.');
    expect(refusal(americano(8, 0))).toBe('Please choose 1 to 8 courts.');
    expect(refusal({ ...americano(8, 2), courts: [1, 1] })).toBe('Please choose each court once.');
    expect(refusal(americano(8, 2, { rounds: 41 }))).toBe('Please choose 1 to 40 rounds.');
    expect(refusal({ ...americano(8, 2), points: 23 })).toBe(
      'Please choose 16, 20, 24, 28 or 32 points a game.',
    );
    expect(refusal({ ...americano(8, 2), kind: 'knockout' })).toBe(
      'Please choose Americano, Mexicano or round robin.',
    );
  });
});

describe('an Americano', () => {
  test.each([4, 5, 8, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32])(
    'of %i has everybody play once with and twice against everybody else',
    (players) => {
      const rounds = players % 4 === 0 ? players - 1 : players;
      const tournament = americano(players, Math.floor(players / 4), { rounds });
      const { partners, opponents } = meetings(playersOf(tournament), planRounds(tournament));
      expect([new Set(partners), new Set(opponents)]).toEqual([new Set([1]), new Set([2])]);
    },
  );

  test('of 16 on two courts takes twice as many rounds for that', () => {
    const tournament = americano(16, 2, { rounds: 30 });
    const { partners, opponents } = meetings(playersOf(tournament), planRounds(tournament));
    expect([new Set(partners), new Set(opponents)]).toEqual([new Set([1]), new Set([2])]);
  });

  test.each([
    [5, 1],
    [12, 2],
  ])(
    'of any size has in %i rounds no partners twice while others never met, and byes for all alike',
    (rounds, above) => {
      for (const { players, courts } of FIELDS) {
        const tournament = americano(players, courts, { rounds, seed: players + courts });
        const planned = planRounds(tournament);
        const { partners, opponents } = meetings(playersOf(tournament), planned);
        const average = (courts * rounds * 4) / opponents.length;
        const spreads = planned.map(({ number }) =>
          spreadOf(playersOf(tournament).map((player) => gamesOf(player, planned.slice(0, number)))),
        );
        expect([players, courts, Math.max(...spreads) < 2]).toEqual([players, courts, true]);
        expect([players, courts, spreadOf(partners) < 2]).toEqual([players, courts, true]);
        expect([players, courts, Math.max(...opponents) <= Math.ceil(average) + above]).toEqual([
          ...[players, courts, true],
        ]);
      }
    },
  );

  test('repeats no partner before everybody has had everybody, even if it lasts longer', () => {
    for (const [players, courts, cycle] of [
      [4, 1, 3],
      [5, 1, 5],
      [8, 2, 7],
      [12, 3, 11],
    ] as const) {
      const tournament = americano(players, courts, { rounds: 3 * cycle });
      const planned = planRounds(tournament);
      for (let rounds = 1; rounds <= planned.length; rounds++)
        expect(spreadOf(meetings(playersOf(tournament), planned.slice(0, rounds)).partners)).toBeLessThan(2);
    }
  });

  test.each([
    [8, 2, 7],
    [12, 3, 11],
    [16, 4, 15],
  ])('of %i on %i courts takes everybody to each of them', (players, courts, rounds) => {
    const tournament = americano(players, courts, { rounds });
    const planned = planRounds(tournament);
    for (const player of playersOf(tournament)) {
      const visited = planned.flatMap(({ games }) =>
        games.filter(({ sides }) => sides.flat().includes(player)).map(({ court }) => court),
      );
      expect(new Set(visited)).toEqual(new Set(tournament.courts));
    }
  });
});

describe('a Mexicano', () => {
  test('begins in the order of its players', () => {
    const [first, second, third, fourth] = idsOf(8);
    const sidesOf = (tournament: Tournament) => planRounds(tournament)[0]?.games[0]?.sides as unknown;
    expect(sidesOf(mexicano(8, 2, '1_4'))).toEqual([
      [first, fourth],
      [second, third],
    ]);
    expect(sidesOf(mexicano(8, 2, '1_3'))).toEqual([
      [first, third],
      [second, fourth],
    ]);
  });

  test('seats players in the order of the standings, the best on the first court', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 32 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom('1_4' as const, '1_3' as const),
        fc.nat(40),
        (players, courts, pairing, luck) => {
          const tournament = mexicano(players, courts, pairing, { seed: luck });
          const rounds = play(tournament, 5, luck);
          expect(rounds).toHaveLength(6);
          for (const { number, games, byes } of rounds) {
            const before = listStandings(tournament, rounds.slice(0, number - 1));
            const ranked = before.flatMap((standing) => standing.players);
            const inOrder = games.flatMap(({ sides: [[a, b], [c, d]] }) =>
              pairing === '1_4' ? [a, c, d, b] : [a, c, b, d],
            );
            expect(inOrder).toEqual(ranked.filter((player) => !byes.includes(player)));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('plans the next round only when no score is missing', () => {
    const tournament = mexicano(10, 2);
    const [first] = planRounds(tournament);
    if (!first) throw new Error('the first round is missing');
    expect(planRounds(tournament)).toHaveLength(1);
    expect(planRounds(tournament, [first])).toEqual([]);
    const half = {
      ...first,
      games: first.games.map((game, index) => ({ ...game, score: index === 0 ? null : [12, 12] })),
    };
    expect(planRounds(tournament, [half as Round])).toEqual([]);
    expect(numbered(play(tournament, 1, 3))).toEqual([1, 2]);
    expect(numbered(play(tournament, 6, 3))).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('a round robin of pairs', () => {
  test('keeps pairs together', () => {
    const tournament = roundRobin(7, 3);
    const pairs = playersOf(tournament).flatMap((player, index, all) =>
      index % 2 === 0 ? [[player, all[index + 1]]] : [],
    );
    for (const { games, byes } of planRounds(tournament)) {
      expect(pairs).toContainEqual(byes);
      for (const side of games.flatMap(({ sides }) => sides)) expect(pairs as unknown[]).toContainEqual(side);
    }
  });

  test.each(
    Array.from({ length: 15 }, (_, index) => [index + 2, Math.floor((index + 2) / 2)] as const).concat([
      [5, 1],
      [6, 2],
      [7, 2],
      [9, 3],
      [10, 2],
    ]),
  )('of %i pairs on %i courts has them all meet once in the rounds that it names', (pairs, courts) => {
    const draft = roundRobin(pairs, courts) as Extract<Tournament, { kind: 'round_robin' }>;
    const meetingsOfAll = (pairs * (pairs - 1)) / 2;
    const rounds = completeRounds(draft);
    expect(rounds).toBe(Math.ceil(meetingsOfAll / courts));
    const games = planRounds({ ...draft, rounds }).flatMap((round) => round.games);
    const met = games.map(({ sides }) =>
      sides
        .map(([first]) => first)
        .sort()
        .join(),
    );
    expect([met.length, new Set(met).size]).toEqual([meetingsOfAll, meetingsOfAll]);
  });
});

describe('replanning', () => {
  test('leaves what was played unchanged, whoever comes or leaves, and never calls those who left', () => {
    fc.assert(
      fc.property(
        anyTournament,
        fc.nat(8),
        fc.nat(3),
        fc.nat(40),
        fc.boolean(),
        (tournament, count, leaving, luck, arrives) => {
          const rounds = play(tournament, count, luck);
          const frozen = structuredClone(rounds);
          const started = Math.min(count, tournament.rounds);
          const next = changeField(tournament, leaving, arrives);
          const planned = replan(next, rounds);
          expect(rounds).toEqual(frozen);
          expect(planned.slice(0, started)).toEqual(frozen.slice(0, started));
          expect(numbered(planned)).toEqual(planned.map((_, index) => index + 1));
          for (const round of planned.slice(started))
            expect([...seatsOf(round), ...round.byes].sort()).toEqual(playersOf(next).sort());
          if (tournament.kind !== 'mexicano') expect(planned).toHaveLength(tournament.rounds);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("doesn't rest anybody who has played fewer games than somebody who plays", () => {
    fc.assert(
      fc.property(
        anyTournament,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        fc.nat(40),
        (tournament, count, leaving, luck) => {
          const next = changeField(tournament, leaving, true);
          const planned = replan(next, play(tournament, count, luck));
          for (const round of planned.slice(Math.min(count, tournament.rounds))) {
            const before = planned.slice(0, round.number - 1);
            const most = Math.max(...seatsOf(round).map((player) => gamesOf(player, before)));
            for (const player of round.byes) expect(gamesOf(player, before)).toBeGreaterThanOrEqual(most);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('keeps the round that is on court, and a round with one of its scores', () => {
    const tournament = americano(12, 2);
    const rounds = play(tournament, 1, 4);
    const without = { ...tournament, players: playersOf(tournament).slice(1) } as Tournament;
    expect(replan(without, rounds, 3).slice(0, 3)).toEqual(rounds.slice(0, 3));
    expect(replan(without, rounds)[1]).not.toEqual(rounds[1]);
    const half = rounds.map((round) =>
      round.number === 2
        ? {
            ...round,
            games: round.games.map((game, index) => (index === 0 ? { ...game, score: [20, 4] } : game)),
          }
        : round,
    ) as Round[];
    expect(replan(without, half).slice(0, 2)).toEqual(half.slice(0, 2));
    expect(replan(without, half)[2]).not.toEqual(half[2]);
  });

  test('takes into account who has been whose partner', () => {
    const tournament = americano(9, 2, { rounds: 7 });
    const rounds = play(tournament, 3, 5);
    const players = playersOf(tournament).slice(1);
    const planned = replan({ ...tournament, players } as Tournament, rounds);
    expect(Math.max(...meetings(players, planned).partners)).toBe(1);
  });

  test('takes into account who has been on which court', () => {
    const tournament = americano(16, 4, { rounds: 10 });
    const [star = 0] = playersOf(tournament);
    const plays = ({ games }: Round) => games.findIndex(({ sides }) => sides.flat().includes(star));
    // In the rounds that were played, the games change courts so that one player is always on the first.
    const rounds = planRounds(tournament).map((round) => {
      const [first, own] = [round.games[0], round.games[plays(round)]];
      if (!first || !own) throw new Error('no game');
      const moved = { [own.court]: first.sides, [first.court]: own.sides };
      return {
        ...round,
        games: round.games.map((game) => ({ ...game, sides: moved[game.court] ?? game.sides })),
      };
    });
    const planned = replan(tournament, rounds, 5);
    expect(planned.slice(0, 5).map(plays)).toEqual([0, 0, 0, 0, 0]);
    expect(planned.slice(5).map(plays)).not.toContain(0);
  });

  test('ends the tournament when fewer than four are left', () => {
    const tournament = americano(5, 1, { rounds: 5 });
    const rounds = play(tournament, 2, 5);
    const three = { ...tournament, players: playersOf(tournament).slice(2) } as Tournament;
    expect(replan(three, rounds)).toEqual(rounds.slice(0, 2));
  });
});

/** The tournament without its last `leaving` players or pairs, and with a new one where there is room. */
function changeField(tournament: Tournament, leaving: number, arrives: boolean): Tournament {
  if (tournament.kind === 'round_robin') {
    const stay = tournament.pairs.slice(0, Math.max(2, tournament.pairs.length - leaving));
    return { ...tournament, pairs: arrives && stay.length < 16 ? [...stay, [901, 902]] : stay };
  }
  const stay = tournament.players.slice(0, Math.max(4, tournament.players.length - leaving));
  return { ...tournament, players: arrives && stay.length < 32 ? [...stay, 901] : stay };
}
