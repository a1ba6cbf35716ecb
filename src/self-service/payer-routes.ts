import { Elysia } from 'elysia';
import { openHandedLink, requireHandedPayer } from '../bookings/handed-links.ts';
import { listPayers } from '../bookings/list-payers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking, PaymentMethod } from '../domain/booking.ts';
import { statementEntries } from '../domain/booking-statement.ts';
import { cleanName, shortName } from '../domain/clean-words.ts';
import type { Club } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import { handedLinkSchema, parseHandedLink } from '../domain/handed-link.ts';
import { heldWays } from '../domain/money-ways.ts';
import { leaveSchema, payShareSchema, splitSchema } from '../domain/payer.ts';
import { type PaymentInstructions, paymentInstructions } from '../domain/payment-instructions.ts';
import { BOOKING_KEY_HEADER, cancelBlock, refundAccountSchema } from '../domain/self-service.ts';
import { keptOf } from '../domain/share.ts';
import type { Base } from '../http/base.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { describeError } from '../http/log.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import { shareDeadline, toShare } from '../payers/answers.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import { hasPlace, type Payer } from '../payers/store.ts';
import { findShareQr } from '../payments/transfer-qr.ts';
import { type SelfServiceModules, toPublicBooking } from './booking-routes.ts';
import type { ChangeContext, ChangeOnce } from './change-once.ts';
import { nameShareAccount } from './customer-changes.ts';
import { ItemPayments } from './item-payments.ts';
import { leavePlace } from './leave-place.ts';
import { payShare } from './pay-share.ts';
import { splitBooking } from './split-booking.ts';

