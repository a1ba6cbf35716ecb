import type { Database } from 'bun:sqlite';
import { Elysia } from 'elysia';
import { assertDailyLimit, assertUnpaidLimit } from '../bookings/booking-limits.ts';
import { cancellationOf } from '../bookings/cancel.ts';
import { findCompany, setCompany } from '../bookings/companies.ts';
import { assertNotBlocked } from '../bookings/contact-blocks.ts';
import { accountGuesser } from '../bookings/discounts.ts';
import { listPayers } from '../bookings/list-payers.ts';
import { makeBooking } from '../bookings/make-booking.ts';
import type { Bookings } from '../bookings/module.ts';
import { assertCashAllowed, cashError } from '../bookings/no-show-policy.ts';
import { prepareBooking } from '../bookings/prepare-booking.ts';
import { paymentMethodsOf } from '../config/payment-methods.ts';
import type { Contact } from '../contact/module.ts';
import { hasCustomerEntry, listAuditEntries } from '../db/audit-log.ts';
import type { SelfService } from '../domain/api/booking-answers.ts';
import { companySchema } from '../domain/api/ledger-answers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { AuditDetails } from '../domain/audit-log.ts';
import {
  type Booking,
  bookingRequestSchemaFor,
  cashCheckSchema,
  type PublicBooking,
} from '../domain/booking.ts';
import { type Statement, statementEntries } from '../domain/booking-statement.ts';
import { type Club, daysAheadOf } from '../domain/club.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { heldWays } from '../domain/money-ways.ts';
import { guestCashError, payByOf } from '../domain/payment-deadline.ts';
import { type PaymentInstructions, paymentInstructions } from '../domain/payment-instructions.ts';
import { normalizePhone } from '../domain/phone.ts';
import { planDaysAhead } from '../domain/plan-price.ts';
import { ownPart } from '../domain/share.ts';
import { startInstantOf } from '../domain/slot.ts';
import type { Base } from '../http/base.ts';
import { type IdempotencyKey, readIdempotencyKey } from '../http/idempotency.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import type { Matches } from '../matches/module.ts';
import { bookingNotFound, parseBookingId } from '../payers/payer-access.ts';
import type { Payments } from '../payments/module.ts';
import { findTransferQr } from '../payments/transfer-qr.ts';
import type { Receipts } from '../receipts/module.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { payWithCredit } from './pay-online.ts';

type BookingResponse = ApiAnswer<'POST /api/book'>;
/** The response as stored for retries: without keys, and without a payment page that may have expired. */
type StoredResponse = Pick<BookingResponse, 'booking' | 'message' | 'instructions'>;

/** Kept low so nobody can probe for no-shows; the wizard carries on without an answer. */
const CASH_CHECKS_PER_NETWORK = { limit: 20, window: 600_000 };

/** What a customer's booking involves. */
export interface SelfServiceModules {
  bookings: Bookings;
  receipts: Receipts;
  payments: Payments;
  waitlist: Waitlist;
  matches: Matches;
  contact: Contact;
}

