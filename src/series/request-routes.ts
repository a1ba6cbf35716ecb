import { Elysia } from 'elysia';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { invalidField } from '../domain/failure.ts';
import { seriesRequestSchema } from '../domain/series-input.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession } from '../http/session-guard.ts';
import type { SeriesRequestStore } from './request-store.ts';

/** What a member can do with their own requests for a series. */
export function seriesRequestRoutes(
  { guard, club }: Base,
  requests: SeriesRequestStore,
  courts: CourtStore,
  calendar: ClubCalendar,
) {
  return new Elysia({ name: 'series-requests' })
    .use(guard)
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
        courts.requireActive(input.court_id);
        if (input.from < calendar.today()) {
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
