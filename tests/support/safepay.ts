import { createHmac } from 'node:crypto';

export const SAFEPAY = { api_key: 'sec_test', secret: 'v1-secret', webhook_secret: 'hook-secret' };

/**
 * A stand-in for Safepay on loopback, after its public documents: it opens trackers, shows a payment page for
 * each, and signs what it says about them. `broken` makes it answer 500.
 */
export function startSafepay() {
  const orders: { client: string; amount: number; currency: string; environment: string; token: string }[] =
    [];
  const state = { broken: false };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method === 'GET' && pathname === '/checkout/pay') return paymentPage(searchParams);
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
      SAFEPAY_API_KEY: SAFEPAY.api_key,
      SAFEPAY_SECRET: SAFEPAY.secret,
      SAFEPAY_WEBHOOK_SECRET: SAFEPAY.webhook_secret,
      SAFEPAY_API_URL: `http://127.0.0.1:${server.port}`,
      SAFEPAY_CHECKOUT_URL: `http://127.0.0.1:${server.port}/checkout/pay`,
    },
    stop: () => server.stop(true),
  };
}

/** The provider's page: pay and bring the signed word back, come back without one, or give up. */
function paymentPage(query: URLSearchParams): Response {
  const get = (name: string) => (query.get(name) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const form = (label: string, fields: URLSearchParams) =>
    `<form method="post" action="${get('redirect_url')}">${[...fields].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')}<button>${label}</button></form>`;
  const tracker = query.get('beacon') ?? '';
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Checkout</title><h1>Pay order ${get('order_id')}</h1>
${form('Pay', new URLSearchParams(returned(tracker)))}
${form('Back to the shop', new URLSearchParams({ tracker }))}
<a href="${get('cancel_url')}">Cancel</a>`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A callback as Safepay sends it: the body and its signature. */
export function callback(
  tracker: string,
  over: { type?: string; state?: string; amount?: string; currency?: string; secret?: string } = {},
) {
  const data = {
    token: 'C5438LD948188B0GPSH0',
    client_id: SAFEPAY.api_key,
    type: over.type ?? 'payment:created',
    endpoint: 'https://club.example/api/payments/callback/safepay',
    notification: {
      tracker,
      intent: 'CYBERSOURCE',
      fee: '150.00',
      net: '4850.00',
      user: 'payer@example.com',
      state: over.state ?? 'PAID',
      amount: over.amount ?? '5000',
      currency: over.currency ?? 'PKR',
      metadata: { order_id: '1', source: 'custom' },
    },
    delivery_attempts: 1,
    resource: 'notification',
    created_at: '2026-11-20T10:20:00Z',
  };
  const signature = createHmac('sha512', over.secret ?? SAFEPAY.webhook_secret)
    .update(JSON.stringify(data))
    .digest('hex');
  return { body: JSON.stringify({ data }), signature };
}

/** What the browser brings back after paying. */
export function returned(tracker: string, secret = SAFEPAY.secret): string {
  const sig = createHmac('sha256', secret).update(tracker).digest('hex');
  return new URLSearchParams({ tracker, sig, order_id: '1', ref: '4311' }).toString();
}

/** The provider's own word to a running club, from server to server; the status of the answer. */
export async function tellClub(
  url: string,
  tracker: string,
  over: Parameters<typeof callback>[1] = {},
): Promise<number> {
  const { body, signature } = callback(tracker, over);
  const answer = await fetch(`${url}/api/payments/callback/safepay`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-sfpy-signature': signature },
  });
  return answer.status;
}
