import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import type { Base } from '../http/base.ts';
import type { OutboxModule } from '../outbox/module.ts';
import type { SeriesDeps } from './book-series.ts';
import { CREDIT_LEAD_MS, collectCredit, isCollectable } from './collect-credit.ts';
import { seriesRequestRoutes } from './request-routes.ts';
import { SeriesRequestStore } from './request-store.ts';
import { adminSeriesRoutes } from './routes.ts';
import { SeriesBookings } from './series-bookings.ts';
import { SeriesStore } from './store.ts';

/** Regular bookings: which bookings belong together, and what is done with them together. */
export function createSeries(base: Base, { outbox, bookings }: { outbox: OutboxModule; bookings: Bookings }) {
  const { club } = base;
  const { calendar, courts, users, ledger } = bookings.services;
  const series = new SeriesStore(club.db);
  const requests = new SeriesRequestStore(club.db);
  const dates = new SeriesBookings(club.db, bookings.services);
  const deps: SeriesDeps = { calendar, courts, users, ledger, series, requests, dates };

  const listCreditDue = (at: number) => {
    const from = businessDayOf(at);
    const leadDays = Math.ceil(CREDIT_LEAD_MS / 86_400_000);
    return dates
      .listCreditDue(from, addDays(from, leadDays + 1))
      .filter((booking) => isCollectable(booking, ledger, at));
  };
  return {
    /** Pays the dates on credit due at `at`; writes nothing if there are none. */
    async collectCredit(at: number): Promise<void> {
      if (listCreditDue(at).length === 0) return;
      await club.write((tx) => collectCredit(tx, deps, listCreditDue(at), SYSTEM_ACTOR));
    },
    /** What is waiting for a decision by the reception. */
    listInbox: () => ({
      series_requests: requests.list(),
      series_ending: series.list(calendar.today()).filter(({ ends_soon }) => ends_soon),
    }),
    routes: new Elysia({ name: 'series module' })
      .use(adminSeriesRoutes(base, deps, outbox.store))
      .use(seriesRequestRoutes(base, requests, courts, calendar)),
  };
}

export type SeriesModule = ReturnType<typeof createSeries>;