/** The host splits a booking; each player reads, pays and gives back their own share. */
export function payerRoutes(
  base: Base,
  below: SelfServiceModules,
  requestsPerSource: RateLimiter,
  changeOnce: ChangeOnce,
) {
  const { access, keys, services } = below.bookings;
  const { receipts, payments, matches } = below;
  const { cards } = payments;
  const { bookings, settings, ledger } = services;
  const { sole } = below.bookings;
  const itemPayments = new ItemPayments(below.bookings, receipts.store, cards);

  const findOwn = (context: ChangeContext) => (id: number) => access.require(id, bookings.find(id), context);
  const toOwnShare = (booking: Booking, payer: Payer) => {
    const { position: _, ...share } = toShare(payer);
    const receipt = receipts.store.findView(booking, payer.id);
    return {
      ...share,
      // Until the player enters a contact, the name is whatever the host typed.
      name: payer.email === '' ? cleanName(payer.name) : payer.name,
      email: payer.email,
      phone: payer.phone,
      receipt_rejected: receipt?.rejected ?? null,
      prepaid: payer.hold_until !== null && !settings.current().matches.cash,
      paid_ways: heldWays(ledger.listByPayer(payer)),
      refund_account: payer.refund_account,
    };
  };
  /** Entering the contact changed the key, so the player gets the new link even if the page can't be opened. */
  const openCardPage = async (payerId: number) => {
    try {
      const page = await cards?.openPaymentPage(payerId);
      return page ? { payment_url: page.payment_url } : {};
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A share settled or cancelled at the same moment is a normal answer, not a fault.
      if (error.reason === 'unavailable') base.log.error('failure', describeError(error.cause ?? error));
      return { payment_error: error.message };
    }
  };
  /** Null for the player; the host and the reception may remove the player. */
  const findLeaver = (context: ChangeContext) => (id: number) => {
    const item = sole.find(id);
    if (item) {
      if (context.session?.user.is_admin !== true) access.requirePayer(id, context);
      return { takenOff: false };
    }
    const payer = bookings.payers.find(id);
    if (payer && access.isPayer(payer, context)) return { takenOff: false };
    const booking = payer && bookings.find(payer.booking_id);
    access.require(booking?.id ?? 0, booking, context);
    return { takenOff: true };
  };

  const writeOptions = { access: 'anyone', parse: parseJsonBody } as const;
  return new Elysia({ name: 'payers' })
    .use(base.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .put(
      '/api/booking/:id/payers',
      async (context): Promise<ApiAnswer<'PUT /api/booking/:id/payers'>> => {
        const input = parseInput(splitSchema, context.body);
        await changeOnce(context, 'split', BOOKING_KEY_HEADER, findOwn(context), (tx, booking) => {
          splitBooking(tx, { ...services, matches: matches.store }, booking, input, actorOf(context.session));
          return {};
        });
        const booking = bookings.require(parseBookingId(context.params.id));
        return { payers: listPayers(below.bookings, booking, access.mayHaveLink(booking, context)) };
      },
      writeOptions,
    )
    .post(
      '/api/handed-link',
      async (context): Promise<ApiAnswer<'POST /api/handed-link'>> => {
        const { request, session, body } = context;
        requestsPerSource.consume(base.getClientIp(context));
        const link = parseHandedLink(parseInput(handedLinkSchema, body).link);
        const retryKey = readIdempotencyKey(request, session?.user.id ?? null, { action: 'open link', body });
        await base.club.write((tx) =>
          base.idempotency.runOnce(tx, retryKey, () => {
            openHandedLink(tx, { ...services, sole }, keys, link, actorOf(session));
            // Answers stored for retries never contain keys.
            return '{}';
          }),
        );
        return { manage_url: keys.payerUrl(requireHandedPayer({ ...services, sole }, keys, link)) };
      },
      writeOptions,
    )
    .get(
      '/api/payers/:id',
      ({ params, request, server, session }): ApiAnswer<'GET /api/payers/:id'> => {
        const asking = access.requirePayer(parseBookingId(params.id), { request, server, session });
        if (asking.booking_id === null) return itemPayments.page(asking, base.now());
        const { id } = asking;
        const [booking, payer] = bookings.requirePart(id);
        const facts = settings.facts();
        const canLeave = payer.state !== 'left' && cancelBlock(booking, base.now()) === null;
        const { name, address, phone, email, tax_number } = facts;
        return {
          payer: toOwnShare(booking, payer),
          booking: toPublicBooking(booking),
          court_name: booking.court_name,
          host_name: shortName(booking.name),
          players: bookings.payers
            .listOf(booking)
            .filter(hasPlace)
            .map((other) => ({
              name: shortName(other.name),
              is_host: other.position === 1,
              paid: booking.status !== 'cancelled' && other.balance <= 0,
            })),
          pay_by: shareDeadline(payer, booking),
          instructions:
            payer.payment_method === null || payer.balance <= 0
              ? null
              : shareInstructions(booking, payer, payer.payment_method, facts),
          leave_gives_back: canLeave ? payer.received - keptOf(payer, booking, 'customer', base.now()) : null,
          entries: statementEntries(ledger.listByPayer(payer)),
          issuer: { name, address, phone, email, tax_number },
        };
      },
      { access: 'anyone' },
    )
    .post(
      '/api/payers/:id/pay',
      async (context): Promise<ApiAnswer<'POST /api/payers/:id/pay'>> => {
        const input = parseInput(payShareSchema, context.body);
        const find = (id: number) => access.requirePayer(id, context);
        await changeOnce(context, 'pay share', BOOKING_KEY_HEADER, find, (tx, { id, booking_id }) => {
          const { session } = context;
          if (booking_id === null) {
            itemPayments.pay(tx, id, input, session);
            return {};
          }
          payShare(tx, services, cards, id, input, { session, ip: base.getClientIp(context) });
          return {};
        });
        const id = parseBookingId(context.params.id);
        const item = sole.find(id);
        if (item) {
          const page = input.method === 'card' ? await openCardPage(id) : {};
          return { payer: itemPayments.own(item), join_url: keys.payerUrl(item), ...page };
        }
        const payer = bookings.payers.require(id);
        const page = input.method === 'card' ? await openCardPage(payer.id) : {};
        return {
          payer: toOwnShare(...bookings.requirePart(payer.id)),
          join_url: keys.payerUrl(payer),
          ...page,
        };
      },
      writeOptions,
    )
    .put(
      '/api/payers/:id/refund-account',
      async (context): Promise<ApiAnswer<'PUT /api/payers/:id/refund-account'>> => {
        const input = parseInput(refundAccountSchema, context.body);
        const find = (id: number) => access.requirePayer(id, context);
        await changeOnce(context, 'refund account', BOOKING_KEY_HEADER, find, (tx, { id, booking_id }) => {
          if (booking_id === null) {
            itemPayments.nameAccount(tx, id, input, actorOf(context.session));
            return {};
          }
          nameShareAccount(tx, services, id, input, actorOf(context.session));
          return {};
        });
        const id = parseBookingId(context.params.id);
        const { refund_account } = sole.find(id) ?? bookings.payers.require(id);
        return { refund_account: refund_account ?? '' };
      },
      writeOptions,
    )
    .post(
      '/api/payers/:id/leave',
      async (context): Promise<ApiAnswer<'POST /api/payers/:id/leave'>> => {
        const input = parseInput(leaveSchema, context.body);
        const payerId = parseBookingId(context.params.id);
        await changeOnce(context, 'leave', BOOKING_KEY_HEADER, findLeaver(context), (tx, { takenOff }) => {
          if (sole.find(payerId)) {
            itemPayments.leave(tx, payerId, input, actorOf(context.session));
            return {};
          }
          leavePlace(tx, services, payerId, input, takenOff, actorOf(context.session));
          return {};
        });
        const { id, state, charge, balance } = sole.find(payerId) ?? bookings.payers.require(payerId);
        return { payer: { id, state, charge, balance } };
      },
      writeOptions,
    );
}

function shareInstructions(
  booking: Booking,
  payer: Payer,
  payment_method: PaymentMethod,
  facts: Club,
): PaymentInstructions {
  const { charge: amount, received } = payer;
  const demand = { id: booking.id, share: payer.id, amount, received, status: booking.status };
  const qr = payment_method === 'bank_transfer' ? findShareQr(booking, payer, facts) : null;
  return { ...paymentInstructions(payment_method, demand, facts), ...(qr ? { qr } : {}) };
}
