import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import {
  addOnChangeSchema,
  attendanceSchema,
  closureSchema,
  lateReceiptDecisionSchema,
  releaseUnpaidSchema,
  rescheduleQuoteSchema,
  rescheduleSchema,
  statusChangeSchema,
} from '../domain/admin-inputs.ts';
import type { ReceiptView } from '../domain/api/admin-booking-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { isDate } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Court } from '../domain/court.ts';
import { dayPlanOf, todayOf } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import { adminContactSchema } from '../domain/self-service.ts';
import type { Offer } from '../domain/waitlist.ts';
import { walkInQuoteSchema, walkInSchema } from '../domain/walk-in.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { AdminBookingList } from './admin-booking-list.ts';
import { recordAttendance } from './attendance.ts';
import { listBalances } from './balance-list.ts';
import { streamBookingsCsv } from './booking-csv-export.ts';
import { decodeCursor, parseFilter, parseLimit, type QueryParams } from './booking-filter.ts';
import type { BookingItemSource } from './booking-items.ts';
import type { BookingKeys } from './booking-keys.ts';
import { changeAddOns } from './change-add-ons.ts';
import { type AddLedgerEntry, changeStatusWithMoney } from './change-status.ts';
import { ClosureStore } from './closures.ts';
import { correctEmail, resendEmail } from './customer-changes.ts';
import { decideLateReceipt, listLateReceipts } from './late-receipts.ts';
import { listMassUnpaidBookings, releaseUnpaid } from './mass-unpaid-bookings.ts';
import { planReschedule, rescheduleBooking } from './reschedule.ts';
import { restoreWarning } from './restore-warning.ts';
import type { SearchIndex } from './search-index.ts';
import type { BookingStore } from './store.ts';
import { bookWalkIn, priceWalkIn, type TakeOverOffers } from './walk-in.ts';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;

