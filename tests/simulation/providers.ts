import {
  type Email,
  type EmailTransport,
  type Envelope,
  SendError,
} from '../../src/outbox/channels/channel.ts';
import { SAFEPAY_CREDENTIALS } from '../support/safepay-server.ts';
import { Chat, type ChatFault } from './chat.ts';

export const PROVIDERS = ['mail', 'sms', 'card', 'chat'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * How a provider behaves: it works, is down, does what it is asked without confirming, answers nonsense, or asks to
 * come back later.
 */
export const FAULTS = ['works', 'down', 'silent', 'wrong', 'later'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Message {
  id: string;
  channel: 'email' | 'sms' | 'whatsapp';
  to: string;
  text: string;
  at: number;
}

const CARD_URL = 'http://card.invalid';
const SMS_URL = 'http://sms.invalid/send?to={to}&text={text}';

/** The mail server, the text message gateway, the card provider and WhatsApp, in this process. */
export class Providers {
  readonly faults: Record<Exclude<ProviderName, 'chat'>, Fault> & { chat: ChatFault } = {
    mail: 'works',
    sms: 'works',
    card: 'works',
    chat: 'works',
  };
  readonly chat: Chat;
  /** What arrived, in order; a message may arrive twice. */
  readonly messages: Message[] = [];
  /** The payment pages that the card provider has opened, with the amount in PKR. */
  readonly pages = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.chat = new Chat(
      now,
      () => this.faults.chat,
      ({ to, tag, text, link }) => {
        const [, id = ''] = tag.split(' ');
        this.#deliver({ id, channel: 'whatsapp', to: `+${to}`, text: `${text} ${link ?? ''}` });
      },
    );
  }

  readonly #env: Record<string, string> = {
    PAYMENT_PROVIDER: 'safepay',
    SAFEPAY_ENVIRONMENT: 'sandbox',
    SAFEPAY_API_KEY: SAFEPAY_CREDENTIALS.api_key,
    SAFEPAY_SECRET: SAFEPAY_CREDENTIALS.secret,
    SAFEPAY_WEBHOOK_SECRET: SAFEPAY_CREDENTIALS.webhook_secret,
    SAFEPAY_API_URL: CARD_URL,
    SAFEPAY_CHECKOUT_URL: `${CARD_URL}/checkout/pay`,
    SMS_URL,
  };

  get env(): Record<string, string> {
    return { ...this.#env, ...this.chat.graph.env };
  }

  readonly mail: EmailTransport = {
    note: null,
    send: async (email: Email, { message_id }: Envelope) => {
      const fault = this.faults.mail;
      if (fault === 'down') throw new SendError('unreachable', 'the mail server is down');
      if (fault === 'later') throw new SendError('later', 'greylisted');
      const text = `${email.subject}\n${email.text}`;
      this.#deliver({ id: message_id, channel: 'email', to: email.to, text });
      if (fault === 'silent') throw new SendError('unreachable', 'no answer in time');
      if (fault === 'wrong') throw new SendError('later', 'the mail server answers nonsense');
    },
    close() {},
  };

  /** Answers what the club requests over the network. */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin === CARD_URL) return this.#openPage(request);
    if (url.origin === this.chat.origin) return this.chat.fetch(request);
    if (url.hostname === 'sms.invalid')
      return this.#sendSms(url, request.headers.get('idempotency-key') ?? '');
    throw new TypeError(`nobody answers at ${url.origin}`);
  };

  async #openPage(request: Request): Promise<Response> {
    const fault = this.faults.card;
    const { amount } = (await request.json()) as { amount: number };
    if (fault === 'down') return new Response('down', { status: 500 });
    if (fault === 'later') return new Response('', { status: 429 });
    if (fault === 'wrong') return Response.json({ data: { token: '<>' } });
    const token = `track_${this.pages.size + 1}`;
    this.pages.set(token, amount);
    if (fault === 'silent') throw new DOMException('The operation timed out.', 'TimeoutError');
    return Response.json({ data: { token } });
  }

  #sendSms(url: URL, id: string): Response {
    const fault = this.faults.sms;
    if (fault === 'down') throw new TypeError('unreachable');
    if (fault === 'later') return new Response('', { status: 429, headers: { 'retry-after': '120' } });
    const { searchParams } = url;
    const to = searchParams.get('to') ?? '';
    this.#deliver({ id, channel: 'sms', to, text: searchParams.get('text') ?? '' });
    if (fault === 'silent') throw new DOMException('The operation timed out.', 'TimeoutError');
    return fault === 'wrong' ? new Response('?', { status: 500 }) : new Response('ok');
  }

  #deliver(message: Omit<Message, 'at'>): void {
    this.messages.push({ ...message, at: this.#now() });
  }
}
