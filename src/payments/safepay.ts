import * as v from 'valibot';
import type { Config } from '../config/load-config.ts';
import { Failure } from '../domain/failure.ts';
import { isValidSignature } from '../http/hmac-signature.ts';
import type { CheckoutRequest, PaymentEvent, PaymentProvider } from './payment-provider.ts';

/** `secret` signs the browser's return, `webhook_secret` the callbacks; empty URLs mean Safepay's own. */
export type SafepayConfig = Config['payments']['safepay'];

const BASE_URLS = {
  sandbox: {
    api: 'https://sandbox.api.getsafepay.com',
    checkout: 'https://sandbox.api.getsafepay.com/checkout/pay',
  },
  production: { api: 'https://api.getsafepay.com', checkout: 'https://getsafepay.com/checkout/pay' },
} as const;

/** The base URL of Safepay's API. */
export function safepayApiUrl({ api_url, environment }: SafepayConfig): string {
  return api_url || BASE_URLS[environment].api;
}

const REQUEST_TIMEOUT_MS = 10_000;

const initResponseSchema = v.object({
  data: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{4,100}$/)) }),
});
const callbackSchema = v.object({
  type: v.string(),
  notification: v.object({
    tracker: v.string(),
    state: v.optional(v.string()),
    amount: v.optional(v.union([v.string(), v.number()])),
    currency: v.optional(v.string()),
  }),
});

/**
 * Safepay, a provider licensed in Pakistan; written from its public documentation and never tried with a merchant
 * account. `POST /order/v1/init` creates a tracker, the customer pays at `/checkout/pay`, a callback signed with
 * HMAC-SHA512 reports the payment, and the browser returns with the tracker signed with HMAC-SHA256.
 */
export class Safepay implements PaymentProvider {
  readonly name = 'safepay';
  readonly #config: SafepayConfig;

  constructor(config: SafepayConfig) {
    this.#config = config;
  }

  async createCheckout(request: CheckoutRequest): Promise<{ reference: string; payment_url: string }> {
    const { environment, api_key, checkout_url } = this.#config;
    const reference = await this.#createTracker(safepayApiUrl(this.#config), {
      client: api_key,
      amount: request.amount,
      currency: 'PKR',
      environment,
    });
    const query = new URLSearchParams({
      env: environment,
      beacon: reference,
      source: 'custom',
      order_id: request.order_id,
      redirect_url: request.return_url,
      cancel_url: request.cancel_url,
      webhooks: 'true',
    });
    return { reference, payment_url: `${checkout_url || BASE_URLS[environment].checkout}?${query}` };
  }

  async #createTracker(api: string, body: object): Promise<string> {
    try {
      const response = await fetch(`${api}/order/v1/init`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`Safepay answered ${response.status}`);
      return v.parse(initResponseSchema, await response.json()).data.token;
    } catch (error) {
      const failure = new Failure(
        'unavailable',
        'Card payments are not available right now. Nothing was charged; please try again or pay another way.',
        { retryAfter: 60 },
      );
      failure.cause = error;
      throw failure;
    }
  }

  parseCallback(headers: Headers, body: string): PaymentEvent | null {
    const event = parseJson(body);
    // The signature only covers the object under `data`.
    const data = (event as { data?: unknown } | null)?.data ?? event;
    const signature = headers.get('x-sfpy-signature') ?? '';
    if (!isValidSignature(signature, 'sha512', this.#config.webhook_secret, JSON.stringify(data) ?? '')) {
      throw new Failure('forbidden', 'The signature is wrong.');
    }
    const parsed = v.safeParse(callbackSchema, data);
    if (!parsed.success) return null;
    const { type, notification } = parsed.output;
    const { tracker, state, amount, currency } = notification;
    if (type === 'error:occurred') return { reference: tracker, outcome: 'failed', amount: null };
    if (type !== 'payment:created' || state !== 'PAID' || currency !== 'PKR') return null;
    return { reference: tracker, outcome: 'paid', amount: Number(amount) };
  }

  parseReturn(fields: Record<string, string>): { reference: string; signed: boolean } | null {
    const { tracker = '', sig = '' } = fields;
    if (!tracker) return null;
    return { reference: tracker, signed: isValidSignature(sig, 'sha256', this.#config.secret, tracker) };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformed', 'The request is not valid JSON.');
  }
}
