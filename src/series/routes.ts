import { Elysia } from 'elysia';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { SeriesDetail } from '../domain/api/series-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { weekdayOf } from '../domain/business-day.ts';
import { everyLabel, seriesTimeLabel, weekdayName } from '../domain/series.ts';
import {
  seriesCancelSchema,
  seriesChangePreviewSchema,
  seriesChangeSchema,
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesSchema,
} from '../domain/series-input.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { bookSeries, previewSeries, type SeriesDeps } from './book-series.ts';
import { cancelDates, changeSeries, payDates, previewChange } from './change-series.ts';
import type { SeriesRequestStore } from './request-store.ts';

export function adminSeriesRoutes({ guard, club, now }: Base, deps: SeriesDeps, outbox: Outbox) {
  const { calendar, series, requests, dates } = deps;
  const today = () => calendar.today();
  const detailOf = (id: number): SeriesDetail => ({
    series: series.require(id, today()),
    bookings: dates.list(id),
  });
  /** Runs a change in one transaction and answers with the resulting series. */
  const change = async (id: number, work: (tx: Transaction) => unknown) => {
    await club.write((tx) => void work(tx));
    return { data: detailOf(id) };
  };
  const read = { access: 'staff' } as const;
  const write = { access: 'staff', parse: parseJsonBody } as const;

  return new Elysia({ name: 'admin-series' })
    .use(guard)
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
        await club.write((tx) => declineRequest(tx, requests, outbox, id, reason, actorOf(session)));
        return { data: { id } };
      },
      write,
    );
}

/** Tells the member why the club can't offer the series. */
function declineRequest(
  tx: Transaction,
  requests: SeriesRequestStore,
  outbox: Outbox,
  id: number,
  reason: string,
  actor: Actor,
): void {
  const request = requests.decline(tx, id, actor);
  const { user_id, email, name } = request;
  const every = `${everyLabel(request.every_weeks)} ${weekdayName(weekdayOf(request.from))}`;
  const label = `${every}, ${seriesTimeLabel(request)}, ${request.court_name}`;
  outbox.enqueueAccountMessage(tx, { kind: 'series_declined', user_id, email, name, label, reason });
}
