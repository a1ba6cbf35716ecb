import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { readLimitedBody, skipBodyParsing } from '../http/request-body.ts';
import { queryOf } from '../http/request-url.ts';
import type { Payer } from '../payers/store.ts';
import type { CardPaymentService } from './card-payment-service.ts';
import type { PaymentProvider } from './payment-provider.ts';

const CALLBACK_MAX_BYTES = 64 * 1024;

/** The provider's callback, and the addresses it sends customers back to. */
export function paymentRoutes(
  { guard }: Base,
  provider: PaymentProvider,
  cards: CardPaymentService,
  { store: bookings, sole }: Bookings,
) {
  const pageOf = (payerId: number, payment: 'returned' | 'cancelled'): string =>
    sole.find(payerId)
      ? `/manage?payer_id=${payerId}&payment=${payment}`
      : returnPath(...bookings.requirePart(payerId), payment);

  /** A signed return counts as much as a callback; an unsigned one only shows the booking as it is. */
  const handleReturn = async (fields: Record<string, string>): Promise<Response> => {
    const paymentReturn = provider.parseReturn(fields);
    const checkout = paymentReturn
      ? await cards.applyPaymentEvent({
          reference: paymentReturn.reference,
          outcome: paymentReturn.signed ? 'paid' : 'failed',
          amount: null,
        })
      : null;
    if (!checkout) return redirect('/failed');
    return redirect(pageOf(checkout.payer_id, 'returned'));
  };

  const handleCancel = async (token: string): Promise<Response> => {
    const cancelled = await cards.cancelCheckout(token);
    if (!cancelled) return redirect('/cancel');
    const { payer_id, charged } = cancelled;
    if (sole.find(payer_id)) return redirect(pageOf(payer_id, charged ? 'returned' : 'cancelled'));
    const booking = bookings.requirePart(payer_id)[0];
    if (charged || booking.status === 'paid') return redirect(pageOf(payer_id, 'returned'));
    // The cancel page says that nothing was charged and no court is reserved.
    return redirect(
      booking.status === 'cancelled' ? `/cancel?${bookingQuery(booking)}` : pageOf(payer_id, 'cancelled'),
    );
  };

  return new Elysia({ name: 'payments' })
    .use(guard)
    .post(
      `/api/payments/callback/${provider.name}`,
      async ({ request, set }) => {
        const event = provider.parseCallback(request.headers, await readUtf8Body(request));
        if (event) await cards.applyPaymentEvent(event);
        set.headers['cache-control'] = 'no-store';
        return { received: true };
      },
      { access: 'anyone', parse: skipBodyParsing },
    )
    .get('/api/payments/return', ({ request }) => handleReturn(Object.fromEntries(queryOf(request))), {
      access: 'anyone',
    })
    .post(
      '/api/payments/return',
      async ({ request }) =>
        handleReturn({
          ...Object.fromEntries(queryOf(request)),
          ...parseFormFields(await readUtf8Body(request)),
        }),
      { access: 'anyone', parse: skipBodyParsing },
    )
    .get('/api/payments/cancel/:token', ({ params }) => handleCancel(params.token), { access: 'anyone' });
}

async function readUtf8Body(request: Request): Promise<string> {
  const bytes = await readLimitedBody(request, CALLBACK_MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('malformed', 'The request could not be read.');
  }
}

function parseFormFields(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The confirmation of a booking by card, or the page of a payer who pays by card later. */
function returnPath(booking: Booking, payer: Payer, payment: 'returned' | 'cancelled'): string {
  if (payer.position > 1) return `/manage?payer_id=${payer.id}&payment=${payment}`;
  return booking.payment_method === 'card'
    ? `/success?booking_id=${booking.id}&${bookingQuery(booking)}`
    : `/manage?booking_id=${booking.id}&payment=${payment}`;
}

function bookingQuery(booking: Booking): string {
  return new URLSearchParams({
    court: String(booking.court_id),
    date: booking.date,
    time: booking.start_time,
    payment_method: booking.payment_method,
  }).toString();
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
