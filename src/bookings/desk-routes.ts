import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import { businessDayOf, isDate } from '../domain/business-day.ts';
import type { Court } from '../domain/court.ts';
import {
  closureSchema,
  type DeskDay,
  moveQuoteSchema,
  moveSchema,
  type ReceiptView,
  statusChangeSchema,
  walkInSchema,
} from '../domain/desk.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { ClosureStore } from './closures.ts';
import { bookingsCsv } from './desk-csv.ts';
import { type Query, readCursor, readFilter, readLimit } from './desk-filter.ts';
import { DeskList } from './desk-list.ts';
import { bookWalkIn, moveBooking, planMove } from './moves.ts';
import type { SearchIndex } from './search-index.ts';
import type { BookingStore } from './store.ts';

const PAGE = 100;
const LONGEST_PAGE = 500;

/** Bookings as the desk works with them. */
export function deskBookingRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bookings: BookingStore;
  findCourt: (id: number) => Court | null;
  listCourts: () => Court[];
  search: SearchIndex;
  receiptOf: (bookingId: number) => ReceiptView | null;
  now: () => number;
}) {
  const { club, bookings, findCourt } = deps;
  const list = new DeskList(club.db);
  const { search } = deps;
  const closures = new ClosureStore(club.db);
  const write = { access: 'admin', parse: parseJsonBody } as const;
  const read = { access: 'admin' } as const;

  return new Elysia({ name: 'desk-bookings' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/admin/bookings',
      async ({ query }) => {
        const wish = query as Query;
        const limit = readLimit(wish, PAGE, LONGEST_PAGE);
        const filter = readFilter(wish);
        const cursor = readCursor(wish.cursor);
        if (filter.match !== null) await search.catchUpIfPossible();
        return { data: list.page(filter, limit, cursor) };
      },
      read,
    )
    .get(
      '/api/admin/bookings.csv',
      async ({ query }) => {
        const filter = readFilter(query as Query);
        if (filter.match !== null) await search.catchUpIfPossible();
        return new Response(bookingsCsv(list, filter), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="bookings-${businessDayOf(deps.now())}.csv"`,
            'cache-control': 'no-store',
          },
        });
      },
      read,
    )
    .get(
      '/api/admin/bookings/:id',
      ({ params }) => {
        const booking = bookings.require(numberOf(params.id));
        return {
          data: {
            booking,
            history: listAuditEntries(club.db, 'booking', booking.id),
            receipt: deps.receiptOf(booking.id),
          },
        };
      },
      read,
    )
    .put(
      '/api/admin/bookings/:id/status',
      async ({ params, body, session }) => {
        const id = numberOf(params.id);
        const { status, version } = parseInput(statusChangeSchema, body);
        const booking = await club.write((tx) =>
          bookings.moveStatus(tx, id, status, actorOf(session), version),
        );
        return { data: { booking } };
      },
      write,
    )
    .post(
      '/api/admin/bookings',
      async ({ body, session, set }) => {
        const input = parseInput(walkInSchema, body);
        const booking = await club.write((tx) =>
          bookWalkIn(tx, bookings, findCourt, input, actorOf(session)),
        );
        set.status = 201;
        return { data: { booking } };
      },
      write,
    )
    .post(
      '/api/admin/bookings/:id/quote',
      ({ params, body }) => {
        const place = parseInput(moveQuoteSchema, body);
        const booking = bookings.require(numberOf(params.id));
        return { data: planMove(bookings, findCourt, booking, place, deps.now()).quote };
      },
      write,
    )
    .put(
      '/api/admin/bookings/:id/slots',
      async ({ params, body, session }) => {
        const id = numberOf(params.id);
        const move = parseInput(moveSchema, body);
        const booking = await club.write((tx) =>
          moveBooking(tx, bookings, findCourt, id, move, actorOf(session)),
        );
        return { data: { booking } };
      },
      write,
    )
    .get(
      '/api/admin/day',
      ({ query }) => {
        const today = businessDayOf(deps.now());
        const date = String(query.date ?? today);
        if (!isDate(date)) {
          throw invalidField('date', 'Please choose a date that exists.');
        }
        const courts = deps
          .listCourts()
          .map((court) => ({
            court,
            bookings: bookings.holdingOn(court.id, date),
            closures: closures.ofDay(court.id, date),
          }))
          .filter((day) => day.court.active || day.bookings.length + day.closures.length > 0);
        return { data: { date, today, courts } satisfies DeskDay };
      },
      read,
    )
    .post(
      '/api/admin/closures',
      async ({ body, session, set }) => {
        const input = parseInput(closureSchema, body);
        const closure = await club.write((tx) =>
          closures.create(tx, findCourt(input.court_id), input, actorOf(session)),
        );
        set.status = 201;
        return { data: { closure } };
      },
      write,
    )
    .delete(
      '/api/admin/closures/:id',
      async ({ params, session }) => {
        const id = numberOf(params.id);
        await club.write((tx) => closures.remove(tx, id, actorOf(session)));
        return { data: { id } };
      },
      read,
    );
}

function numberOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure('not_found', 'There is nothing with this number.');
}
