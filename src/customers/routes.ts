import { Elysia } from 'elysia';
import { blockContact, findBlock, unblockContact } from '../bookings/contact-blocks.ts';
import type { Bookings } from '../bookings/module.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { contactBlockSchema, customerNoteSchema } from '../domain/customer.ts';
import { parseSearch } from '../domain/search-text.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import { PeopleSearch } from './people-search.ts';
import { CustomerStore } from './store.ts';

const MAX_LISTED_BOOKINGS = 50;
const PAGE_SIZE = 50;

/** What staff know about a customer, reached from any of the customer's bookings. */
export function customerRoutes({ guard, club, now }: Base, { store: bookings }: Bookings) {
  const customers = new CustomerStore(club.db);
  const people = new PeopleSearch(club.db);
  /** A booking's customer, or the payer named in the query. */
  const requireCustomer = (bookingId: string, { payer_id }: Record<string, string | undefined>) => {
    const booking = bookings.require(parseIdOrZero(bookingId));
    const id = payer_id === undefined ? undefined : parseIdOrZero(payer_id);
    const { position, name, phone, email } = bookings.payers.requireOf(booking, id);
    return { booking, isCustomer: position === 1, name, phone, email };
  };
  return new Elysia({ name: 'customers' })
    .use(guard)
    .get(
      '/api/admin/customers',
      ({ query }): ApiAnswer<'GET /api/admin/customers'> => {
        const search = parseSearch(String(query.q ?? ''));
        const before = query.cursor ? parseIdOrZero(String(query.cursor)) : null;
        const found = customers.listCustomers(search, before, PAGE_SIZE + 1);
        const shown = found.slice(0, PAGE_SIZE);
        const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
        return { data: { customers: shown, next_cursor: last ? String(last.booking_id) : null } };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/people',
      ({ query }): ApiAnswer<'GET /api/admin/people'> => ({
        data: { people: people.search(parseSearch(String(query.q ?? ''))) },
      }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/bookings/:id/customer',
      ({ params, query, session }): ApiAnswer<'GET /api/admin/bookings/:id/customer'> => {
        const { booking, isCustomer, name, phone, email } = requireCustomer(params.id, query);
        const found = customers.bookingIdsOf({ phone, email });
        // A walk-in without phone and email is known by this booking alone.
        const ids = found.length > 0 || !isCustomer ? found : [booking.id];
        const totals = customers.totalsOf(ids, now());
        return {
          data: {
            name,
            phone,
            email,
            ...totals,
            spent: session?.user.role === 'owner' ? totals.spent : null,
            bookings: ids.slice(0, MAX_LISTED_BOOKINGS).map((bookingId) => bookings.require(bookingId)),
            notes: customers.listNotes({ phone, email }, requireSession(session).user),
            block: findBlock(club.db, { phone, email }, now()),
          },
        };
      },
      { access: 'staff' },
    )
    .put(
      '/api/admin/bookings/:id/customer/block',
      async ({
        params,
        query,
        body,
        session,
      }): Promise<ApiAnswer<'PUT /api/admin/bookings/:id/customer/block'>> => {
        const input = parseInput(contactBlockSchema, body);
        const block = await club.write((tx) => {
          const { booking, ...contact } = requireCustomer(params.id, query);
          const { rule, until } = input;
          recordAuditEntry(tx, actorOf(session), 'contact_blocked', 'booking', booking.id, { rule, until });
          return blockContact(tx, contact, input, requireSession(session).user.id);
        });
        return { data: { block } };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/bookings/:id/customer/block',
      async ({
        params,
        query,
        session,
      }): Promise<ApiAnswer<'DELETE /api/admin/bookings/:id/customer/block'>> => {
        await club.write((tx) => {
          const { booking, ...contact } = requireCustomer(params.id, query);
          recordAuditEntry(tx, actorOf(session), 'contact_unblocked', 'booking', booking.id);
          unblockContact(tx, contact);
        });
        return { data: { block: null } };
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/bookings/:id/customer/notes',
      async ({
        params,
        query,
        body,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/customer/notes'>> => {
        const { note: text } = parseInput(customerNoteSchema, body);
        const note = await club.write((tx) =>
          customers.addNote(tx, requireCustomer(params.id, query), text, requireSession(session).user),
        );
        set.status = 201;
        return { data: { note } };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/bookings/:id/customer/notes/:noteId',
      async ({
        params,
        query,
        session,
      }): Promise<ApiAnswer<'DELETE /api/admin/bookings/:id/customer/notes/:noteId'>> => {
        const id = parseIdOrZero(params.noteId);
        await club.write((tx) => {
          const customer = requireCustomer(params.id, query);
          const written_by = customers.deleteNote(tx, customer, id, requireSession(session).user);
          recordAuditEntry(tx, actorOf(session), 'note_deleted', 'booking', customer.booking.id, {
            written_by,
          });
        });
        return { data: { id } };
      },
      { access: 'staff' },
    );
}
