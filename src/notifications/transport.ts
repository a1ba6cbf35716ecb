import type { Email } from './email-content.ts';

/** Sends emails. A resolved promise means that the email was handed over. */
export interface EmailTransport {
  send(email: Email, envelope: Envelope, signal: AbortSignal): Promise<void>;
  /** The `reason` that the outbox records with a sent message; null for a real mail server. */
  readonly note: string | null;
  close(): void;
}

export interface SmsTransport {
  /** Resolves with the gateway's answer. */
  send(
    message: { to: string; text: string },
    envelope: Pick<Envelope, 'message_id'>,
    signal: AbortSignal,
  ): Promise<string>;
}

/** The outbox records this reason when an email was only saved as a file. */
export const SAVED_AS_FILE = 'kept as a file';

/** What stays the same in every attempt to send a message. */
export interface Envelope {
  id: number;
  /** Without angle brackets. */
  message_id: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/**
 * Why a message was not sent. `refused`: it never can be. `later`: this message may succeed later.
 * `unreachable`: no message can be sent at the moment. `limited`: the club may send none for now, because its account has
 * reached a limit or has no balance.
 */
export class SendError extends Error {
  readonly kind: 'refused' | 'later' | 'unreachable' | 'limited';
  /** How long the server asked us to wait. */
  readonly retryAfterMs: number;

  constructor(kind: SendError['kind'], reason: string, retryAfterMs = 0) {
    super(reason.replace(/\s+/g, ' ').slice(0, 200));
    this.name = 'SendError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
