import { Elysia } from 'elysia';
import type { SessionStore } from '../accounts/session-store.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { addDays } from '../domain/business-day.ts';
import { parseDateRange } from '../domain/date-range.ts';
import { DEFAULT_RANGE_DAYS } from '../domain/list-limits.ts';
import type { Base } from '../http/base.ts';
import { EventStream } from './event-stream.ts';
import { InsightsStore } from './insights.ts';
import { StatsStore } from './stats.ts';

/** The dashboard's statistics and events. */
export function adminRoutes(
  { guard, club, stopSignal }: Base,
  { calendar, bookings }: BookingServices,
  sessions: SessionStore,
) {
  const stats = new StatsStore(club.db);
  const insights = new InsightsStore(club.db);
  const eventStream = new EventStream(stopSignal);
  club.onEventCommitted((event) => eventStream.publish(event));
  const read = { access: 'owner' } as const;

  return new Elysia({ name: 'admin' })
    .use(guard)
    .get(
      '/api/admin/stats',
      ({ query }): ApiAnswer<'GET /api/admin/stats'> => ({
        data: stats.read(parseDateRange(query.startDate, query.endDate), calendar.today()),
      }),
      read,
    )
    .get(
      '/api/admin/insights',
      ({ query }): ApiAnswer<'GET /api/admin/insights'> => {
        const range = parseDateRange(query.startDate, query.endDate);
        const to = range.to ?? laterDate(range.from, calendar.today());
        const from = range.from ?? addDays(to, 1 - DEFAULT_RANGE_DAYS);
        const sold = bookings.lines.listSold(from, to);
        return {
          data: { ...insights.read(from, to, calendar.current()), ...(sold.length > 0 ? { sold } : {}) },
        };
      },
      read,
    )
    .get(
      '/api/admin/event-stream',
      ({ request }) =>
        new Response(
          eventStream.subscribe(() => sessions.findByRequest(request)?.user.is_admin === true),
          { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
        ),
      { access: 'staff' },
    );
}

function laterDate(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}
