import * as v from 'valibot';
import { BOOKING_KEY_HEADER } from '../self-service.ts';
import {
  addPlayersSchema,
  changePlayerSchema,
  enterScoreSchema,
  finishTournamentSchema,
  planAgainSchema,
  playerScoreSchema,
  startTournamentSchema,
  swapPlayersSchema,
} from '../tournament/inputs.ts';
import { standingSchema } from '../tournament/standings.ts';
import { gameSchema, MEXICANO_PAIRINGS, roundSchema, TOURNAMENT_KINDS } from '../tournament/tournament.ts';
import { count, date, id, instant, startTime, version } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const shownGameSchema = v.strictObject({
  ...gameSchema.entries,
  /** Incremented whenever its players or score change; a new score names the version that was seen. */
  version,
  /** The player who entered the score; null before that, and for the reception. */
  scored_by: v.nullable(id),
});
export type ShownGame = v.InferOutput<typeof shownGameSchema>;

const shownRoundSchema = v.strictObject({ ...roundSchema.entries, games: v.array(shownGameSchema) });
export type ShownRound = v.InferOutput<typeof shownRoundSchema>;

const shownTournamentSchema = v.strictObject({
  event_id: id,
  title: v.string(),
  date,
  start_time: startTime,
  format: v.picklist(TOURNAMENT_KINDS),
  /** Both scores of a game add up to this. */
  points: count,
  /** How many rounds there will be; a Mexicano has fewer planned so far. */
  rounds: count,
  courts: v.array(v.strictObject({ id, name: v.string() })),
  /** Everybody who takes part or has played, by first name and initial, numbered where these are the same. */
  players: v.array(v.strictObject({ id, name: v.string() })),
  schedule: v.array(shownRoundSchema),
  standings: v.array(standingSchema),
  /** When the current round was called. */
  called_at: instant,
  finished: v.boolean(),
  version,
});
export type ShownTournament = v.InferOutput<typeof shownTournamentSchema>;

const adminTournamentSchema = v.strictObject({
  ...v.omit(shownTournamentSchema, ['players']).entries,
  pairing: v.picklist(MEXICANO_PAIRINGS),
  /** With full names. */
  players: v.array(
    v.strictObject({
      id,
      name: v.string(),
      /** The place; null for a name that the reception entered. */
      payer_id: v.nullable(id),
      plays: v.boolean(),
    }),
  ),
  /** How many rounds are now fixed: those that are over, and the one on court once it has begun. */
  begun: count,
});
export type AdminTournament = v.InferOutput<typeof adminTournamentSchema>;

const adminAnswer = v.strictObject({
  /** Null until it has started. */
  tournament: v.nullable(adminTournamentSchema),
  /** Those who have a place but don't take part yet. */
  places: v.array(v.strictObject({ payer_id: id, name: v.string() })),
  /** The courts and minutes booked. */
  courts: v.array(v.strictObject({ id, name: v.string() })),
  minutes: count,
  /** The page for the club's television. */
  screen: v.string(),
});
export type TournamentDesk = v.InferOutput<typeof adminAnswer>;

const desk = data(adminAnswer);
const payerAnswer = v.strictObject({
  /** Null until it has started, and for events that are not tournaments. */
  tournament: v.nullable(shownTournamentSchema),
  /** The player's own id and those of the people who came along. */
  mine: v.array(id),
});
export type PayerTournament = v.InferOutput<typeof payerAnswer>;

/** Rounds, scores and standings of an event that is a tournament. */
export const TOURNAMENT_ROUTES = {
  'GET /api/events/:id/tournament': {
    summary:
      'Read the rounds and the standings of a tournament; of one that is not public with the key of its link',
    access: 'anyone',
    query: ['key'],
    answer: shownTournamentSchema,
  },
  'GET /api/payers/:id/tournament': {
    summary: 'Read the tournament in which one has a place',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: payerAnswer,
  },
  'PUT /api/payers/:id/tournament/score': {
    summary: 'Enter or correct the score of an own game',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: playerScoreSchema,
    answer: payerAnswer,
  },
  'GET /api/admin/tournaments/:id': {
    summary: 'Read a tournament, and what is needed to start it',
    access: 'staff',
    answer: desk,
  },
  'POST /api/admin/tournaments/:id': {
    summary: 'Start a tournament: plan its rounds',
    access: 'staff',
    body: startTournamentSchema,
    answer: desk,
    status: 201,
  },
  'DELETE /api/admin/tournaments/:id': {
    summary: 'Take back the start of a tournament that has no score yet',
    access: 'staff',
    answer: desk,
  },
  'PUT /api/admin/tournaments/:id/score': {
    summary: 'Enter, correct or remove the score of a game',
    access: 'staff',
    body: enterScoreSchema,
    answer: desk,
  },
  'POST /api/admin/tournaments/:id/swap': {
    summary: 'Let two players change places in a round; later rounds are planned again',
    access: 'staff',
    body: swapPlayersSchema,
    answer: desk,
  },
  'POST /api/admin/tournaments/:id/players': {
    summary: 'Add players to a tournament; whatever hasn’t begun is planned again',
    access: 'staff',
    body: addPlayersSchema,
    answer: desk,
    status: 201,
  },
  'PUT /api/admin/tournaments/:id/players/:playerId': {
    summary:
      'A player leaves, comes back, or lets somebody else play; whatever hasn’t begun is planned again',
    access: 'staff',
    body: changePlayerSchema,
    answer: desk,
  },
  'PUT /api/admin/tournaments/:id/plan': {
    summary: 'Change the rounds and courts of a tournament; whatever hasn’t begun is planned again',
    access: 'staff',
    body: planAgainSchema,
    answer: desk,
  },
  'PUT /api/admin/tournaments/:id/finished': {
    summary: 'End a tournament with the rounds that were played, or play on',
    access: 'staff',
    body: finishTournamentSchema,
    answer: desk,
  },
} as const satisfies Record<string, RouteContract>;
