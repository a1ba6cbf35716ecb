import type { Email } from './email.ts';

/** Where messages leave the house. A promise that resolves means: somebody else has it now. */
export interface EmailTransport {
  send(email: Email, envelope: Envelope, signal: AbortSignal): Promise<void>;
  /** What the desk should know of everything that goes this way; null when it simply goes out. */
  readonly note: string | null;
  close(): void;
}

export interface SmsTransport {
  send(message: { to: string; text: string }, envelope: Envelope, signal: AbortSignal): Promise<void>;
}

/** What stays the same however often one message is tried. */
export interface Envelope {
  id: number;
  /** Without angle brackets. */
  message_id: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/**
 * Why a message did not go out.
 * `refused`: never will, as it is. `later`: this one, later. `unreachable`: nothing goes out there now.
 */
export class SendError extends Error {
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** Milliseconds the other side asked us to wait. */
  readonly retryAfterMs: number;

  constructor(kind: SendError['kind'], reason: string, retryAfterMs = 0) {
    super(reason.replace(/\s+/g, ' ').slice(0, 200));
    this.name = 'SendFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
