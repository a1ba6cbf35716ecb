import { type SentMessage, startGraphServer } from '../support/graph-server.ts';
import type { Fault } from './providers.ts';

/** What WhatsApp does in addition to the faults of any provider. */
export const CHAT_FAULTS = ['expired', 'undeliverable', 'failed', 'blocked', 'gone', 'paused'] as const;
export type ChatFault = Fault | (typeof CHAT_FAULTS)[number];

/** A signed call of the club's webhook. */
export interface Call {
  body: string;
  headers: Record<string, string>;
}

/** The faults that Meta answers at once. */
const REFUSALS: Partial<Record<ChatFault, { status: number; code: number; message: string }>> = {
  down: { status: 503, code: 2, message: 'Service temporarily unavailable' },
  later: { status: 400, code: 80007, message: 'Rate limit issues' },
  expired: { status: 401, code: 190, message: 'Error validating access token: Session has expired' },
  undeliverable: { status: 400, code: 131026, message: 'Message undeliverable' },
};

const send = globalThis.fetch;

/** Meta's Graph API, which reports what became of the messages that it took: late, twice and in any order. */
export class Chat {
  readonly graph;
  /** What Meta still has to tell the club. */
  readonly calls: Call[] = [];
  readonly #faultOf: () => ChatFault;
  readonly #arrive: (message: SentMessage) => void;
  #count = 0;

  constructor(now: () => number, faultOf: () => ChatFault, arrive: (message: SentMessage) => void) {
    this.graph = startGraphServer(now);
    this.#faultOf = faultOf;
    this.#arrive = arrive;
  }

  get origin(): string {
    return this.graph.url;
  }

  /** What the club asks Meta, and what Meta makes of it. */
  async fetch(request: Request): Promise<Response> {
    const { graph } = this;
    const fault = this.#faultOf();
    const isMessage = request.method === 'POST' && request.url.endsWith('/messages');
    const isForAll = fault === 'down' || fault === 'expired';
    const refusal = isMessage || isForAll ? (REFUSALS[fault] ?? null) : null;
    graph.state.fault = refusal;
    this.#setTemplates(fault);
    const before = graph.sent.length;
    const answer = await send(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'POST' ? { body: await request.text() } : {}),
    });
    const [taken] = graph.sent.slice(before);
    if (!taken) return answer;
    this.#report(taken, fault);
    // It was taken, and the answer is lost or nonsense.
    if (fault === 'silent') throw new DOMException('The operation timed out.', 'TimeoutError');
    return fault === 'wrong' ? new Response('?', { status: 502 }) : answer;
  }

  /** Meta forgets the templates, or pauses them overnight. */
  #setTemplates(fault: ChatFault): void {
    const { templates } = this.graph;
    if (fault === 'gone') templates.clear();
    for (const template of templates.values())
      if (fault === 'paused') template.status = 'PAUSED';
      else if (template.status === 'PAUSED') template.status = 'APPROVED';
  }

  /** What a customer writes or sends. */
  receive(phone: string, content: Record<string, unknown>): Call {
    return this.graph.receive(phone.slice(1), content);
  }

  #report(message: SentMessage, fault: ChatFault): void {
    this.#count += 1;
    // Whoever blocks the club gets nothing, and nobody hears of it.
    if (fault === 'blocked') return;
    if (fault === 'failed') {
      this.calls.push(this.graph.report(message, 'failed'), this.graph.report(message, 'failed'));
      return;
    }
    this.#arrive(message);
    const inOrder = (['sent', 'delivered', 'read'] as const).map((state) =>
      this.graph.report(message, state),
    );
    const isReversed = this.#count % 3 === 0;
    this.calls.push(...(isReversed ? inOrder.toReversed() : inOrder));
    if (this.#count % 4 === 0) this.calls.push(...inOrder);
  }

  stop(): void {
    this.graph.stop();
  }
}
