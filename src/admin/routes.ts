import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { Alarm, BookingInbox, Inbox } from '../domain/api/inbox-routes.ts';
import type { Insights } from '../domain/api/insight-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { addDays } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import { parseDateRange } from '../domain/date-range.ts';
import { parsePageQuery } from '../http/pagination.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { FindSession, SessionGuard } from '../http/session-guard.ts';
import { EventStream } from './event-stream.ts';
import { InsightsStore } from './revenue-and-occupancy.ts';
import { StatsStore } from './stats.ts';
import type { UserList } from './user-list.ts';

/** The range of the charts when the admin has chosen no dates. */
const DEFAULT_RANGE_DAYS = 30;

/** The dashboard's statistics, users and events. */
export function adminRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  users: UserList;
  findSession: FindSession;
  creditOf: (userId: number) => number;
  /** The add-ons and discounts sold for play in a range of business days. */
  listSoldLines: (from: string, to: string) => NonNullable<Insights['sold']>;
  listBookingInbox: () => BookingInbox;
  listSeriesInbox: () => Pick<Inbox, 'series_requests' | 'series_ending'>;
  countBookingInbox: () => number;
  countUnreadMessages: () => number;
  countFailedMessages: () => number;
  /** What is wrong with the club's machine. */
  listAlarms: () => Alarm[];
  copyAges: () => Inbox['copies'];
  stopSignal: AbortSignal;
  calendar: () => Calendar;
  /** The business day that the club sells now. */
  today: () => string;
}) {
  const { club, users } = deps;
  const stats = new StatsStore(club.db);
  const insights = new InsightsStore(club.db);
  const eventStream = new EventStream(deps.stopSignal);
  club.onEventCommitted((event) => eventStream.publish(event));
  const read = { access: 'owner' } as const;
  /** What waits in the inbox besides bookings. */
  const countOthers = () => {
    const unread_messages = deps.countUnreadMessages();
    const failed_messages = deps.countFailedMessages();
    const alarms = deps.listAlarms();
    const series = deps.listSeriesInbox();
    const lists = [alarms, series.series_requests, series.series_ending];
    const listed = lists.reduce((sum, list) => sum + list.length, 0);
    return {
      ...series,
      ...{ unread_messages, failed_messages, alarms },
      count: unread_messages + failed_messages + listed,
    };
  };

  return new Elysia({ name: 'admin' })
    .use(deps.guard)
    .get(
      '/api/admin/stats',
      ({ query }): ApiAnswer<'GET /api/admin/stats'> => ({
        data: stats.read(parseDateRange(query.startDate, query.endDate), deps.today()),
      }),
      read,
    )
    .get(
      '/api/admin/insights',
      ({ query }): ApiAnswer<'GET /api/admin/insights'> => {
        const range = parseDateRange(query.startDate, query.endDate);
        const to = range.to ?? laterDate(range.from, deps.today());
        const from = range.from ?? addDays(to, 1 - DEFAULT_RANGE_DAYS);
        const sold = deps.listSoldLines(from, to);
        return {
          data: { ...insights.read(from, to, deps.calendar()), ...(sold.length > 0 ? { sold } : {}) },
        };
      },
      read,
    )
    .get(
      '/api/admin/users',
      ({ query }): ApiAnswer<'GET /api/admin/users'> => ({
        data: users.list({ ...parsePageQuery(query), q: query.q ?? '' }),
      }),
      read,
    )
    .get(
      '/api/admin/users/:id',
      ({ params }): ApiAnswer<'GET /api/admin/users/:id'> => {
        const user = users.require(parseIdOrZero(params.id));
        return {
          data: {
            user,
            history: listAuditEntries(club.db, 'user', user.id),
            credit: deps.creditOf(user.id),
          },
        };
      },
      read,
    )
    .get(
      '/api/admin/inbox',
      (): ApiAnswer<'GET /api/admin/inbox'> => {
        const { count, ...others } = countOthers();
        return {
          data: {
            ...deps.listBookingInbox(),
            ...others,
            copies: deps.copyAges(),
            count: count + deps.countBookingInbox(),
          },
        };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/inbox/count',
      (): ApiAnswer<'GET /api/admin/inbox/count'> => ({
        data: { count: countOthers().count + deps.countBookingInbox() },
      }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/events',
      ({ request }) =>
        new Response(
          eventStream.subscribe(() => deps.findSession(request)?.user.is_admin === true),
          { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
        ),
      { access: 'staff' },
    );
}

function laterDate(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}
