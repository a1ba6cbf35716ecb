import { Elysia } from 'elysia';
import {
  addOnChangeSchema,
  attendanceSchema,
  closureSchema,
  inTheWaySchema,
  lateReceiptDecisionSchema,
  releaseUnpaidSchema,
  rescheduleQuoteSchema,
  rescheduleSchema,
  statusChangeSchema,
} from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { endOfPlay } from '../domain/play-time.ts';
import { adminContactSchema } from '../domain/self-service.ts';
import type { Base } from '../http/base.ts';
import { csvResponse } from '../http/csv.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import type { Items } from '../payers/items.ts';
import type { PayerKeys } from '../payers/payer-keys.ts';
import type { SolePayerStore } from '../payers/sole-payer-store.ts';
import { AdminBookingList } from './admin-booking-list.ts';
import { recordAttendance } from './attendance.ts';
import { listBalances } from './balance-list.ts';
import { bookingsCsv } from './booking-csv-export.ts';
import { decodeCursor, parseFilter, parseLimit, type QueryParams } from './booking-filter.ts';
import { changeStatusWithMoney } from './cancel.ts';
import { changeAddOns } from './change-add-ons.ts';
import type { ClosureStore } from './closures.ts';
import { correctEmail, resendEmail, resendShareLink } from './correct-email.ts';
import { handLink } from './handed-links.ts';
import { listInTheWay, makeRoom } from './in-the-way.ts';
import { decideLateReceipt, listLateReceipts } from './late-receipts.ts';
import { planReschedule, rescheduleBooking } from './reschedule.ts';
import { restoreWarning } from './restore-warning.ts';
import type { BookingServices } from './services.ts';
import { releaseUnpaid } from './unpaid-holds.ts';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const NOT_FOUND = 'There is no booking or closure with this number.';