/** Creates bookings and shows them to customers. */
export function bookingRoutes(base: Base, below: SelfServiceModules, requestsPerSource: RateLimiter) {
  const { club, config, idempotency, getClientIp } = base;
  const { access, keys, origins, services } = below.bookings;
  const { settings, calendar, courts, ledger, bookings, items } = services;
  const { receipts, waitlist } = below;
  const { cards } = below.payments;
  const cashChecks = new RateLimiter(CASH_CHECKS_PER_NETWORK, base.now);
  const paymentMethods = paymentMethodsOf(config);
  const guestSchema = bookingRequestSchemaFor(paymentMethods);
  const memberSchema = bookingRequestSchemaFor([...paymentMethods, 'credit']);

  /** Adds the manage link and, for a card booking, the payment page's address. */
  const completeResponse = async (
    storedResponse: StoredResponse,
    idempotencyKey: IdempotencyKey | null,
    isRetry: boolean,
  ): Promise<BookingResponse> => {
    const { id, payer_id, email, payment_method, status } = storedResponse.booking;
    const response: BookingResponse = {
      ...storedResponse,
      // A retry after the email was corrected gets the key that works now.
      manage_url: keys.manageUrl((isRetry && bookings.find(id)) || { id, email }),
      contact_key: keys.contactKeyOf({ id }),
    };
    if (!cards || payment_method !== 'card' || status === 'paid') return response;
    try {
      return { ...response, ...(await cards.openPaymentPage(payer_id)) };
    } catch (error) {
      // Opening the page failed and cancelled the booking, so a retry may book again.
      if (idempotencyKey) await club.write((tx) => idempotency.delete(tx, idempotencyKey));
      throw error;
    }
  };

  /** What a cancellation by the customer would keep now. */
  const keptBy = (booking: Booking) => {
    const { keep, kept } = cancellationOf(bookings, booking, 'customer', base.now());
    return { all: keep, own: kept[0] ?? 0 };
  };

  /** The other payers have their own statements. */
  const statementOf = (whole: Booking): Statement => {
    const booking = ownPart(whole, bookings.payers.listOf(whole));
    const { name, address, phone, email, tax_number, bank } = settings.facts();
    const isTransfer = booking.balance > 0 && booking.payment_method === 'bank_transfer' && bank.iban !== '';
    const { account_title, bank_name, iban } = bank;
    return {
      booking,
      entries: statementEntries(ledger.listByPayer(bookings.payers.require(booking.payer_id))),
      company: findCompany(club.db, booking.id),
      issuer: { name, address, phone, email, tax_number },
      bank: isTransfer ? { account_title, bank_name, iban } : null,
      qr: findTransferQr(booking, settings.facts()),
    };
  };

  return new Elysia({ name: 'bookings' })
    .use(base.guard)
    .post(
      '/api/book',
      async ({ body, request, server, session, set }) => {
        const clientIp = getClientIp({ request, server });
        const user = session?.user ?? null;
        const source = user?.email_verified ? accountGuesser(user.id) : clientIp;
        requestsPerSource.consume(source);
        const input = parseInput(user ? memberSchema : guestSchema, body);
        const idempotencyKey = readIdempotencyKey(request, user?.id ?? null, body);
        let isRetry = false;
        const response = await club.write((tx) => {
          const storedResponse = idempotencyKey && idempotency.findResponse(idempotencyKey);
          isRetry = Boolean(storedResponse);
          if (storedResponse) return JSON.parse(storedResponse) as StoredResponse;
          const facts = settings.facts();
          const { booking_rules: rules, phone: clubPhone } = facts;
          const { email, add_ons, code } = input;
          const customer = { user_id: user?.id ?? null, email, phone: normalizePhone(input.phone) };
          const newBooking = prepareBooking(input, {
            itemsFor: items.of({
              add_ons,
              code: code === undefined ? code : { text: code, guesser: source },
              customer,
              isMember: user !== null,
            }),
            court: courts.requireActive(input.court_id),
            calendar: calendar.current(),
            now: tx.now,
            daysAhead: daysAheadOf(
              facts,
              user !== null,
              planDaysAhead(items.heldBy(customer.user_id), calendar.today()),
            ),
            club: facts,
          });
          const originKeys = user?.is_admin ? [] : origins.keysOf(clientIp, newBooking, user);
          const limits = {
            now: tx.now,
            courts: courts.countActive(),
            slotsADay: calendar.planOf(newBooking.date).slots.length,
            clubPhone,
          };
          // From here on, its slots count as the booking's.
          const finishOffer =
            input.offer === undefined ? null : waitlist.offers.accept(tx, input.offer, newBooking);
          assertDailyLimit(origins, originKeys, newBooking.slotIndexes.length, limits);
          assertUnpaidLimit(services, originKeys, newBooking.slotIndexes.length, {
            date: newBooking.date,
            now: tx.now,
          });
          assertNotBlocked(tx.db, { typed: newBooking, user }, tx.now, clubPhone);
          assertCashAllowed(tx.db, newBooking, rules.no_show_limit, clubPhone, tx.now);
          assertPriceUnchanged(input.amount, newBooking.computed_amount);
          const { date, slotIndexes, payment_method } = newBooking;
          const isCashOfGuest = !user?.email_verified && payment_method === 'cash';
          const guestError = isCashOfGuest && guestCashError(date, rules, tx.now);
          if (guestError) throw invalidField('payment_method', guestError);
          const start = startInstantOf(date, slotIndexes[0] ?? 0);
          const pay_by = payByOf(payment_method, rules, tx.now, start);
          const request = { ...newBooking, user_id: customer.user_id, pay_by };
          let booking = makeBooking(tx, services, request, actorOf(session));
          finishOffer?.(booking.id);
          origins.record(tx, booking, originKeys);
          if (booking.balance > 0 && booking.payment_method === 'card')
            cards?.createCheckout(tx, { booking_id: booking.id, id: booking.payer_id }, booking.balance);
          else if (booking.balance > 0 && booking.payment_method === 'credit' && session)
            booking = payWithCredit(tx, services, booking, session);
          const newResponse = toBookingResponse(booking, facts);
          if (idempotencyKey) idempotency.save(tx, idempotencyKey, JSON.stringify(newResponse));
          return newResponse;
        });
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return completeResponse(response, idempotencyKey, isRetry);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/book/cash-check',
      ({ body, request, server, set }): ApiAnswer<'POST /api/book/cash-check'> => {
        set.headers['cache-control'] = 'no-store';
        cashChecks.consume(getClientIp({ request, server }));
        const { email, phone } = parseInput(cashCheckSchema, body);
        const { booking_rules, phone: clubPhone } = settings.facts();
        const contact = { email, phone: normalizePhone(phone) };
        const error = cashError(club.db, contact, booking_rules.no_show_limit, clubPhone, base.now());
        return { error };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/booking/:id',
      ({ params, request, server, session, set }): ApiAnswer<'GET /api/booking/:id'> => {
        const id = parseBookingId(params.id);
        const booking = bookings.find(id);
        const isCustomer = access.isCustomer(id, booking, { request, server, session });
        if (!isCustomer) access.countLookUp(id, { request, server });
        if (!booking) throw bookingNotFound();
        set.headers['cache-control'] = 'no-store';
        const { court_name } = booking;
        if (!isCustomer) return { booking: toPublicBooking(booking), court_name };
        const own = ledger.listByPayer(bookings.payers.require(booking.payer_id));
        return {
          booking,
          court_name,
          instructions: instructionsFor(ownPart(booking, bookings.payers.listOf(booking)), settings.facts()),
          self_service: {
            ...(access.mayHaveLink(booking, { request, server, session })
              ? { manage_url: keys.manageUrl(booking) }
              : {}),
            reschedule_used: hasCustomerEntry(club.db, id, 'moved'),
            email_corrected: hasCustomerEntry(club.db, id, 'email_corrected'),
            ...endOf(club.db, booking),
            receipt_rejected: receipts.store.findView(booking)?.rejected ?? null,
            paid_ways: heldWays(own),
            kept: keptBy(booking),
          },
          payers: listPayers(
            below.bookings,
            booking,
            access.mayHaveLink(booking, { request, server, session }),
          ),
          match: below.matches.views.ofBooking(booking),
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/booking/:id/statement',
      ({ params, request, server, session, set }): ApiAnswer<'GET /api/booking/:id/statement'> => {
        const id = parseBookingId(params.id);
        const booking = access.require(id, bookings.find(id), { request, server, session });
        set.headers['cache-control'] = 'no-store';
        return statementOf(booking);
      },
      { access: 'anyone' },
    )
    .put(
      '/api/booking/:id/company',
      async ({
        body,
        params,
        request,
        server,
        session,
        set,
      }): Promise<ApiAnswer<'PUT /api/booking/:id/company'>> => {
        const input = parseInput(companySchema, body);
        const id = parseBookingId(params.id);
        const booking = access.require(id, bookings.find(id), { request, server, session });
        await club.write((tx) => setCompany(tx, booking.id, input, actorOf(session)));
        set.headers['cache-control'] = 'no-store';
        return statementOf(booking);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/auth/bookings',
      ({ session }): ApiAnswer<'GET /api/auth/bookings'> =>
        bookings
          .listByUser(requireSession(session).user.id)
          .map((booking) => ownPart(booking, bookings.payers.listOf(booking))),
      { access: 'member' },
    );
}

/** The customer pays the price they saw, or sees the new price first. */
function assertPriceUnchanged(seenAmount: number | undefined, amount: number): void {
  if (seenAmount === undefined || seenAmount === amount) return;
  throw new Failure(
    'price_changed',
    `The price has changed from ${formatPkr(seenAmount)} to ${formatPkr(amount)}. Please check it and book again.`,
    { amount },
  );
}

function toBookingResponse(booking: Booking, facts: Club): StoredResponse {
  return {
    booking,
    message: `Booking ${booking.id} received. We are holding your court.`,
    instructions: instructionsFor(booking, facts),
  };
}

function instructionsFor(booking: Booking, facts: Club): PaymentInstructions {
  const { id, payment_method, computed_amount, charge, received, status, is_shared } = booking;
  const amount = is_shared ? charge : computed_amount;
  const instructions = paymentInstructions(payment_method, { id, amount, received, status }, facts);
  const qr = findTransferQr(booking, facts);
  return qr ? { ...instructions, qr } : instructions;
}

/** How a cancelled booking ended. */
function endOf(db: Database, { id, status }: Booking): Pick<SelfService, 'not_full' | 'club_cancelled'> {
  if (status !== 'cancelled') return { not_full: false };
  const entries = listAuditEntries(db, 'booking', id);
  const end = entries.findLast(({ action }) => action === 'status')?.details as
    | AuditDetails['status']
    | undefined;
  return {
    not_full: entries.some(({ action }) => action === 'match_not_full'),
    ...(end?.cancelled_by === 'club' ? { club_cancelled: { reason: end.closed ?? '' } } : {}),
  };
}

export function toPublicBooking(booking: Booking): PublicBooking {
  return {
    id: booking.id,
    court_id: booking.court_id,
    date: booking.date,
    start_time: booking.start_time,
    duration: booking.duration,
    slots: booking.slots,
    status: booking.status,
    payment_method: booking.payment_method,
  };
}
