import { Elysia } from 'elysia';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { readLimitedBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CheckoutService } from './checkout-service.ts';
import type { PaymentProvider } from './payment-provider.ts';

const CALLBACK_MAX_BYTES = 64 * 1024;

/** Where the provider's word arrives, and where its customers come back to. */
export function paymentRoutes(deps: {
  guard: SessionGuard;
  provider: PaymentProvider;
  checkoutService: CheckoutService;
  findBooking: (id: number) => Booking | null;
}) {
  const { provider, checkoutService, findBooking } = deps;

  /** A signed return counts like a callback; an unsigned one only leads to the page that shows how it is. */
  const handleReturn = async (fields: Record<string, string>): Promise<Response> => {
    const paymentReturn = provider.parseReturn(fields);
    const checkout = paymentReturn
      ? await checkoutService.applyPaymentEvent({
          reference: paymentReturn.reference,
          outcome: paymentReturn.signed ? 'paid' : 'failed',
          amount: null,
        })
      : null;
    const booking = checkout && findBooking(checkout.booking_id);
    return redirect(booking ? `/success?booking_id=${booking.id}&${bookingQuery(booking)}` : '/failed');
  };

  return new Elysia({ name: 'payments' })
    .use(deps.guard)
    .post(
      `/api/payments/callback/${provider.name}`,
      async ({ request, set }) => {
        const event = provider.parseCallback(request.headers, await readUtf8Body(request));
        if (event) await checkoutService.applyPaymentEvent(event);
        set.headers['cache-control'] = 'no-store';
        return { received: true };
      },
      { access: 'anyone', parse: skipBodyParsing },
    )
    .get(
      '/api/payments/return',
      ({ request }) => handleReturn(parseFormFields(new URL(request.url).search)),
      {
        access: 'anyone',
      },
    )
    .post(
      '/api/payments/return',
      async ({ request }) =>
        handleReturn({
          ...parseFormFields(new URL(request.url).search),
          ...parseFormFields(await readUtf8Body(request)),
        }),
      { access: 'anyone', parse: skipBodyParsing },
    )
    .get(
      '/api/payments/left/:token',
      async ({ params }) => {
        const cancelled = await checkoutService.cancelCheckout(params.token);
        if (!cancelled?.booking) return redirect('/cancel');
        const { booking, charged } = cancelled;
        // The cancel page says that nothing was charged.
        return redirect(
          charged || booking.status === 'paid'
            ? `/success?booking_id=${booking.id}&${bookingQuery(booking)}`
            : `/cancel?${bookingQuery(booking)}`,
        );
      },
      { access: 'anyone' },
    );
}

async function readUtf8Body(request: Request): Promise<string> {
  const bytes = await readLimitedBody(request, CALLBACK_MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('malformed', 'The request could not be read.');
  }
}

function skipBodyParsing(): object {
  return {};
}

function parseFormFields(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
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
