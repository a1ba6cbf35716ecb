import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Court } from '../domain/court.ts';
import { invalidField } from '../domain/failure.ts';
import { seriesRequestSchema } from '../domain/series-input.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { SeriesRequestStore } from './request-store.ts';

export type DeclineRequest = (tx: Transaction, id: number, reason: string, actor: Actor) => void;

/** What a member does with the own requests for a series. */
export function seriesRequestRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  requests: SeriesRequestStore;
  findCourt: (id: number) => Court | null;
  /** The business day that the club sells now. */
  today: () => string;
}) {
  const { club, requests } = deps;
  return new Elysia({ name: 'series-requests' })
    .use(deps.guard)
    .get(
      '/api/series-requests',
      ({ session }): ApiAnswer<'GET /api/series-requests'> => ({
        requests: requests.listByUser(requireSession(session).user.id),
      }),
      { access: 'member' },
    )
    .post(
      '/api/series-requests',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/series-requests'>> => {
        const { user } = requireSession(session);
        const input = parseInput(seriesRequestSchema, body);
        if (!deps.findCourt(input.court_id)?.active) {
          throw invalidField('court_id', 'There is no such court. Please choose another one.');
        }
        if (input.from < deps.today()) {
          throw invalidField('from', 'The first date is in the past. Please choose today or a later date.');
        }
        const request = await club.write((tx) => requests.add(tx, user.id, input));
        set.status = 201;
        return { request };
      },
      { access: 'member', parse: parseJsonBody },
    )
    .delete(
      '/api/series-requests/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/series-requests/:id'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => requests.remove(tx, id, requireSession(session).user.id));
        return { id };
      },
      { access: 'member' },
    );
}
