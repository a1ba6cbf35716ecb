import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { customerNoteSchema } from '../domain/customer.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { CustomerStore } from './store.ts';

const MAX_LISTED_BOOKINGS = 50;

/** A customer's page for the staff, reached from any of the customer's bookings. */
export function customerRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  customers: CustomerStore;
  requireBooking: (id: number) => Booking;
  /** Brings the search index up to date, through which bookings are found by phone. */
  syncSearch: () => Promise<void>;
  now: () => number;
}) {
  const { club, customers } = deps;
  const requireBooking = (id: string) => deps.requireBooking(parseIdOrZero(id));
  return new Elysia({ name: 'customers' })
    .use(deps.guard)
    .get(
      '/api/admin/bookings/:id/customer',
      async ({ params, session }): Promise<ApiAnswer<'GET /api/admin/bookings/:id/customer'>> => {
        const { id, name, phone, email } = requireBooking(params.id);
        await deps.syncSearch();
        const found = customers.bookingIdsOf({ phone, email });
        // A walk-in without a phone and an email is known by this booking alone.
        const ids = found.length > 0 ? found : [id];
        const totals = customers.totalsOf(ids, deps.now());
        return {
          data: {
            ...{ name, phone, email },
            ...totals,
            spent: session?.user.role === 'owner' ? totals.spent : null,
            bookings: ids.slice(0, MAX_LISTED_BOOKINGS).map((bookingId) => deps.requireBooking(bookingId)),
            notes: customers.notesOf({ phone, email }),
          },
        };
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/bookings/:id/customer/notes',
      async ({
        params,
        body,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/customer/notes'>> => {
        const { note: text } = parseInput(customerNoteSchema, body);
        const note = await club.write((tx) =>
          customers.addNote(tx, requireBooking(params.id), text, actorOf(session)),
        );
        set.status = 201;
        return { data: { note } };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/customer-notes/:id',
      async ({ params }): Promise<ApiAnswer<'DELETE /api/admin/customer-notes/:id'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => customers.deleteNote(tx, id));
        return { data: { id } };
      },
      { access: 'staff' },
    );
}
