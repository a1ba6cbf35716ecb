import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../config/load-config.ts';
import { Failure } from '../domain/failure.ts';
import type { Order, PaymentNews, PaymentProvider } from './provider.ts';

/** `secret` signs what the browser brings back, `webhook_secret` callbacks; empty addresses: Safepay's own. */
export type SafepayConfig = Config['payments']['safepay'];

const ADDRESSES = {
  sandbox: {
    api: 'https://sandbox.api.getsafepay.com',
    checkout: 'https://sandbox.api.getsafepay.com/checkout/pay',
  },
  production: { api: 'https://api.getsafepay.com', checkout: 'https://getsafepay.com/checkout/pay' },
} as const;

/** Where Safepay's API answers. */
export function safepayAddress({ api_url, environment }: SafepayConfig): string {
  return api_url || ADDRESSES[environment].api;
}

const PATIENCE = 10_000;

const initAnswer = v.object({ data: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{4,100}$/)) }) });
const callbackBody = v.object({
  type: v.string(),
  notification: v.object({
    tracker: v.string(),
    state: v.optional(v.string()),
    amount: v.optional(v.union([v.string(), v.number()])),
    currency: v.optional(v.string()),
  }),
});

/**
 * Safepay, a provider licensed in Pakistan, as its public documents describe it (DECISIONS.md names them):
 * `POST /order/v1/init` opens a tracker, the customer pays at `/checkout/pay`, a callback signed with
 * HMAC-SHA512 tells of the payment, and the browser brings back the tracker signed with HMAC-SHA256.
 */
export class Safepay implements PaymentProvider {
  readonly name = 'safepay';
  readonly #config: SafepayConfig;

  constructor(config: SafepayConfig) {
    this.#config = config;
  }

  async open(order: Order): Promise<{ reference: string; payment_url: string }> {
    const { environment, api_key, checkout_url } = this.#config;
    const reference = await this.#openTracker(safepayAddress(this.#config), {
      client: api_key,
      amount: order.amount,
      currency: 'PKR',
      environment,
    });
    const query = new URLSearchParams({
      env: environment,
      beacon: reference,
      source: 'custom',
      order_id: String(order.booking_id),
      redirect_url: order.return_url,
      cancel_url: order.cancel_url,
      webhooks: 'true',
    });
    return { reference, payment_url: `${checkout_url || ADDRESSES[environment].checkout}?${query}` };
  }

  async #openTracker(api: string, body: object): Promise<string> {
    try {
      const response = await fetch(`${api}/order/v1/init`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`Safepay answered ${response.status}`);
      return v.parse(initAnswer, await response.json()).data.token;
    } catch (error) {
      const failure = new Failure(
        'unavailable',
        'Card payments cannot be reached right now. Nothing was booked; please try again or pay another way.',
        { retryAfter: 60 },
      );
      failure.cause = error;
      throw failure;
    }
  }

  readCallback(headers: Headers, body: string): PaymentNews | null {
    const event = readJson(body);
    // What is signed is the object under `data`, without what stands around it.
    const data = (event as { data?: unknown } | null)?.data ?? event;
    const signature = headers.get('x-sfpy-signature') ?? '';
    if (!signs(signature, 'sha512', this.#config.webhook_secret, JSON.stringify(data) ?? '')) {
      throw new Failure('forbidden', 'The signature does not fit.');
    }
    const parsed = v.safeParse(callbackBody, data);
    if (!parsed.success) return null;
    const { type, notification } = parsed.output;
    const { tracker, state, amount, currency } = notification;
    if (type === 'error:occurred') return { reference: tracker, outcome: 'failed', amount: null };
    if (type !== 'payment:created' || state !== 'PAID' || currency !== 'PKR') return null;
    return { reference: tracker, outcome: 'paid', amount: Number(amount) };
  }

  readReturn(fields: Record<string, string>): { reference: string; signed: boolean } | null {
    const { tracker = '', sig = '' } = fields;
    if (!tracker) return null;
    return { reference: tracker, signed: signs(sig, 'sha256', this.#config.secret, tracker) };
  }
}

/** Whether `signature`, in hex, is the HMAC of `text`; compared in constant time. */
function signs(signature: string, algorithm: 'sha256' | 'sha512', secret: string, text: string): boolean {
  const expected = createHmac(algorithm, secret).update(text).digest();
  const given = Buffer.from(/^[0-9a-f]+$/i.test(signature) ? signature : '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformed', 'The request is not valid JSON.');
  }
}
