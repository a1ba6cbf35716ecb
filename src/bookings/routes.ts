import { Elysia } from 'elysia';
import { hasCustomerEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { ReceiptView } from '../domain/api/admin-booking-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  type Booking,
  bookingRequestSchemaFor,
  type PaymentMethod,
  type PublicBooking,
} from '../domain/booking.ts';
import { toStatementEntry } from '../domain/booking-statement.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { type LedgerEntry, lastPaymentMethod } from '../domain/ledger.ts';
import { type BookingRules, guestCashError, payByOf } from '../domain/payment-deadline.ts';
import { type PaymentInstructions, paymentInstructions } from '../domain/payment-instructions.ts';
import { normalizePhone } from '../domain/phone.ts';
import { startInstantOf } from '../domain/slot.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { type IdempotencyKey, type IdempotencyStore, readIdempotencyKey } from '../http/idempotency.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import { type BookingAccess, bookingNotFound, parseBookingId } from './booking-access.ts';
import { type BookingItemSource, itemsOf } from './booking-items.ts';
import type { BookingKeys } from './booking-keys.ts';
import { assertDailyLimit, assertUnpaidLimit, type UnpaidDays } from './booking-limits.ts';
import { type BookingOriginStore, originKeysOf } from './booking-origins.ts';
import type { AddLedgerEntry } from './change-status.ts';
import { assertCashAllowed } from './no-show-policy.ts';
import { type CardCheckout, payWithCredit } from './pay-online.ts';
import { buildNewBooking } from './prepare-booking.ts';
import type { BookingStore } from './store.ts';

type BookingResponse = ApiAnswer<'POST /api/book'>;
/** The response as it is stored for retries: without keys, and without a payment page that may be over. */
type StoredResponse = Pick<BookingResponse, 'booking' | 'message' | 'instructions'>;

/**
 * Gives the slots of the offer in a link to the booking that is about to be written; the returned call records its
 * number.
 */
export type AcceptOffer = (
  tx: Transaction,
  link: string,
  booking: { court_id: number; date: string; slotIndexes: readonly number[] },
) => (bookingId: number) => void;