/** Lists, creates and changes bookings and closures for admins. */
export function adminBookingRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bookings: BookingStore;
  findCourt: (id: number) => Court | null;
  /** The number of the member with a confirmed email. */
  findMember: (email: string) => number | null;
  listCourts: () => Court[];
  listOpenOffers: (courtId: number, date: string) => Offer[];
  takeOverOffers: TakeOverOffers;
  calendar: () => Calendar;
  searchIndex: SearchIndex;
  findReceipt: (bookingId: number) => ReceiptView | null;
  addLedgerEntry: AddLedgerEntry;
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  creditOf: (userId: number) => number;
  bookingRules: () => BookingRules;
  keys: BookingKeys;
  items: BookingItemSource;
  now: () => number;
}) {
  const { club, bookings, findCourt, searchIndex } = deps;
  const list = new AdminBookingList(club.db);
  const closures = new ClosureStore(club.db);
  const today = () => todayOf(deps.calendar(), deps.now());
  const warningFor = (booking: Booking) => restoreWarning(booking, findCourt(booking.court_id), deps.now());
  const writeOptions = { access: 'staff', parse: parseJsonBody } as const;
  const readOptions = { access: 'staff' } as const;

  return new Elysia({ name: 'admin-bookings' })
    .use(deps.guard)
    .get(
      '/api/admin/bookings',
      async ({ query }): Promise<ApiAnswer<'GET /api/admin/bookings'>> => {
        const queryParams = query as QueryParams;
        const limit = parseLimit(queryParams, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
        const filter = parseFilter(queryParams);
        const cursor = decodeCursor(queryParams.cursor);
        if (filter.ftsQuery !== null) await searchIndex.syncIfPossible();
        return { data: list.readPage(filter, limit, cursor) };
      },
      readOptions,
    )
    .get(
      '/api/admin/bookings.csv',
      async ({ query }) => {
        const filter = parseFilter(query as QueryParams);
        if (filter.ftsQuery !== null) await searchIndex.syncIfPossible();
        return new Response(streamBookingsCsv(list, filter), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="bookings-${today()}.csv"`,
            'cache-control': 'no-store',
          },
        });
      },
      { access: 'owner' },
    )
    .get(
      '/api/admin/bookings/:id',
      ({ params }) => {
        const booking = bookings.require(parseId(params.id));
        return {
          data: {
            booking,
            history: listAuditEntries(club.db, 'booking', booking.id),
            receipt: deps.findReceipt(booking.id),
            restore_warning: booking.status === 'cancelled' ? warningFor(booking) : null,
            entries: deps.listLedgerEntries(booking.id),
            credit: booking.user_id === null ? null : deps.creditOf(booking.user_id),
            manage_url: deps.keys.manageUrl(booking),
          },
        };
      },
      readOptions,
    )
    .get(
      '/api/admin/balances',
      (): ApiAnswer<'GET /api/admin/balances'> => ({
        data: listBalances(club.db, today()),
      }),
      readOptions,
    )
    .put(
      '/api/admin/bookings/:id/status',
      async ({ params, body, session }) => {
        const id = parseId(params.id);
        const input = parseInput(statusChangeSchema, body);
        const { booking, warning } = await club.write((tx) => {
          const isRestored = bookings.require(id).status === 'cancelled';
          const booking = changeStatusWithMoney(tx, deps, id, input, actorOf(session));
          return { booking, warning: isRestored ? warningFor(booking) : null };
        });
        return { data: { booking, ...(warning ? { warning } : {}) } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/bookings'>> => {
        const input = parseInput(walkInSchema, body);
        const booking = await club.write((tx) => bookWalkIn(tx, deps, input, actorOf(session)));
        set.status = 201;
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/quote',
      ({ body }): ApiAnswer<'POST /api/admin/bookings/quote'> => {
        const { price, user_id } = priceWalkIn(deps, parseInput(walkInQuoteSchema, body), deps.now());
        return { data: { total: price.total, lines: price.lines, is_member: user_id !== null } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/attendance',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/attendance'>> => {
        const id = parseId(params.id);
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
        const booking = bookings.require(parseId(params.id));
        return { data: planReschedule(deps, booking, target, deps.now()).quote };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/slots',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/slots'>> => {
        const id = parseId(params.id);
        const move = parseInput(rescheduleSchema, body);
        const booking = await club.write((tx) => rescheduleBooking(tx, deps, id, move, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/add-ons',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/add-ons'>> => {
        const id = parseId(params.id);
        const input = parseInput(addOnChangeSchema, body);
        const booking = await club.write((tx) => changeAddOns(tx, deps, id, input, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .put(
      '/api/admin/bookings/:id/contact',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/contact'>> => {
        const id = parseId(params.id);
        const { email, version } = parseInput(adminContactSchema, body);
        const booking = await club.write((tx) =>
          correctEmail(tx, deps, id, email, { byCustomer: false, version }, actorOf(session)),
        );
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/:id/resend',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/resend'>> => {
        const id = parseId(params.id);
        const recipient = await club.write((tx) => resendEmail(tx, deps, id, actorOf(session)));
        return { data: { recipient } };
      },
      readOptions,
    )
    .get(
      '/api/admin/mass-unpaid-bookings',
      (): ApiAnswer<'GET /api/admin/mass-unpaid-bookings'> => ({
        data: { groups: listMassUnpaidBookings(club.db, deps.now(), today()) },
      }),
      readOptions,
    )
    .post(
      '/api/admin/mass-unpaid-bookings/release',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/mass-unpaid-bookings/release'>> => {
        const { booking_ids } = parseInput(releaseUnpaidSchema, body);
        const released = await club.write((tx) =>
          releaseUnpaid(tx, bookings, booking_ids, actorOf(session)).map(({ id }) => id),
        );
        return { data: { released } };
      },
      writeOptions,
    )
    .get(
      '/api/admin/late-receipts',
      (): ApiAnswer<'GET /api/admin/late-receipts'> => ({
        data: { late_receipts: listLateReceipts(club.db, bookings, deps.now()) },
      }),
      readOptions,
    )
    .post(
      '/api/admin/late-receipts/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/late-receipts/:id'>> => {
        const id = parseId(params.id);
        const input = parseInput(lateReceiptDecisionSchema, body);
        const booking = await club.write((tx) => decideLateReceipt(tx, deps, id, input, actorOf(session)));
        return { data: { booking } };
      },
      writeOptions,
    )
    .get(
      '/api/admin/day',
      ({ query }): ApiAnswer<'GET /api/admin/day'> => {
        const date = String(query.date ?? today());
        if (!isDate(date)) {
          throw invalidField('date', 'Please choose a date that exists.');
        }
        const courts = deps
          .listCourts()
          .map((court) => ({
            court,
            bookings: bookings.listByDay(court.id, date),
            closures: closures.listByDay(court.id, date),
            offers: deps.listOpenOffers(court.id, date),
          }))
          .filter(
            ({ court, ...held }) => court.active || Object.values(held).some(({ length }) => length > 0),
          );
        return { data: { date, today: today(), courts } };
      },
      readOptions,
    )
    .post(
      '/api/admin/closures',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/closures'>> => {
        const input = parseInput(closureSchema, body);
        const closure = await club.write((tx) =>
          closures.create(
            tx,
            findCourt(input.court_id),
            input,
            (date) => dayPlanOf(deps.calendar(), date),
            actorOf(session),
          ),
        );
        set.status = 201;
        return { data: { closure } };
      },
      writeOptions,
    )
    .delete(
      '/api/admin/closures/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/closures/:id'>> => {
        const id = parseId(params.id);
        await club.write((tx) => closures.remove(tx, id, actorOf(session)));
        return { data: { id } };
      },
      readOptions,
    );
}

function parseId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure('not_found', 'There is no booking or closure with this number.');
}
