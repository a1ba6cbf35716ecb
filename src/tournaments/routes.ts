import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { Transaction } from '../db/club-db.ts';
import type { PayerTournament, TournamentDesk } from '../domain/api/tournament-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { BOOKING_KEY_HEADER } from '../domain/self-service.ts';
import {
  addPlayersSchema,
  changePlayerSchema,
  enterScoreSchema,
  finishTournamentSchema,
  planAgainSchema,
  playerScoreSchema,
  startTournamentSchema,
  swapPlayersSchema,
} from '../domain/tournament/inputs.ts';
import type { Base } from '../http/base.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import type { JsonResponseCache } from '../http/json-response-cache.ts';
import { parseId, parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { AccessContext } from '../payers/payer-access.ts';
import type { PlayerRow, TournamentStore } from './store.ts';
import type { Tournaments } from './tournaments.ts';
import type { TournamentViews } from './views.ts';

/** Everybody at the club shares one address; 32 players enter a score every quarter of an hour. */
const SCORES_PER_NETWORK = { limit: 300, window: 15 * 60_000 };

/** Scores and standings for the reception, the players' phones and the club's television. */
export function tournamentRoutes(
  { guard, club, idempotency, getClientIp, now }: Base,
  { bookings }: { bookings: Bookings },
  store: TournamentStore,
  tournaments: Tournaments,
  views: TournamentViews,
  answers: JsonResponseCache,
) {
  const scoresPerNetwork = new RateLimiter(SCORES_PER_NETWORK, now);
  const staff = { access: 'staff' } as const;
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;

  const requirePlace = (params: { id: string }, context: AccessContext) => {
    const payer = bookings.access.requirePayer(parseId(params.id), context);
    const eventId = payer.booking_id === null ? payer.event_id : null;
    return { payer, eventId };
  };
  const mineOf = (eventId: number, payerId: number): PlayerRow[] =>
    store
      .playersOf(eventId)
      .filter(({ payer_id, friend_of }) => payer_id === payerId || friend_of === payerId);
  const viewOf = (eventId: number | null, payerId: number): PayerTournament => ({
    tournament: eventId === null ? null : views.find(eventId),
    mine: eventId === null ? [] : mineOf(eventId, payerId).map(({ id }) => id),
  });
  const change = async (
    params: { id: string },
    work: (tx: Transaction, eventId: number) => void,
  ): Promise<{ data: TournamentDesk }> => {
    const eventId = parseId(params.id);
    await club.write((tx) => work(tx, eventId));
    return { data: views.desk(eventId) };
  };

  return new Elysia({ name: 'tournaments' })
    .use(guard)
    .get(
      '/api/events/:id/tournament',
      ({ params, request }) =>
        answers.respond(request, (query): ApiAnswer<'GET /api/events/:id/tournament'> => {
          const tournament = views.findOpen(parseIdOrZero(params.id), query.get('key') ?? '');
          if (!tournament) throw new Failure('not_found', 'This tournament has not started.');
          return tournament;
        }),
      { access: 'anyone' },
    )
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/payers/:id/tournament',
      ({ params, request, server, session }): ApiAnswer<'GET /api/payers/:id/tournament'> => {
        const { payer, eventId } = requirePlace(params, { request, server, session });
        return viewOf(eventId, payer.id);
      },
      { access: 'anyone' },
    )
    .put(
      '/api/payers/:id/tournament/score',
      async ({
        params,
        body,
        request,
        server,
        session,
      }): Promise<ApiAnswer<'PUT /api/payers/:id/tournament/score'>> => {
        const input = parseInput(playerScoreSchema, body);
        const context = { request, server, session };
        const { payer, eventId } = requirePlace(params, context);
        scoresPerNetwork.consume(getClientIp(context));
        if (eventId === null) throw new Failure('not_found', 'There is no tournament with this number.');
        const payerKey = request.headers.get(BOOKING_KEY_HEADER);
        const key = readIdempotencyKey(request, session?.user.id ?? null, {
          score: payer.id,
          body,
          payerKey,
        });
        await club.write((tx) =>
          idempotency.runOnce(tx, key, () => {
            tournaments.score(tx, eventId, input, mineOf(eventId, payer.id));
            return '{}';
          }),
        );
        return viewOf(eventId, payer.id);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/admin/tournaments/:id',
      ({ params }): ApiAnswer<'GET /api/admin/tournaments/:id'> => ({
        data: views.desk(parseId(params.id)),
      }),
      staff,
    )
    .post(
      '/api/admin/tournaments/:id',
      async ({ params, body, set }): Promise<ApiAnswer<'POST /api/admin/tournaments/:id'>> => {
        const input = parseInput(startTournamentSchema, body);
        const answer = await change(params, (tx, eventId) => tournaments.start(tx, eventId, input));
        set.status = 201;
        return answer;
      },
      staffWrite,
    )
    .delete(
      '/api/admin/tournaments/:id',
      ({ params }): Promise<ApiAnswer<'DELETE /api/admin/tournaments/:id'>> =>
        change(params, (tx, eventId) => tournaments.takeBack(tx, eventId)),
      staff,
    )
    .put(
      '/api/admin/tournaments/:id/score',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/tournaments/:id/score'>> => {
        const input = parseInput(enterScoreSchema, body);
        return change(params, (tx, eventId) => tournaments.score(tx, eventId, input));
      },
      staffWrite,
    )
    .post(
      '/api/admin/tournaments/:id/swap',
      ({ params, body }): Promise<ApiAnswer<'POST /api/admin/tournaments/:id/swap'>> => {
        const input = parseInput(swapPlayersSchema, body);
        return change(params, (tx, eventId) => tournaments.swap(tx, eventId, input));
      },
      staffWrite,
    )
    .post(
      '/api/admin/tournaments/:id/players',
      async ({ params, body, set }): Promise<ApiAnswer<'POST /api/admin/tournaments/:id/players'>> => {
        const input = parseInput(addPlayersSchema, body);
        const answer = await change(params, (tx, eventId) => tournaments.addPlayers(tx, eventId, input));
        set.status = 201;
        return answer;
      },
      staffWrite,
    )
    .put(
      '/api/admin/tournaments/:id/players/:playerId',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/tournaments/:id/players/:playerId'>> => {
        const input = parseInput(changePlayerSchema, body);
        const playerId = parseId(params.playerId);
        return change(params, (tx, eventId) => tournaments.changePlayer(tx, eventId, playerId, input));
      },
      staffWrite,
    )
    .put(
      '/api/admin/tournaments/:id/plan',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/tournaments/:id/plan'>> => {
        const input = parseInput(planAgainSchema, body);
        return change(params, (tx, eventId) => tournaments.planAgain(tx, eventId, input));
      },
      staffWrite,
    )
    .put(
      '/api/admin/tournaments/:id/finished',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/tournaments/:id/finished'>> => {
        const { finished, version } = parseInput(finishTournamentSchema, body);
        return change(params, (tx, eventId) => tournaments.finish(tx, eventId, finished, version));
      },
      staffWrite,
    );
}
