import type { ClubDb } from '../db/club-db.ts';
import type { Alarm, BookingInbox, Inbox } from '../domain/api/inbox-routes.ts';
import type { Insights } from '../domain/api/insight-routes.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { FindSession, SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { adminRoutes } from './routes.ts';
import { UserList } from './user-list.ts';

/** The dashboard's statistics, its list of users and its event stream. This module owns no table. */
export function createAdminModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  findSession: FindSession;
  creditOf: (userId: number) => number;
  listSoldLines: (from: string, to: string) => NonNullable<Insights['sold']>;
  listBookingInbox: () => BookingInbox;
  listSeriesInbox: () => Pick<Inbox, 'series_requests' | 'series_ending'>;
  countBookingInbox: () => number;
  countUnreadMessages: () => number;
  countFailedMessages: () => number;
  listAlarms: () => Alarm[];
  copyAges: () => Inbox['copies'];
  stopSignal: AbortSignal;
  calendar: () => Calendar;
  today: () => string;
}) {
  const users = new UserList(deps.club.db);
  const jobs: Job[] = [];
  return {
    routes: adminRoutes({ ...deps, users }),
    jobs,
    api: { requireUserView: (id: number) => users.require(id) },
  };
}
