import { Elysia } from 'elysia';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { readLimitedBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Cashier } from './cashier.ts';
import type { PaymentProvider } from './provider.ts';

const CALLBACK_LIMIT = 64 * 1024;

/** Where the provider's word arrives, and where its customers come back to. */
export function paymentRoutes(deps: {
  guard: SessionGuard;
  provider: PaymentProvider;
  cashier: Cashier;
  findBooking: (id: number) => Booking | null;
}) {
  const { provider, cashier, findBooking } = deps;

  /** A signed return counts like a callback; an unsigned one only leads to the page that shows how it is. */
  const comeBack = async (fields: Record<string, string>): Promise<Response> => {
    const back = provider.readReturn(fields);
    const checkout = back
      ? await cashier.settle({
          reference: back.reference,
          outcome: back.signed ? 'paid' : 'failed',
          amount: null,
        })
      : null;
    const booking = checkout && findBooking(checkout.booking_id);
    return redirect(booking ? `/success?booking_id=${booking.id}&${aboutBooking(booking)}` : '/failed');
  };

  return new Elysia({ name: 'payments' })
    .use(deps.guard)
    .post(
      `/api/payments/callback/${provider.name}`,
      async ({ request, set }) => {
        const news = provider.readCallback(request.headers, await readText(request));
        if (news) await cashier.settle(news);
        set.headers['cache-control'] = 'no-store';
        return { received: true };
      },
      { access: 'anyone', parse: leaveUnread },
    )
    .get('/api/payments/return', ({ request }) => comeBack(fieldsOf(new URL(request.url).search)), {
      access: 'anyone',
    })
    .post(
      '/api/payments/return',
      async ({ request }) =>
        comeBack({ ...fieldsOf(new URL(request.url).search), ...fieldsOf(await readText(request)) }),
      { access: 'anyone', parse: leaveUnread },
    )
    .get(
      '/api/payments/left/:token',
      async ({ params }) => {
        const left = await cashier.leave(params.token);
        if (!left?.booking) return redirect('/cancel');
        const { booking, charged } = left;
        // The cancel page says that nothing was charged.
        return redirect(
          charged || booking.status === 'paid'
            ? `/success?booking_id=${booking.id}&${aboutBooking(booking)}`
            : `/cancel?${aboutBooking(booking)}`,
        );
      },
      { access: 'anyone' },
    );
}

async function readText(request: Request): Promise<string> {
  const bytes = await readLimitedBody(request, CALLBACK_LIMIT);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('malformed', 'The request could not be read.');
  }
}

function leaveUnread(): object {
  return {};
}

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function aboutBooking(booking: Booking): string {
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
