import type { Letter } from './letter.ts';

/** Where messages leave the house. A promise that resolves means: somebody else has it now. */
export interface MailOutlet {
  send(letter: Letter, stamp: Stamp, signal: AbortSignal): Promise<void>;
  /** What the desk should know of everything that goes this way; null when it simply goes out. */
  readonly note: string | null;
  close(): void;
}

export interface TextOutlet {
  send(text: { to: string; text: string }, stamp: Stamp, signal: AbortSignal): Promise<void>;
}

/** What stays the same however often one message is tried. */
export interface Stamp {
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
export class SendFailure extends Error {
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** Milliseconds the other side asked us to wait. */
  readonly wait: number;

  constructor(kind: SendFailure['kind'], reason: string, wait = 0) {
    super(reason.replace(/\s+/g, ' ').slice(0, 200));
    this.name = 'SendFailure';
    this.kind = kind;
    this.wait = wait;
  }
}
