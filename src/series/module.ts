import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { UserRow } from '../db/user-row.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import { addDays, businessDayOf, weekdayOf } from '../domain/business-day.ts';
import { everyLabel, seriesTimeLabel, weekdayName } from '../domain/series.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { CREDIT_LEAD_MS, collectCredit, isCollectable } from './collect-credit.ts';
import { seriesPersonalData } from './personal-data.ts';
import { type DeclineRequest, seriesRequestRoutes } from './request-routes.ts';
import { SeriesRequestStore } from './request-store.ts';
import { adminSeriesRoutes } from './routes.ts';
import type { SeriesBookingsApi } from './series-bookings-api.ts';
import type { PlanDeps } from './series-planner.ts';
import { SeriesStore } from './store.ts';

/** Regular bookings: which bookings belong together, and what is done with them together. */
export function createSeriesModule(
  deps: PlanDeps & {
    guard: SessionGuard;
    club: ClubDb;
    bookings: SeriesBookingsApi;
    findUser: (id: number) => UserRow | null;
    findUserByEmail: (email: string) => UserRow | null;
    creditOf: (userId: number) => number;
    notify: (tx: Transaction, message: AccountMessage) => void;
    /** The business day that the club sells now. */
    today: () => string;
    now: () => number;
  },
) {
  const { guard, club, bookings, creditOf, today, now } = deps;
  const series = new SeriesStore(club.db);
  const requests = new SeriesRequestStore(club.db);
  const decline: DeclineRequest = (tx, id, reason, actor) => {
    const request = requests.decline(tx, id, actor);
    const { user_id, email, name } = request;
    const every = `${everyLabel(request.every_weeks)} ${weekdayName(weekdayOf(request.from))}`;
    const label = `${every}, ${seriesTimeLabel(request)}, ${request.court_name}`;
    deps.notify(tx, { kind: 'series_declined', user_id, email, name, label, reason });
  };
  const listCreditDue = () => {
    const from = businessDayOf(now());
    const leadDays = Math.ceil(CREDIT_LEAD_MS / 86_400_000);
    const dates = bookings.listCreditDue(from, addDays(from, leadDays + 1));
    return dates.filter((booking) => isCollectable(booking, creditOf, now()));
  };
  const jobs: Job[] = [
    {
      name: 'series credit',
      minutes: 1,
      run: async () => {
        if (listCreditDue().length === 0) return;
        await club.write((tx) => collectCredit(tx, { bookings, creditOf }, listCreditDue(), SYSTEM_ACTOR));
      },
    },
  ];
  return {
    routes: new Elysia({ name: 'series module' })
      .use(adminSeriesRoutes({ ...deps, series, requests, decline }))
      .use(seriesRequestRoutes({ guard, club, requests, findCourt: deps.findCourt, today })),
    jobs,
    api: {
      listInbox: () => ({
        series_requests: requests.list(),
        series_ending: series.list(today()).filter(({ ends_soon }) => ends_soon),
      }),
      personalData: seriesPersonalData(club.db),
    },
  };
}
