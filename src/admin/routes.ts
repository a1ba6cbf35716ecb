import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { dateRange } from '../domain/date-range.ts';
import { type DeskUserDetail, readMarkSchema } from '../domain/desk.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { FindSession, SessionGuard } from '../http/session-guard.ts';
import { InsightsStore } from './insights.ts';
import { LiveFeed } from './live.ts';
import { PeopleStore } from './people.ts';
import { StatsStore } from './stats.ts';

const PAGE = 100;
const LONGEST_PAGE = 500;
/** What the charts show when nobody chose dates. */
const RECENT_DAYS = 30;

/** The dashboard: figures, people, messages and what happens right now. */
export function adminRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  findSession: FindSession;
  stopping: AbortSignal | null;
  now: () => number;
}) {
  const { club } = deps;
  const stats = new StatsStore(club.db);
  const insights = new InsightsStore(club.db);
  const people = new PeopleStore(club.db);
  const feed = new LiveFeed(deps.stopping);
  club.onEventCommitted((event) => feed.tell(event));
  const read = { access: 'admin' } as const;

  return new Elysia({ name: 'admin' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/admin/stats',
      ({ query }) => ({
        data: stats.read(dateRange(query.startDate, query.endDate), businessDayOf(deps.now())),
      }),
      read,
    )
    .get(
      '/api/admin/insights',
      ({ query }) => {
        const range = dateRange(query.startDate, query.endDate);
        const to = range.to ?? maxDate(range.from, businessDayOf(deps.now()));
        return { data: insights.read(range.from ?? addDays(to, 1 - RECENT_DAYS), to) };
      },
      read,
    )
    .get('/api/admin/users', ({ query }) => ({ data: people.users(pageOf(query)) }), read)
    .get(
      '/api/admin/users/:id',
      ({ params }) => {
        const user = people.user(numberOf(params.id));
        return {
          data: { user, history: listAuditEntries(club.db, 'user', user.id) } satisfies DeskUserDetail,
        };
      },
      read,
    )
    .get(
      '/api/admin/messages',
      ({ query }) => ({ data: people.messages({ ...pageOf(query), unread: query.unread === '1' }) }),
      read,
    )
    .put(
      '/api/admin/messages/:id',
      async ({ params, body }) => {
        const { read } = parseInput(readMarkSchema, body);
        const message = await club.write((tx) => people.mark(tx, numberOf(params.id), read));
        return { data: { message } };
      },
      { access: 'admin', parse: parseJsonBody },
    )
    .get(
      '/api/admin/events',
      ({ request }) =>
        new Response(
          feed.open(() => deps.findSession(request)?.user.is_admin === true),
          { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
        ),
      read,
    );
}

/** 0 is the number of nobody and nothing. */
function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function pageOf(query: Record<string, string | undefined>) {
  const limit = query.limit ? Number(query.limit) : PAGE;
  if (!Number.isInteger(limit) || limit < 1) {
    throw invalidField('limit', 'Limit must be a whole number from 1 on.');
  }
  if (query.cursor && !/^\d{1,15}$/.test(query.cursor)) {
    throw new Failure('invalid', 'This page of the list cannot be found. Please start from the first one.', {
      fields: { cursor: 'This page of the list cannot be found.' },
    });
  }
  return {
    q: query.q ?? '',
    limit: Math.min(limit, LONGEST_PAGE),
    before: query.cursor ? Number(query.cursor) : null,
  };
}

function maxDate(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}
