import { Elysia } from 'elysia';
import { listCourtAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { courtEditSchema, courtOrderSchema, newCourtSchema } from '../domain/court-schemas.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { savePictureUpload } from '../http/picture-upload.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { AdminCourtStore } from './admin-store.ts';

/** Adding, editing, ordering and retiring courts, and their pictures. */
export function adminCourtRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  mediaDir: string;
  imageReencoder: ImageReencoder;
  store: AdminCourtStore;
  listCourtBookings: (courtId: number, now: number) => Booking[];
  today: () => string;
  now: () => number;
}) {
  const { club, store, today } = deps;

  return new Elysia({ name: 'admin-courts' })
    .use(deps.guard)
    .get(
      '/api/admin/courts',
      (): ApiAnswer<'GET /api/admin/courts'> => ({ data: { courts: store.list(today()) } }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/courts',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/courts'>> => {
        const input = parseInput(newCourtSchema, body);
        const court = await club.write((tx) => store.create(tx, input, today(), actorOf(session)));
        set.status = 201;
        return { data: { court } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/courts/order',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/courts/order'>> => {
        const order = parseInput(courtOrderSchema, body);
        const courts = await club.write((tx) => store.reorder(tx, order.courts, today(), actorOf(session)));
        return { data: { courts } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .get(
      '/api/admin/courts/:id/bookings',
      ({ params }): ApiAnswer<'GET /api/admin/courts/:id/bookings'> => {
        const { id } = store.require(parseIdOrZero(params.id), today());
        return { data: { bookings: deps.listCourtBookings(id, deps.now()) } };
      },
      { access: 'owner' },
    )
    .get(
      '/api/admin/courts/:id/history',
      ({ params }): ApiAnswer<'GET /api/admin/courts/:id/history'> => {
        const id = parseIdOrZero(params.id);
        store.require(id, today());
        return { data: { history: listCourtAuditEntries(club.db, id) } };
      },
      { access: 'owner' },
    )
    .put(
      '/api/admin/courts/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/courts/:id'>> => {
        const edit = parseInput(courtEditSchema, body);
        const court = await club.write((tx) =>
          store.update(tx, parseIdOrZero(params.id), edit, today(), actorOf(session)),
        );
        return { data: { court } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/courts/:id/image',
      async ({ params, request, session }): Promise<ApiAnswer<'PUT /api/admin/courts/:id/image'>> => {
        const name = await savePictureUpload(request, deps.imageReencoder, deps.mediaDir);
        const court = await club.write((tx) =>
          store.update(
            tx,
            parseIdOrZero(params.id),
            { image_url: `/media/${name}` },
            today(),
            actorOf(session),
          ),
        );
        return { data: { court } };
      },
      // The body is read after the check that an owner sends it.
      { access: 'owner', parse: skipBodyParsing },
    )
    .delete(
      '/api/admin/courts/:id/image',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/courts/:id/image'>> => {
        const court = await club.write((tx) =>
          store.update(tx, parseIdOrZero(params.id), { image_url: null }, today(), actorOf(session)),
        );
        return { data: { court } };
      },
      { access: 'owner' },
    );
}
