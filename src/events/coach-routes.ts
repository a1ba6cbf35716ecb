import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { coachBusySchema, coachEditSchema, coachSchema, sessionEnd, sessionStart } from '../domain/event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { csvResponse } from '../http/csv.ts';
import { parseId, parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { CoachStore } from './coach-store.ts';
import type { EventKeys } from './event-keys.ts';
import type { EventStore } from './store.ts';
import type { EventViews } from './views.ts';

export const COACH_KEY_HEADER = 'X-Coach-Key';
/** A coach's page reloads now and then; the limit also bounds key guessing. */
const REQUESTS_PER_NETWORK = { limit: 120, window: 10 * 60_000 };
/** How many days back a coach still sees classes. */
const PAST_DAYS = 7;

/** The club's coaches, their other hours and what they earned; and a coach's own view, which shows no money. */
export function coachRoutes(
  { club, guard, getClientIp, now }: Base,
  {
    store,
    coaches,
    keys,
    views,
  }: { store: EventStore; coaches: CoachStore; keys: EventKeys; views: EventViews },
) {
  const requests = new RateLimiter(REQUESTS_PER_NETWORK, now);
  const ownerWrite = { access: 'owner', parse: parseJsonBody } as const;

  return new Elysia({ name: 'coaches' })
    .use(guard)
    .post(
      '/api/admin/coaches',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/coaches'>> => {
        const input = parseInput(coachSchema, body);
        const coach = await club.write((tx) => coaches.add(tx, input, actorOf(session)));
        set.status = 201;
        return { data: { coach } };
      },
      ownerWrite,
    )
    .put(
      '/api/admin/coaches/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/coaches/:id'>> => {
        const input = parseInput(coachEditSchema, body);
        const id = parseId(params.id);
        return { data: { coach: await club.write((tx) => coaches.edit(tx, id, input, actorOf(session))) } };
      },
      ownerWrite,
    )
    .post(
      '/api/admin/coaches/:id/link',
      async ({ params, session, set }): Promise<ApiAnswer<'POST /api/admin/coaches/:id/link'>> => {
        const id = parseId(params.id);
        const coach = await club.write((tx) => coaches.renewLink(tx, id, actorOf(session)));
        set.status = 201;
        return { data: { url: keys.coachUrl(coach), feed_url: keys.coachFeedUrl(coach) } };
      },
      { access: 'owner' },
    )
    .post(
      '/api/admin/coaches/:id/busy',
      async ({ params, body, set }): Promise<ApiAnswer<'POST /api/admin/coaches/:id/busy'>> => {
        const input = parseInput(coachBusySchema, body);
        const coachId = parseId(params.id);
        const id = await club.write((tx) => coaches.addBusy(tx, coachId, input));
        set.status = 201;
        return { data: { id } };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/coach-busy/:id',
      async ({ params }): Promise<ApiAnswer<'DELETE /api/admin/coach-busy/:id'>> => {
        const id = parseId(params.id);
        await club.write((tx) => coaches.removeBusy(tx, id));
        return { data: { id } };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/coaches/hours.csv',
      ({ request, query }) => {
        const month = query.month ?? businessDayOf(now()).slice(0, 7);
        if (!/^2\d{3}-(0[1-9]|1[0-2])$/.test(month))
          throw invalidField('month', 'Please choose a month, such as 2026-11.');
        const held = coaches.hoursOf(month).filter((session) => sessionEnd(session) <= now());
        const rows = held.map(({ coach, title, date, start_time, duration, players }) => [
          coach,
          title,
          date,
          start_time,
          duration / 60,
          players,
        ]);
        const names = [...new Set(held.map(({ coach }) => coach))];
        const totals = names.map((name) => {
          const minutes = held
            .filter(({ coach }) => coach === name)
            .reduce((sum, { duration }) => sum + duration, 0);
          return [name, 'Total', '', '', minutes / 60, ''];
        });
        return csvResponse(request, `coaches-${month}.csv`, {
          columns: ['Coach', 'Class', 'Date', 'Start', 'Hours', 'Players'],
          nextBatch: (size) => rows.splice(0, size),
          lastRows: () => totals,
        });
      },
      { access: 'owner' },
    )
    .get(
      '/api/coach',
      ({ query, request, server, set }): ApiAnswer<'GET /api/coach'> => {
        set.headers['cache-control'] = 'no-store';
        requests.consume(getClientIp({ request, server }));
        const coach = coaches.find(parseIdOrZero(query.id ?? ''));
        if (!coach || coach.active === 0 || !keys.isCoach(coach, request.headers.get(COACH_KEY_HEADER) ?? ''))
          throw new Failure('forbidden', 'This link is no longer valid. Please ask the club for a new one.');
        const from = addDays(businessDayOf(now()), -PAST_DAYS);
        const sessions = coaches.sessionsFrom(coach.id, from).map((id) => store.requireSession(id));
        return {
          name: coach.name,
          sessions: sessions
            .toSorted((a, b) => sessionStart(a) - sessionStart(b))
            .flatMap((session) => {
              const event = store.require(session.event_id);
              if (event.state === 'draft') return [];
              return {
                ...views.session(session),
                title: event.title,
                players: views
                  .playersAt(event, session)
                  .map(({ name, guardian, phone }) => ({ name, guardian, phone })),
              };
            }),
        };
      },
      { access: 'anyone' },
    );
}
