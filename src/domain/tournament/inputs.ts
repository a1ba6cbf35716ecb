/** Requests that change a tournament. */
import * as v from 'valibot';
import { id } from '../api/base-schemas.ts';
import { idSchema, integerSchema, versionSchema } from '../field-schemas.ts';
import { nameSchema } from '../text-schemas.ts';
import {
  courtsSchema,
  MEXICANO_PAIRINGS,
  pointsSchema,
  ROUNDS_MESSAGE,
  roundsSchema,
  scoreSchema,
  TOURNAMENT_KINDS,
} from './tournament.ts';

const PLAYER_MESSAGE = 'Please choose a player or enter a name.';

/** Somebody with a place, or a name that the reception enters. */
const newPlayerSchema = v.union(
  [v.strictObject({ payer_id: idSchema }), v.strictObject({ name: nameSchema })],
  PLAYER_MESSAGE,
);
export type NewPlayer = v.InferOutput<typeof newPlayerSchema>;

/** How many players there may be, the planning says. */
const playersSchema = v.array(newPlayerSchema, PLAYER_MESSAGE);

export const startTournamentSchema = v.strictObject({
  format: v.picklist(TOURNAMENT_KINDS, 'Please choose Americano, Mexicano or round robin.'),
  pairing: v.optional(
    v.picklist(MEXICANO_PAIRINGS, 'Please choose how the four of a court pair up.'),
    MEXICANO_PAIRINGS[0],
  ),
  points: pointsSchema,
  rounds: roundsSchema,
  court_ids: courtsSchema,
  /** In the order of a Mexicano's first round; in a round robin each two are a pair. */
  players: playersSchema,
});
export type StartTournament = v.InferOutput<typeof startTournamentSchema>;

export const enterScoreSchema = v.strictObject({
  round: integerSchema(ROUNDS_MESSAGE, 1, 1000),
  court_id: idSchema,
  score: v.nullable(scoreSchema),
  /** Of the game that was seen: who enters it after somebody else learns that. */
  version: versionSchema,
});
export type EnterScore = v.InferOutput<typeof enterScoreSchema>;

/** A player does not remove a score. */
export const playerScoreSchema = v.strictObject({ ...enterScoreSchema.entries, score: scoreSchema });

export const swapPlayersSchema = v.strictObject({
  round: enterScoreSchema.entries.round,
  players: v.strictTuple([id, id]),
  version: versionSchema,
});
export type SwapPlayers = v.InferOutput<typeof swapPlayersSchema>;

/** Late arrivals; two at a time where pairs stay together. */
export const addPlayersSchema = v.strictObject({
  players: v.pipe(playersSchema, v.minLength(1, PLAYER_MESSAGE), v.maxLength(2, PLAYER_MESSAGE)),
  version: versionSchema,
});
export type AddPlayers = v.InferOutput<typeof addPlayersSchema>;

export const changePlayerSchema = v.strictObject({
  /** Whether the player takes part; of a pair both follow. */
  plays: v.optional(v.boolean('A player takes part or not.')),
  /** From this round on; without it from the next round that nobody has begun. */
  from_round: v.optional(enterScoreSchema.entries.round),
  /** Somebody else plays in this place, with its plan and points; empty for the name of the place. */
  name: v.optional(v.union([v.literal(''), nameSchema], 'Please enter a name.')),
  version: versionSchema,
});
export type ChangePlayer = v.InferOutput<typeof changePlayerSchema>;

/** What is not played is planned anew, with these rounds and courts. */
export const planAgainSchema = v.strictObject({
  rounds: roundsSchema,
  court_ids: courtsSchema,
  version: versionSchema,
});
export type PlanAgain = v.InferOutput<typeof planAgainSchema>;

export const finishTournamentSchema = v.strictObject({
  /** False plays on. */
  finished: v.boolean('A tournament is finished or not.'),
  version: versionSchema,
});
export type FinishTournament = v.InferOutput<typeof finishTournamentSchema>;
