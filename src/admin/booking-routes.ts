import { Elysia } from 'elysia';
import type { Bank } from '../bank/module.ts';
import type { Bookings } from '../bookings/module.ts';
import { listAfterNoShow, listMissedDates } from '../bookings/no-show-policy.ts';
import { restoreWarning } from '../bookings/restore-warning.ts';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { requireDate } from '../domain/date-range.ts';
import { walkInQuoteSchema, walkInSchema } from '../domain/walk-in.ts';
import type { Events } from '../events/module.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import { listPayeeChanges } from '../ledger/payee-changes.ts';
import type { Matches } from '../matches/module.ts';
import { toAdminPayer } from '../payers/answers.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import { findBalanceQr, findShareQr } from '../payments/transfer-qr.ts';
import type { Receipts } from '../receipts/module.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { bookWalkIn, priceWalkIn } from './walk-in.ts';

/** The reception's view of a booking and of a day, and bookings it makes for customers who are there. */
export function receptionRoutes(
  { guard, club, now }: Base,
  { services, closures }: Bookings,
  receipts: Receipts,
  bank: Bank,
  waitlist: Waitlist,
  matches: Matches,
  events: Events,
) {
  const { calendar, courts, ledger, bookings } = services;
  const readOptions = { access: 'staff' } as const;
  const writeOptions = { access: 'staff', parse: parseJsonBody } as const;

  return new Elysia({ name: 'reception' })
    .use(guard)
    .get(
      '/api/admin/bookings/:id',
      ({ params }): ApiAnswer<'GET /api/admin/bookings/:id'> => {
        const booking = bookings.require(parseBookingId(params.id));
        const court = courts.find(booking.court_id);
        const facts = services.settings.facts();
        const warning = booking.status === 'cancelled' ? restoreWarning(booking, court, now()) : null;
        return {
          data: {
            booking,
            history: listAuditEntries(club.db, 'booking', booking.id),
            receipt: receipts.store.findView(booking),
            restore_warning: warning,
            entries: ledger.listByBooking(booking.id),
            payee_changes: listPayeeChanges(club.db, { booking_id: booking.id, payer_id: null }, now()),
            paid_from: bank.listPaidFrom(booking.id),
            payers: bookings.payers.listOf(booking).map((payer) => ({
              ...toAdminPayer(payer, receipts.store.findView(booking, payer.id)),
              credit: payer.user_id === null ? null : ledger.creditOf(payer.user_id),
              missed: listMissedDates(club.db, { ...booking, phone: payer.phone, email: payer.email }),
              transfer_qr:
                payer.position === 1
                  ? findBalanceQr({ ...booking, balance: payer.balance }, facts)
                  : findShareQr(booking, payer, facts),
            })),
            match: matches.views.ofBooking(booking),
            missed: listMissedDates(club.db, booking),
            transfer_qr: findBalanceQr({ ...booking, balance: bookings.payers.dueOf(booking) }, facts),
          },
        };
      },
      readOptions,
    )
    .post(
      '/api/admin/bookings',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/bookings'>> => {
        const input = parseInput(walkInSchema, body);
        const booking = await club.write((tx) =>
          bookWalkIn(tx, services, waitlist.offers, input, actorOf(session)),
        );
        set.status = 201;
        return { data: { booking } };
      },
      writeOptions,
    )
    .post(
      '/api/admin/bookings/quote',
      ({ body, session }): ApiAnswer<'POST /api/admin/bookings/quote'> => {
        const input = parseInput(walkInQuoteSchema, body);
        const { price, user_id } = priceWalkIn(services, input, now(), actorOf(session));
        return { data: { total: price.total, lines: price.lines, is_member: user_id !== null } };
      },
      writeOptions,
    )
    .get(
      '/api/admin/day',
      ({ query }): ApiAnswer<'GET /api/admin/day'> => {
        const date = requireDate(query.date ?? calendar.today());
        const held = courts
          .listAll()
          .map((court) => ({
            court,
            bookings: bookings.listByDay(court.id, date),
            closures: closures.listByDay(court.id, date),
            sessions: events.views.daySessions(court.id, date),
            offers: waitlist.store.listOpenOffers(court.id, date),
          }))
          .filter(
            ({ court, ...lists }) => court.active || Object.values(lists).some(({ length }) => length > 0),
          );
        const ids = held.flatMap((at) => at.bookings.map(({ id }) => id));
        const after_no_show = listAfterNoShow(club.db, ids);
        return { data: { date, today: calendar.today(), courts: held, after_no_show } };
      },
      readOptions,
    );
}