/** Creates bookings and shows them to customers. */
export function bookingRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bookings: BookingStore;
  idempotency: IdempotencyStore;
  findCourt: (id: number) => Court | null;
  countActiveCourts: () => number;
  clubFacts: () => Club;
  calendar: () => Calendar;
  paymentMethods: readonly PaymentMethod[];
  /** Null while no payment provider is set up. */
  cardCheckout: () => CardCheckout | null;
  /** Throws `rate_limited` when one address or member sends too many requests. */
  assertRateLimit: (key: string) => void;
  getClientIp: ClientIpResolver;
  origins: BookingOriginStore;
  access: BookingAccess;
  keys: BookingKeys;
  acceptOffer: AcceptOffer;
  addLedgerEntry: AddLedgerEntry;
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  creditOf: (userId: number) => number;
  findReceipt: (bookingId: number) => ReceiptView | null;
  bookingRules: () => BookingRules;
  items: BookingItemSource;
  unpaidDays: () => UnpaidDays;
}) {
  const { clubFacts } = deps;
  const guestSchema = bookingRequestSchemaFor(deps.paymentMethods);
  const memberSchema = bookingRequestSchemaFor([...deps.paymentMethods, 'credit']);

  /** Adds the manage link, and the payment page's address of a card booking. */
  const completeResponse = async (
    storedResponse: StoredResponse,
    idempotencyKey: IdempotencyKey | null,
    isRetry: boolean,
  ): Promise<BookingResponse> => {
    const { id, email, payment_method, status } = storedResponse.booking;
    const response: BookingResponse = {
      ...storedResponse,
      // A retry after the email was corrected gets the key that works now.
      manage_url: deps.keys.manageUrl((isRetry && deps.bookings.find(id)) || { id, email }),
      contact_key: deps.keys.contactKeyOf({ id }),
    };
    const cardCheckout = deps.cardCheckout();
    if (!cardCheckout || payment_method !== 'card' || status === 'paid') return response;
    try {
      return { ...response, ...(await cardCheckout.openPaymentPage(id)) };
    } catch (error) {
      // Opening the page failed and cancelled the booking, so a retry may book again.
      if (idempotencyKey) await deps.club.write((tx) => deps.idempotency.delete(tx, idempotencyKey));
      throw error;
    }
  };

  return new Elysia({ name: 'bookings' })
    .use(deps.guard)
    .post(
      '/api/book',
      async ({ body, request, server, session, set }) => {
        const clientIp = deps.getClientIp({ request, server });
        const user = session?.user ?? null;
        const source = user?.email_verified ? `member ${user.id}` : clientIp;
        deps.assertRateLimit(source);
        const input = parseInput(user ? memberSchema : guestSchema, body);
        const idempotencyKey = readIdempotencyKey(request, user?.id ?? null, body);
        let isRetry = false;
        const response = await deps.club.write((tx) => {
          const storedResponse = idempotencyKey && deps.idempotency.findResponse(idempotencyKey);
          isRetry = Boolean(storedResponse);
          if (storedResponse) return JSON.parse(storedResponse) as StoredResponse;
          const { email, add_ons, code } = input;
          const customer = { user_id: user?.id ?? null, email, phone: normalizePhone(input.phone) };
          const newBooking = buildNewBooking(input, {
            itemsFor: itemsOf(deps.items, {
              ...{ add_ons, code, customer, isMember: user !== null },
              guesser: user?.is_admin ? null : source,
            }),
            court: deps.findCourt(input.court_id),
            calendar: deps.calendar(),
            now: tx.now,
            daysAhead: clubFacts().booking_days_ahead,
          });
          const originKeys = user?.is_admin ? [] : originKeysOf(clientIp, newBooking, user);
          const knownKeys = deps.origins.knownKeys(tx, originKeys);
          if (knownKeys.length > 0) {
            const limits = {
              now: tx.now,
              today: businessDayOf(tx.now),
              courts: deps.countActiveCourts(),
              slotsADay: dayPlanOf(deps.calendar(), newBooking.date).slots.length,
              clubPhone: clubFacts().phone,
              unpaidDays: deps.unpaidDays(),
            };
            assertDailyLimit(deps.origins, knownKeys, newBooking.slotIndexes.length, limits);
            assertUnpaidLimit(deps.origins, knownKeys, newBooking.slotIndexes.length, limits);
          }
          assertCashAllowed(tx.db, newBooking, deps.bookingRules().no_show_limit, clubFacts().phone);
          assertPriceUnchanged(input.amount, newBooking.computed_amount);
          const { date, slotIndexes, payment_method } = newBooking;
          const cashError =
            !user && payment_method === 'cash' && guestCashError(date, deps.bookingRules(), tx.now);
          if (cashError) throw invalidField('payment_method', cashError);
          const start = startInstantOf(date, slotIndexes[0] ?? 0);
          const pay_by = payByOf(payment_method, deps.bookingRules(), tx.now, start);
          const finishOffer =
            input.offer === undefined ? null : deps.acceptOffer(tx, input.offer, newBooking);
          let booking = deps.bookings.create(tx, { ...newBooking, user_id: user?.id ?? null, pay_by });
          finishOffer?.(booking.id);
          deps.origins.record(tx, booking, originKeys);
          // Nothing is to be paid, and a payment provider refuses a payment of PKR 0.
          if (booking.computed_amount === 0)
            booking = deps.bookings.changeStatus(tx, booking.id, 'paid', SYSTEM_ACTOR);
          else if (booking.payment_method === 'card') deps.cardCheckout()?.createCheckout(tx, booking);
          else if (booking.payment_method === 'credit' && session)
            booking = payWithCredit(tx, deps, booking, session);
          const newResponse = toBookingResponse(booking, clubFacts());
          if (idempotencyKey) deps.idempotency.save(tx, idempotencyKey, JSON.stringify(newResponse));
          return newResponse;
        });
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return completeResponse(response, idempotencyKey, isRetry);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/booking/:id',
      ({ params, request, server, session, set }): ApiAnswer<'GET /api/booking/:id'> => {
        const id = parseBookingId(params.id);
        const booking = deps.bookings.find(id);
        const isCustomer = deps.access.isCustomer(id, booking, { request, server, session });
        if (!booking) throw bookingNotFound();
        set.headers['cache-control'] = 'no-store';
        const { court_name } = booking;
        if (!isCustomer) return { booking: toPublicBooking(booking), court_name };
        return {
          booking,
          court_name,
          instructions: instructionsFor(booking, clubFacts()),
          self_service: {
            manage_url: deps.keys.manageUrl(booking),
            reschedule_used: hasCustomerEntry(deps.club.db, id, 'moved'),
            email_corrected: hasCustomerEntry(deps.club.db, id, 'email_corrected'),
            receipt_rejected: deps.findReceipt(id)?.rejected ?? null,
            paid_by: booking.received > 0 ? lastPaymentMethod(deps.listLedgerEntries(id)) : null,
          },
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/booking/:id/statement',
      ({ params, request, server, session, set }): ApiAnswer<'GET /api/booking/:id/statement'> => {
        const id = parseBookingId(params.id);
        const booking = deps.access.require(id, deps.bookings.find(id), { request, server, session });
        set.headers['cache-control'] = 'no-store';
        const { name, address, phone, email, tax_number } = clubFacts();
        return {
          booking,
          entries: deps.listLedgerEntries(booking.id).map(toStatementEntry),
          issuer: { name, address, phone, email, tax_number },
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/auth/bookings',
      ({ session }): ApiAnswer<'GET /api/auth/bookings'> =>
        deps.bookings.listByUser(requireSession(session).user.id),
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
  return paymentInstructions(
    booking.payment_method,
    { id: booking.id, amount: booking.computed_amount, received: booking.received },
    facts,
  );
}

function toPublicBooking(booking: Booking): PublicBooking {
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
