import { createHmac } from 'node:crypto';

export const SAFEPAY_CREDENTIALS = {
  api_key: 'sec_test',
  secret: 'v1-secret',
  webhook_secret: 'hook-secret',
};

/**
 * Starts a Safepay server on loopback, following its public documentation: it creates trackers, shows their payment
 * pages and signs its callbacks. With `broken` it answers 500.
 */
export function startSafepayServer() {
  const orders: { client: string; amount: number; currency: string; environment: string; token: string }[] =
    [];
  const state = { broken: false };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method === 'GET' && pathname === '/checkout/pay') return renderPaymentPage(searchParams);
      if (request.method !== 'POST' || pathname !== '/order/v1/init')
        return new Response('', { status: 404 });
      if (state.broken) return new Response('oops', { status: 500 });
      const order = (await request.json()) as (typeof orders)[number];
      const token = `track_${crypto.randomUUID()}`;
      orders.push({ ...order, token });
      return Response.json({
        data: { ...order, token, state: 'TRACKER_STARTED' },
        status: { message: 'success' },
      });
    },
  });
  return {
    orders,
    state,
    env: {
      PAYMENT_PROVIDER: 'safepay',
      SAFEPAY_ENVIRONMENT: 'sandbox',
      SAFEPAY_API_KEY: SAFEPAY_CREDENTIALS.api_key,
      SAFEPAY_SECRET: SAFEPAY_CREDENTIALS.secret,
      SAFEPAY_WEBHOOK_SECRET: SAFEPAY_CREDENTIALS.webhook_secret,
      SAFEPAY_API_URL: `http://127.0.0.1:${server.port}`,
      SAFEPAY_CHECKOUT_URL: `http://127.0.0.1:${server.port}/checkout/pay`,
    },
    stop: () => server.stop(true),
  };
}

/** The payment page: pay and return with a signature, return without one, or cancel. */
function renderPaymentPage(query: URLSearchParams): Response {
  const escapedParam = (name: string) =>
    (query.get(name) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const renderForm = (label: string, fields: URLSearchParams) =>
    `<form method="post" action="${escapedParam('redirect_url')}">${[...fields].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')}<button>${label}</button></form>`;
  const tracker = query.get('beacon') ?? '';
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Checkout</title><h1>Pay order ${escapedParam('order_id')}</h1>
${renderForm('Pay', new URLSearchParams(createReturnQuery(tracker)))}
${renderForm('Back to the shop', new URLSearchParams({ tracker }))}
<a href="${escapedParam('cancel_url')}">Cancel</a>`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** The tracker in a payment page's address; empty for an empty address. */
export function trackerOf(paymentUrl: string): string {
  return paymentUrl ? (new URL(paymentUrl).searchParams.get('beacon') ?? '') : '';
}

/** Creates a Safepay callback's body and signature. */
export function createSignedCallback(
  tracker: string,
  overrides: { type?: string; state?: string; amount?: string; currency?: string; secret?: string } = {},
) {
  const data = {
    token: 'C5438LD948188B0GPSH0',
    client_id: SAFEPAY_CREDENTIALS.api_key,
    type: overrides.type ?? 'payment:created',
    endpoint: 'https://club.example/api/payments/callback/safepay',
    notification: {
      tracker,
      intent: 'CYBERSOURCE',
      fee: '150.00',
      net: '4850.00',
      user: 'payer@example.com',
      state: overrides.state ?? 'PAID',
      amount: overrides.amount ?? '5000',
      currency: overrides.currency ?? 'PKR',
      metadata: { order_id: '1', source: 'custom' },
    },
    delivery_attempts: 1,
    resource: 'notification',
    created_at: '2026-11-20T10:20:00Z',
  };
  const signature = createHmac('sha512', overrides.secret ?? SAFEPAY_CREDENTIALS.webhook_secret)
    .update(JSON.stringify(data))
    .digest('hex');
  return { body: JSON.stringify({ data }), signature };
}

/** Creates the signed parameters with which the browser returns after paying. */
export function createReturnQuery(tracker: string, secret = SAFEPAY_CREDENTIALS.secret): string {
  const sig = createHmac('sha256', secret).update(tracker).digest('hex');
  return new URLSearchParams({ tracker, sig, order_id: '1', ref: '4311' }).toString();
}

/** Sends a callback to a running club and returns the answer's status. */
export async function postCallback(
  url: string,
  tracker: string,
  overrides: Parameters<typeof createSignedCallback>[1] = {},
): Promise<number> {
  const { body, signature } = createSignedCallback(tracker, overrides);
  const response = await fetch(`${url}/api/payments/callback/safepay`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-sfpy-signature': signature },
  });
  return response.status;
}
