/**
 * Tournaments of one evening. A player is a number that stays when somebody else plays in the place, who takes over its
 * plan and its points, and nothing is planned anew. `plan.ts` plans the rounds, `standings.ts` ranks, `changes.ts` takes scores and
 * swaps; all of them return new rounds and leave their arguments as they are.
 */
import * as v from 'valibot';
import { count, id } from '../api/base-schemas.ts';
import { idSchema, integerSchema } from '../field-schemas.ts';

export const MIN_PLAYERS = 4;
export const MAX_PLAYERS = 32;
export const MAX_COURTS = 8;
export const MAX_ROUNDS = 40;

/** Multiples of four, so that the players of a game serve equally often. */
export const GAME_POINTS = [16, 20, 24, 28, 32] as const;
/**
 * Pairings of four players in ranking order: `1_4` puts 1 and 4 against 2 and 3; `1_3` puts 1 and 3 against 2 and 4.
 */
export const MEXICANO_PAIRINGS = ['1_4', '1_3'] as const;
export type MexicanoPairing = (typeof MEXICANO_PAIRINGS)[number];

export const TOURNAMENT_KINDS = ['americano', 'mexicano', 'round_robin'] as const;
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number];
export const TOURNAMENT_LABELS: Record<TournamentKind, string> = {
  americano: 'Americano',
  mexicano: 'Mexicano',
  round_robin: 'Round robin of pairs',
};

const COURTS_MESSAGE = `Please choose 1 to ${MAX_COURTS} courts.`;
export const ROUNDS_MESSAGE = `Please choose 1 to ${MAX_ROUNDS} rounds.`;

export const courtsSchema = v.pipe(
  v.array(idSchema, COURTS_MESSAGE),
  v.minLength(1, COURTS_MESSAGE),
  v.maxLength(MAX_COURTS, COURTS_MESSAGE),
  v.check((courts) => new Set(courts).size === courts.length, 'Please choose each court once.'),
);

const playersSchema = v.pipe(
  v.array(idSchema),
  v.check(
    (players) => playersError(players) === null,
    ({ input }) => playersError(input) ?? '',
  ),
);

const pairsSchema = v.pipe(
  v.array(v.array(idSchema)),
  v.check(
    (pairs) => pairsError(pairs) === null,
    ({ input }) => pairsError(input) ?? '',
  ),
  v.transform((pairs) => pairs as [number, number][]),
);

/** The two scores of a game add up to this. */
export const pointsSchema = v.picklist(GAME_POINTS, 'Please choose 16, 20, 24, 28 or 32 points a game.');
export const roundsSchema = integerSchema(ROUNDS_MESSAGE, 1, MAX_ROUNDS);

const shared = {
  /** Court ids; each round uses as many as the players fill. */
  courts: courtsSchema,
  points: pointsSchema,
  rounds: roundsSchema,
  /** The same tournament with the same seed has the same plan. */
  seed: integerSchema('The seed must be a whole number.', 0, 2 ** 32 - 1),
};

/**
 * `players` and `pairs` play the rounds still to be planned; anyone who has left or hasn't arrived is not included.
 */
export const tournamentSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('americano'), players: playersSchema, ...shared }),
    v.strictObject({
      kind: v.literal('mexicano'),
      /** In first-round order: the first four meet on the first court. */
      players: playersSchema,
      pairing: v.picklist(MEXICANO_PAIRINGS, 'Please choose how the four on a court pair up.'),
      ...shared,
    }),
    v.strictObject({ kind: v.literal('round_robin'), pairs: pairsSchema, ...shared }),
  ],
  'Please choose Americano, Mexicano or round robin.',
);
export type Tournament = v.InferOutput<typeof tournamentSchema>;

const pairSchema = v.strictTuple([id, id]);
/** Points of the first and second side. */
export const scoreSchema = v.strictTuple([count, count]);
export type Score = v.InferOutput<typeof scoreSchema>;

export const gameSchema = v.strictObject({
  court: id,
  sides: v.strictTuple([pairSchema, pairSchema]),
  /** Null until played. */
  score: v.nullable(scoreSchema),
});
export type Game = v.InferOutput<typeof gameSchema>;

export const roundSchema = v.strictObject({
  /** 1 for the first round. */
  number: id,
  /** In the order of the tournament's courts. */
  games: v.array(gameSchema),
  /** Players sitting this round out. */
  byes: v.array(id),
});
export type Round = v.InferOutput<typeof roundSchema>;

/** A single player, or a pair that stays together: the unit that is planned and ranked. */
export type Entrant = readonly number[];

export function entrantsOf(tournament: Tournament): Entrant[] {
  return tournament.kind === 'round_robin' ? tournament.pairs : tournament.players.map((player) => [player]);
}

/** Splits a side or the byes into entrants; players of a pair are adjacent. */
export function splitEntrants(kind: Tournament['kind'], players: readonly number[]): Entrant[] {
  const size = kind === 'round_robin' ? 2 : 1;
  return Array.from({ length: players.length / size }, (_, index) =>
    players.slice(index * size, (index + 1) * size),
  );
}

/** As many games as the courts hold and the entrants fill. */
export function gamesInRound(tournament: Tournament): number {
  const filled = Math.floor(entrantsOf(tournament).flat().length / 4);
  return Math.min(tournament.courts.length, filled);
}

/** A round of players in seat order, four to a game, partners adjacent; the rest have a bye. */
export function makeRound(
  { courts }: Pick<Tournament, 'courts'>,
  number: number,
  players: readonly number[],
  games: number,
): Round {
  const gameOn = (court: number, index: number): Game => {
    const [a = 0, b = 0, c = 0, d = 0] = players.slice(index * 4, index * 4 + 4);
    return {
      court,
      sides: [
        [a, b],
        [c, d],
      ],
      score: null,
    };
  };
  return { number, games: courts.slice(0, games).map(gameOn), byes: players.slice(games * 4) };
}

function playersError(players: readonly number[]): string | null {
  if (players.length < MIN_PLAYERS || players.length > MAX_PLAYERS)
    return `A tournament has ${MIN_PLAYERS} to ${MAX_PLAYERS} players, and this one has ${players.length}.`;
  return new Set(players).size === players.length ? null : 'Each player can take part once.';
}

function pairsError(pairs: readonly (readonly number[])[]): string | null {
  const broken = pairs.filter((pair) => pair.length !== 2).length;
  if (broken > 0)
    return broken === 1
      ? 'One pair does not have two players. Please find a partner for whoever is alone.'
      : `${broken} pairs do not have two players. Please find partners for those who are alone.`;
  return playersError(pairs.flat());
}

/** Why a game can't have this score; null when it can. */
export function scoreError(score: Score, points: number): string | null {
  if (score.some((side) => !Number.isInteger(side) || side < 0))
    return 'A score must be a whole number of at least 0.';
  const [first, second] = score;
  if (first + second === points) return null;
  return `The scores of a game must add up to ${points}, but ${first} and ${second} are ${first + second}.`;
}

/** Names the scores that are missing from `rounds`; null if none are. */
export function missingScoreError(rounds: readonly Round[]): string | null {
  for (const { number, games } of rounds) {
    const missing = games.filter(({ score }) => score === null).length;
    if (missing > 0) return `Round ${number} is missing ${missing === 1 ? 'a score' : `${missing} scores`}.`;
  }
  return null;
}
