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

/** The plan decides how many players there may be. */
const playersSchema = v.array(newPlayerSchema, PLAYER_MESSAGE);

export const startTournamentSchema = v.strictObject({
  format: v.picklist(TOURNAMENT_KINDS, 'Please choose Americano, Mexicano or round robin.'),
  pairing: v.optional(
    v.picklist(MEXICANO_PAIRINGS, 'Please choose how the four on a court pair up.'),
    MEXICANO_PAIRINGS[0],
  ),
  points: pointsSchema,
  rounds: roundsSchema,
  court_ids: courtsSchema,
  /** In the order of a Mexicano's first round; in a round robin every two are a pair. */
  players: playersSchema,
});
export type StartTournament = v.InferOutput<typeof startTournamentSchema>;

export const enterScoreSchema = v.strictObject({
  round: integerSchema(ROUNDS_MESSAGE, 1, 1000),
  court_id: idSchema,
  score: v.nullable(scoreSchema),
  /** The version of the game that was seen, so that two people entering a score don't overwrite each other. */
  version: versionSchema,
});
export type EnterScore = v.InferOutput<typeof enterScoreSchema>;

/** Players can't remove a score. */
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
  /** Whether the player takes part; in a pair, both follow. */
  plays: v.optional(v.boolean('Please choose whether the player takes part.')),
  /** From this round on; if missing, from the next round that hasn't begun. */
  from_round: v.optional(enterScoreSchema.entries.round),
  /** Somebody else plays in this place, with its plan and points; empty goes back to the place's own name. */
  name: v.optional(v.union([v.literal(''), nameSchema], 'Please enter a name.')),
  version: versionSchema,
});
export type ChangePlayer = v.InferOutput<typeof changePlayerSchema>;

/** Replans everything not yet played, with these rounds and courts. */
export const planAgainSchema = v.strictObject({
  rounds: roundsSchema,
  court_ids: courtsSchema,
  version: versionSchema,
});
export type PlanAgain = v.InferOutput<typeof planAgainSchema>;

export const finishTournamentSchema = v.strictObject({
  /** False resumes it. */
  finished: v.boolean('Please choose whether the tournament is finished.'),
  version: versionSchema,
});
export type FinishTournament = v.InferOutput<typeof finishTournamentSchema>;
