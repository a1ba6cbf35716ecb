import { Elysia } from 'elysia';
import { assertCorrectable, correctEmail } from '../bookings/correct-email.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Transaction } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { Failure } from '../domain/failure.ts';
import { callInstead } from '../domain/reach-words.ts';
import {
  BOOKING_KEY_HEADER,
  cancelSchema,
  contactCorrectionSchema,
  customerRescheduleSchema,
  manageLinksSchema,
  payOnlineSchema,
  refundAccountSchema,
} from '../domain/self-service.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import type { CardPaymentService } from '../payments/card-payment-service.ts';
import type { ChangeContext, ChangeOnce } from './change-once.ts';
import { cancelByCustomer, nameRefundAccount, rescheduleByCustomer } from './customer-changes.ts';
import { assertPayable, payWithCredit, startCardPayment } from './pay-online.ts';

const HOUR_MS = 60 * 60_000;
const LINK_REQUESTS_PER_NETWORK = { limit: 20, window: HOUR_MS };
const LINK_REQUESTS_PER_MAILBOX = { limit: 3, window: HOUR_MS };
const CONFIRMATIONS_PER_BOOKING = { limit: 3, window: 24 * HOUR_MS };

const LINKS_ANSWER = {
  message:
    'If there are upcoming bookings with this address, we’ve just emailed you their links. Please check your spam folder too.',
};

/** What a booking's customer does alone, with its key or signed in as its member. */
export function selfServiceRoutes(
  base: Base,
  { access, keys, services }: Bookings,
  cards: CardPaymentService | null,
  requestsPerSource: RateLimiter,
  changeOnce: ChangeOnce,
) {
  const { club, getClientIp, now } = base;
  const { bookings } = services;
  const linkRequestsPerNetwork = new RateLimiter(LINK_REQUESTS_PER_NETWORK, now);
  const linkRequestsPerMailbox = new RateLimiter(LINK_REQUESTS_PER_MAILBOX, now);
  const confirmationsPerBooking = new RateLimiter(CONFIRMATIONS_PER_BOOKING, now);

  const findOwn = (context: ChangeContext) => (id: number) => access.require(id, bookings.find(id), context);
  const change = (
    context: ChangeContext,
    action: string,
    work: (tx: Transaction, booking: Booking) => object,
  ): Promise<string> => changeOnce(context, action, BOOKING_KEY_HEADER, findOwn(context), work);

  /** The address of the provider's page; calling again for the same balance gives the same page. */
  const openCardPage = async (context: ChangeContext, amount: number) => {
    if (!cards) throw new Failure('wrong_state', 'Card payments are not available right now.');
    const id = parseBookingId(context.params.id);
    requestsPerSource.consume(getClientIp(context));
    access.require(id, bookings.find(id), context);
    await club.write((tx) => {
      const booking = access.require(id, bookings.find(id), context);
      assertPayable(bookings, booking, amount);
      startCardPayment(tx, services, cards, booking, booking.payer_id, amount);
    });
    const booking = bookings.require(id);
    const page = await cards.openPaymentPage(booking.payer_id);
    return { booking: bookings.require(id), ...(page ? { payment_url: page.payment_url } : {}) };
  };

  const asJson = (set: { headers: Record<string, string | number> }) => {
    set.headers['content-type'] = 'application/json';
    set.headers['cache-control'] = 'no-store';
  };
  const options = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'self-service' })
    .use(base.guard)
    .post(
      '/api/booking/:id/cancel',
      async (context) => {
        const input = parseInput(cancelSchema, context.body);
        asJson(context.set);
        return change(context, 'cancel', (tx, { id }) => {
          const booking = cancelByCustomer(tx, services, id, input, actorOf(context.session));
          return { booking } satisfies ApiAnswer<'POST /api/booking/:id/cancel'>;
        });
      },
      options,
    )
    .post(
      '/api/booking/:id/reschedule',
      async (context) => {
        const input = parseInput(customerRescheduleSchema, context.body);
        asJson(context.set);
        return change(context, 'reschedule', (tx, { id }) => {
          const booking = rescheduleByCustomer(tx, services, id, input, actorOf(context.session));
          return { booking } satisfies ApiAnswer<'POST /api/booking/:id/reschedule'>;
        });
      },
      options,
    )
    .post(
      '/api/booking/:id/pay',
      async (context) => {
        const { method, amount } = parseInput(payOnlineSchema, context.body);
        asJson(context.set);
        if (method === 'card') {
          const answer: ApiAnswer<'POST /api/booking/:id/pay'> = await openCardPage(context, amount);
          return JSON.stringify(answer);
        }
        const session = requireSession(context.session);
        return change(context, 'pay', (tx, booking) => {
          assertPayable(bookings, booking, amount);
          const paid = payWithCredit(tx, services, booking, session, amount);
          return { booking: paid } satisfies ApiAnswer<'POST /api/booking/:id/pay'>;
        });
      },
      options,
    )
    .put(
      '/api/booking/:id/refund-account',
      async (context) => {
        const input = parseInput(refundAccountSchema, context.body);
        asJson(context.set);
        return change(context, 'refund-account', (tx, booking) => {
          const changed = nameRefundAccount(tx, services, booking, input, actorOf(context.session));
          return { booking: changed } satisfies ApiAnswer<'PUT /api/booking/:id/refund-account'>;
        });
      },
      options,
    )
    .put(
      '/api/booking/:id/contact',
      async (context): Promise<ApiAnswer<'PUT /api/booking/:id/contact'>> => {
        const { email, contact_key, confirmation } = parseInput(contactCorrectionSchema, context.body);
        context.set.headers['cache-control'] = 'no-store';
        const answer = await change(context, 'contact', (tx, booking) => {
          const isProven =
            context.session?.user.id === booking.user_id ||
            (contact_key !== undefined && keys.provesBrowser(booking, contact_key, tx.now)) ||
            (confirmation !== undefined && keys.confirms(booking, email, confirmation, tx.now));
          if (isProven) {
            correctEmail(tx, services, booking.id, email, { byCustomer: true }, actorOf(context.session));
            return { state: 'corrected' };
          }
          assertCorrectable(tx, booking, email, true);
          confirmationsPerBooking.consume(String(booking.id));
          tx.emit({ kind: 'booking.email_change_requested', booking_id: booking.id, email });
          return { state: 'confirmation_sent' };
        });
        const { state } = JSON.parse(answer) as { state: 'corrected' | 'confirmation_sent' };
        if (state === 'confirmation_sent') return { state };
        // Answers stored for retries never contain keys. A retry gets the key of its own email, not of a later one.
        return { state, manage_url: keys.manageUrl({ id: parseBookingId(context.params.id), email }) };
      },
      options,
    )
    .post(
      '/api/manage-links',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/manage-links'>> => {
        const { email } = parseInput(manageLinksSchema, body);
        linkRequestsPerNetwork.consume(getClientIp({ request, server }));
        set.headers['cache-control'] = 'no-store';
        // The worker looks for bookings later, so this answer takes the same time for every address.
        const facts = services.settings.facts();
        if (facts.no_mail) return { message: callInstead(facts, 'for a new link') };
        if (linkRequestsPerMailbox.tryConsume(mailboxOf(email)) === 0)
          await club.write((tx) => tx.emit({ kind: 'manage_links.requested', email }));
        return LINKS_ANSWER;
      },
      options,
    );
}