export function adminBookingRoutes(
  { guard, club, now }: Base,
  services: BookingServices,
  closures: ClosureStore,
  keys: PayerKeys,
  { sole, items }: { sole: SolePayerStore; items: Items },
) {
  const { calendar, courts, bookings, holds } = services;
  const list = new AdminBookingList(club.db);
  const today = () => calendar.today();
  const writeOptions = { access: 'staff', parse: parseJsonBody } as const;
  const readOptions = { access: 'staff' } as const;

  return new Elysia({ name: 'admin-bookings' })
    .use(guard)
    .get(
      '/api/admin/bookings',
      ({ query }): ApiAnswer<'GET /api/admin/bookings'> => {
        const queryParams = query as QueryParams;
        const limit = parseLimit(queryParams, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
        const filter = parseFilter(queryParams);
        const cursor = decodeCursor(queryParams.cursor);
        return { data: list.readPage(filter, limit, cursor) };
      },
      readOptions,
    )
    .get(
      '/api/admin/bookings.csv',
      ({ request, query, session }) => {
        const filter = parseFilter(query as QueryParams);
        const { from, to } = filter.range;
        if (requireSession(session).user.role === 'staff' && (from === null || from !== to)) {
          throw new Failure('forbidden', 'Staff may download one day at a time.');
        }
        return csvResponse(request, `bookings-${today()}.csv`, bookingsCsv(list, filter));
      },
      { access: 'owner' },
    )
    .get(
      '/api/admin/balances',
      (): ApiAnswer<'GET /api/admin/balances'> => ({
        data: listBalances(club.db, services, now()),
      }),
      readOptions,
    )
    .put(
      '/api/admin/bookings/:id/status',
      async ({ params, body, session }) => {
        const id = parseId(params.id, NOT_FOUND);
        const input = parseInput(statusChangeSchema, body);
        const { booking, warning } = await club.write((tx) => {
          const isRestored = bookings.require(id).status === 'cancelled';
          const booking = changeStatusWithMoney(tx, services, id, input, actorOf(session));
          return {
            booking,
            warning: isRestored ? restoreWarning(booking, courts.find(booking.court_id), tx.now) : null,
          };
        });
        return { data: { booking, ...(warning ? { warning } : {}) } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/attendance',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/attendance'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const input = parseInput(attendanceSchema, body);
        const booking = await club.write((tx) => recordAttendance(tx, bookings, id, input, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/:id/quote',
      ({ params, body }): ApiAnswer<'POST /api/admin/bookings/:id/quote'> => {
        const target = parseInput(rescheduleQuoteSchema, body);
        const booking = bookings.require(parseId(params.id, NOT_FOUND));
        return { data: planReschedule(services, booking, target, now()).quote };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/slots',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/slots'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const move = parseInput(rescheduleSchema, body);
        const booking = await club.write((tx) => rescheduleBooking(tx, services, id, move, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/add-ons',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/add-ons'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const input = parseInput(addOnChangeSchema, body);
        const booking = await club.write((tx) => changeAddOns(tx, services, id, input, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/contact',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/contact'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const { email, version } = parseInput(adminContactSchema, body);
        const booking = await club.write((tx) =>
          correctEmail(tx, services, id, email, { byCustomer: false, version }, actorOf(session)),
        );
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/:id/resend',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/resend'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const recipient = await club.write((tx) => resendEmail(tx, bookings, id, actorOf(session)));
        return { data: { recipient } };
      },
      readOptions,
    )
    .post(
      '/api/admin/bookings/:id/invoice',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/invoice'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const recipient = await club.write((tx) =>
          resendEmail(tx, bookings, id, actorOf(session), 'booking.invoice_requested'),
        );
        return { data: { recipient } };
      },
      readOptions,
    )
    .post(
      '/api/admin/payers/:id/resend',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/payers/:id/resend'>> => {
        const id = parseId(params.id, 'There is no player with this number.');
        const recipient = await club.write((tx) => resendShareLink(tx, bookings, id, actorOf(session)));
        return { data: { recipient } };
      },
      readOptions,
    )
    .post(
      '/api/admin/payers/:id/link',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/payers/:id/link'>> => {
        const id = parseId(params.id, 'There is no player with this number.');
        return {
          data: await club.write((tx) =>
            handLink(tx, { ...services, sole, items }, keys, id, actorOf(session)),
          ),
        };
      },
      readOptions,
    )
    .get(
      '/api/admin/mass-unpaid-bookings',
      (): ApiAnswer<'GET /api/admin/mass-unpaid-bookings'> => ({
        data: { groups: holds.listMassUnpaid({ now: now(), today: today() }) },
      }),
      readOptions,
    )
    .post(
      '/api/admin/mass-unpaid-bookings/release',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/mass-unpaid-bookings/release'>> => {
        const chosen = parseInput(releaseUnpaidSchema, body);
        const released = await club.write((tx) =>
          releaseUnpaid(tx, services, chosen, actorOf(session)).map(({ id }) => id),
        );
        return { data: { released } };
      },
      writeOptions,
    )
    .get(
      '/api/admin/late-receipts',
      (): ApiAnswer<'GET /api/admin/late-receipts'> => ({
        data: { late_receipts: listLateReceipts(club.db, bookings, now()) },
      }),
      readOptions,
    )
    .post(
      '/api/admin/late-receipts/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/late-receipts/:id'>> => {
        const id = parseId(params.id, NOT_FOUND);
        const input = parseInput(lateReceiptDecisionSchema, body);
        const booking = await club.write((tx) =>
          decideLateReceipt(tx, services, id, input, actorOf(session)),
        );
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/in-the-way',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/bookings/in-the-way'>> => {
        const { booking_ids, decisions } = parseInput(inTheWaySchema, body);
        await club.write((tx) => {
          for (const decision of decisions) makeRoom(tx, services, decision, actorOf(session));
        });
        const decided = new Set(decisions.map(({ booking_id }) => booking_id));
        const left = booking_ids
          .filter((id) => !decided.has(id))
          .map((id) => bookings.require(id))
          .filter((booking) => booking.status !== 'cancelled' && endOfPlay(booking) > now());
        return { data: { in_the_way: listInTheWay(services, left, now()) } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/closures',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/closures'>> => {
        const input = parseInput(closureSchema, body);
        const closure = await club.write((tx) => closures.create(tx, services, input, actorOf(session)));
        set.status = 201;
        return { data: { closure } };
      },
      writeOptions,
    )
    .delete(
      '/api/admin/closures/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/closures/:id'>> => {
        const id = parseId(params.id, NOT_FOUND);
        await club.write((tx) => closures.remove(tx, id, actorOf(session)));
        return { data: { id } };
      },
      readOptions,
    );
}
