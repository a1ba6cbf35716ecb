import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { SeriesDetail } from '../domain/series.ts';
import {
  seriesCancelSchema,
  seriesChangePreviewSchema,
  seriesChangeSchema,
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesSchema,
} from '../domain/series-input.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { bookSeries, previewSeries, type SeriesDeps } from './book-series.ts';
import { cancelDates, changeSeries, payDates, previewChange } from './change-series.ts';
import type { DeclineRequest } from './request-routes.ts';

/** Series at the dashboard. */
export function adminSeriesRoutes(
  deps: SeriesDeps & {
    guard: SessionGuard;
    club: ClubDb;
    decline: DeclineRequest;
    /** The business day that the club sells now. */
    today: () => string;
    now: () => number;
  },
) {
  const { club, series, bookings, now, today } = deps;
  const detailOf = (id: number): SeriesDetail => ({
    series: series.require(id, today()),
    bookings: bookings.list(id),
  });
  /** Runs a change in one transaction and answers the series as it is then. */
  const change = async (id: number, work: (tx: Transaction) => unknown) => {
    await club.write((tx) => void work(tx));
    return { data: detailOf(id) };
  };
  const read = { access: 'staff' } as const;
  const write = { access: 'staff', parse: parseJsonBody } as const;

  return new Elysia({ name: 'admin-series' })
    .use(deps.guard)
    .get(
      '/api/admin/series',
      (): ApiAnswer<'GET /api/admin/series'> => ({ data: { series: series.list(today()) } }),
      read,
    )
    .get(
      '/api/admin/series/:id',
      ({ params }): ApiAnswer<'GET /api/admin/series/:id'> => ({ data: detailOf(parseIdOrZero(params.id)) }),
      read,
    )
    .post(
      '/api/admin/series/preview',
      ({ body }): ApiAnswer<'POST /api/admin/series/preview'> => ({
        data: previewSeries(deps, parseInput(seriesPreviewSchema, body), now()),
      }),
      write,
    )
    .post(
      '/api/admin/series',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/series'>> => {
        const input = parseInput(seriesSchema, body);
        const id = await club.write((tx) => bookSeries(tx, deps, input, actorOf(session)));
        set.status = 201;
        return { data: detailOf(id) };
      },
      write,
    )
    .post(
      '/api/admin/series/:id/change/preview',
      ({ params, body }): ApiAnswer<'POST /api/admin/series/:id/change/preview'> => ({
        data: previewChange(
          deps,
          parseIdOrZero(params.id),
          parseInput(seriesChangePreviewSchema, body),
          now(),
        ),
      }),
      write,
    )
    .post(
      '/api/admin/series/:id/change',
      ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/series/:id/change'>> => {
        const id = parseIdOrZero(params.id);
        const input = parseInput(seriesChangeSchema, body);
        return change(id, (tx) => changeSeries(tx, deps, id, input, actorOf(session)));
      },
      write,
    )
    .post(
      '/api/admin/series/:id/cancel',
      ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/series/:id/cancel'>> => {
        const id = parseIdOrZero(params.id);
        const input = parseInput(seriesCancelSchema, body);
        return change(id, (tx) => cancelDates(tx, deps, id, input, actorOf(session)));
      },
      write,
    )
    .post(
      '/api/admin/series/:id/payments',
      ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/series/:id/payments'>> => {
        const id = parseIdOrZero(params.id);
        const input = parseInput(seriesPaymentSchema, body);
        return change(id, (tx) => payDates(tx, deps, id, input, actorOf(session)));
      },
      write,
    )
    .post(
      '/api/admin/series/:id/let-end',
      async ({ params }): Promise<ApiAnswer<'POST /api/admin/series/:id/let-end'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => series.letEnd(tx, series.require(id, today())));
        return { data: { id } };
      },
      read,
    )
    .post(
      '/api/admin/series-requests/:id/decline',
      async ({
        params,
        body,
        session,
      }): Promise<ApiAnswer<'POST /api/admin/series-requests/:id/decline'>> => {
        const id = parseIdOrZero(params.id);
        const { reason } = parseInput(seriesDeclineSchema, body);
        await club.write((tx) => deps.decline(tx, id, reason, actorOf(session)));
        return { data: { id } };
      },
      write,
    );
}
