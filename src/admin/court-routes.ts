import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import { AdminCourtStore } from '../courts/admin-store.ts';
import { CourtPriceStore } from '../courts/court-price-store.ts';
import { listCourtAuditEntries } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { AdminCourt } from '../domain/api/court-answers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  courtEditSchema,
  courtOrderSchema,
  newCourtPriceSchema,
  newCourtSchema,
} from '../domain/court-schemas.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { savePictureUpload } from '../http/picture-upload.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';

/** Adding, editing, ordering and retiring courts, and their pictures. */
export function courtRoutes(base: Base, calendar: ClubCalendar, { courtBookings }: Bookings) {
  const { club, images, mediaDir, now } = base;
  const store = new AdminCourtStore(club.db, calendar);
  const rates = new CourtPriceStore();
  type StoredCourt = ReturnType<AdminCourtStore['require']>;

  const withUpcoming = (court: StoredCourt): AdminCourt => ({
    ...court,
    upcoming: courtBookings.countUpcoming(court.id, calendar.today()),
  });
  /** Runs a change in a transaction and answers with the resulting court. */
  const change = async (work: (tx: Transaction) => StoredCourt) => ({
    data: { court: await club.write((tx) => withUpcoming(work(tx))) },
  });

  return (
    new Elysia({ name: 'admin-courts' })
      .use(base.guard)
      .get(
        '/api/admin/courts',
        (): ApiAnswer<'GET /api/admin/courts'> => ({ data: { courts: store.list().map(withUpcoming) } }),
        { access: 'owner' },
      )
      .post(
        '/api/admin/courts',
        async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/courts'>> => {
          const input = parseInput(newCourtSchema, body);
          const answer = await change((tx) => store.create(tx, input, actorOf(session)));
          set.status = 201;
          return answer;
        },
        { access: 'owner', parse: parseJsonBody },
      )
      .put(
        '/api/admin/courts/order',
        async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/courts/order'>> => {
          const order = parseInput(courtOrderSchema, body);
          const courts = await club.write((tx) => store.reorder(tx, order.courts, actorOf(session)));
          return { data: { courts: courts.map(withUpcoming) } };
        },
        { access: 'owner', parse: parseJsonBody },
      )
      .get(
        '/api/admin/courts/:id/bookings',
        ({ params }): ApiAnswer<'GET /api/admin/courts/:id/bookings'> => {
          const { id } = store.require(parseIdOrZero(params.id));
          return { data: { bookings: courtBookings.list(id, now()) } };
        },
        { access: 'owner' },
      )
      .get(
        '/api/admin/courts/:id/history',
        ({ params }): ApiAnswer<'GET /api/admin/courts/:id/history'> => {
          const id = parseIdOrZero(params.id);
          store.require(id);
          return { data: { history: listCourtAuditEntries(club.db, id) } };
        },
        { access: 'owner' },
      )
      .put(
        '/api/admin/courts/:id',
        async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/courts/:id'>> => {
          const edit = parseInput(courtEditSchema, body);
          const id = parseIdOrZero(params.id);
          return change((tx) => store.update(tx, id, edit, actorOf(session)));
        },
        { access: 'owner', parse: parseJsonBody },
      )
      .put(
        '/api/admin/courts/:id/image',
        async ({ params, request, session }): Promise<ApiAnswer<'PUT /api/admin/courts/:id/image'>> => {
          const name = await savePictureUpload(request, images, mediaDir);
          const id = parseIdOrZero(params.id);
          return change((tx) => store.update(tx, id, { image_url: `/media/${name}` }, actorOf(session)));
        },
        // The body is read only after checking that an owner sends it.
        { access: 'owner', parse: skipBodyParsing },
      )
      .delete(
        '/api/admin/courts/:id/image',
        async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/courts/:id/image'>> => {
          const id = parseIdOrZero(params.id);
          return change((tx) => store.update(tx, id, { image_url: null }, actorOf(session)));
        },
        { access: 'owner' },
      )
      // Rates for later dates of play; `GET /api/admin/courts` lists them as `upcoming_rates`.
      .post(
        '/api/admin/courts/:id/prices',
        async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/courts/:id/prices'>> => {
          const input = parseInput(newCourtPriceSchema, body);
          const answer = await change((tx) => {
            const { id } = store.require(parseIdOrZero(params.id));
            rates.set(tx, id, input, calendar.today(), actorOf(session));
            return store.require(id);
          });
          set.status = 201;
          return answer;
        },
        { access: 'owner', parse: parseJsonBody },
      )
      .delete(
        '/api/admin/court-prices/:id',
        async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/court-prices/:id'>> => {
          const id = parseIdOrZero(params.id);
          return change((tx) => store.require(rates.remove(tx, id, calendar.today(), actorOf(session))));
        },
        { access: 'owner' },
      )
  );
}
