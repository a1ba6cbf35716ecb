import * as v from 'valibot';
import {
  AUDIENCES,
  joinMatchSchema,
  LEVELS,
  MATCH_STATES,
  matchDecisionSchema,
  openMatchSchema,
} from '../match.ts';
import { PAYER_STATES } from '../payer.ts';
import { BOOKING_KEY_HEADER } from '../self-service.ts';
import { count, date, id, instant, money, startTime } from './base-schemas.ts';
import type { RouteContract } from './route-contract.ts';

/** An open match as anyone may see it. */
export const matchSchema = v.strictObject({
  id,
  date,
  start_time: startTime,
  slots: v.array(startTime),
  court_name: v.string(),
  places: count,
  places_left: count,
  level_from: v.nullable(v.picklist(LEVELS)),
  level_to: v.nullable(v.picklist(LEVELS)),
  for: v.picklist(AUDIENCES),
  /** The host's words; may be empty. */
  text: v.string(),
  /** The price of one place in PKR. */
  price: money,
  /** A place has to be paid for in advance. */
  prepaid: v.boolean(),
  state: v.picklist(MATCH_STATES),
  /** The link to share. */
  share: v.string(),
  /** When it is cancelled unless it fills; null if it isn't. */
  decide_at: v.nullable(instant),
  /** First names and initials, the host first. */
  players: v.array(v.string()),
});
export type Match = v.InferOutput<typeof matchSchema>;

const matchAnswer = v.strictObject({ match: matchSchema });

/** Matches with free places, which anyone can join without an account. */
export const MATCH_ROUTES = {
  'POST /api/booking/:id/open': {
    summary: 'Open places of one’s own booking to other players',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: openMatchSchema,
    answer: matchAnswer,
    status: 201,
  },
  'PUT /api/booking/:id/open': {
    summary: 'Keep a match that is not full, or close it to other players',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: matchDecisionSchema,
    answer: v.strictObject({ decision: matchDecisionSchema.entries.decision }),
  },
  'GET /api/matches': {
    summary: 'List upcoming public matches, the next to play first',
    access: 'anyone',
    answer: v.array(matchSchema),
  },
  'GET /api/matches/:id': {
    summary: 'Read an open match; one that is not public needs the key of its link',
    access: 'anyone',
    query: ['key'],
    answer: matchSchema,
  },
  'POST /api/matches/:id/players': {
    summary: 'Join an open match; the place is held for half an hour',
    access: 'anyone',
    query: ['key'],
    headers: ['Idempotency-Key'],
    body: joinMatchSchema,
    answer: v.strictObject({
      payer: v.strictObject({
        id,
        state: v.picklist(PAYER_STATES),
        charge: money,
        /** How long the place is held unpaid; null for a player on the waiting list. */
        hold_until: v.nullable(instant),
      }),
      /** The player's own link, for paying and leaving. */
      join_url: v.string(),
    }),
    status: 201,
  },
  'POST /api/matches/:id/report': {
    summary: 'Tell the reception that something is wrong with a match',
    access: 'anyone',
    query: ['key'],
    answer: v.strictObject({ reported: v.boolean() }),
  },
} as const satisfies Record<string, RouteContract>;
