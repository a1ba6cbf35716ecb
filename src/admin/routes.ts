import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import { type AdminUserDetail, messageReadSchema } from '../domain/admin-api.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { parseDateRange } from '../domain/date-range.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { FindSession, SessionGuard } from '../http/session-guard.ts';
import { EventStream } from './event-stream.ts';
import { InsightsStore } from './insights.ts';
import { StatsStore } from './stats.ts';
import { UsersAndMessagesStore } from './users-and-messages.ts';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
/** What the charts show when nobody chose dates. */
const DEFAULT_RANGE_DAYS = 30;

/** The dashboard: figures, people, messages and what happens right now. */
export function adminRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  findSession: FindSession;
  stopSignal: AbortSignal;
  now: () => number;
}) {
  const { club } = deps;
  const stats = new StatsStore(club.db);
  const insights = new InsightsStore(club.db);
  const usersAndMessages = new UsersAndMessagesStore(club.db);
  const eventStream = new EventStream(deps.stopSignal);
  club.onEventCommitted((event) => eventStream.publish(event));
  const read = { access: 'admin' } as const;

  return new Elysia({ name: 'admin' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/admin/stats',
      ({ query }) => ({
        data: stats.read(parseDateRange(query.startDate, query.endDate), businessDayOf(deps.now())),
      }),
      read,
    )
    .get(
      '/api/admin/insights',
      ({ query }) => {
        const range = parseDateRange(query.startDate, query.endDate);
        const to = range.to ?? laterDate(range.from, businessDayOf(deps.now()));
        return { data: insights.read(range.from ?? addDays(to, 1 - DEFAULT_RANGE_DAYS), to) };
      },
      read,
    )
    .get(
      '/api/admin/users',
      ({ query }) => ({ data: usersAndMessages.listUsers(parsePageQuery(query)) }),
      read,
    )
    .get(
      '/api/admin/users/:id',
      ({ params }) => {
        const user = usersAndMessages.requireUser(parseIdOrZero(params.id));
        return {
          data: { user, history: listAuditEntries(club.db, 'user', user.id) } satisfies AdminUserDetail,
        };
      },
      read,
    )
    .get(
      '/api/admin/messages',
      ({ query }) => ({
        data: usersAndMessages.listMessages({ ...parsePageQuery(query), unread: query.unread === '1' }),
      }),
      read,
    )
    .put(
      '/api/admin/messages/:id',
      async ({ params, body }) => {
        const { read } = parseInput(messageReadSchema, body);
        const message = await club.write((tx) =>
          usersAndMessages.setMessageRead(tx, parseIdOrZero(params.id), read),
        );
        return { data: { message } };
      },
      { access: 'admin', parse: parseJsonBody },
    )
    .get(
      '/api/admin/events',
      ({ request }) =>
        new Response(
          eventStream.subscribe(() => deps.findSession(request)?.user.is_admin === true),
          { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
        ),
      read,
    );
}

/** 0 is the number of nobody and nothing. */
function parseIdOrZero(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function parsePageQuery(query: Record<string, string | undefined>) {
  const limit = query.limit ? Number(query.limit) : DEFAULT_PAGE_SIZE;
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
    limit: Math.min(limit, MAX_PAGE_SIZE),
    before: query.cursor ? Number(query.cursor) : null,
  };
}

function laterDate(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}
