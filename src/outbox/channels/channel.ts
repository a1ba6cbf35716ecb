import type { Settings } from '../../config/schema.ts';
import type { Booking } from '../../domain/booking.ts';
import type { ChannelId } from '../../domain/channel-settings.ts';
import type { QuietHours } from './quiet-hours.ts';

/** A way to deliver messages. Each channel is one file in this folder and one line in its table. */
export interface Channel {
  /** Stored in every club's outbox, so it must never change. */
  id: string;
  /** Its name for people. */
  label: string;
  /** The form of message it carries. */
  form: Content['form'];
  isSetUp: (settings: ChannelSetup['settings']) => boolean;
  /** Asks the provider about these settings: the field that it refuses, and why; null if none. */
  tryOut?: (
    settings: ChannelSetup['settings'],
    signal: AbortSignal,
  ) => Promise<{ field: string; reason: string } | null>;
  /** Where to reach a person; null if unknown, or if the person doesn't want messages there. */
  addressOf: (person: Reachable) => string | null;
  /** Limit on messages to one address that a stranger can trigger, and what admins read about any more. */
  limit: { messages: number; windowMs: number; dropped: string };
  /** The earliest time, at or after `now`, for a message about a booking, or about something else. */
  earliest: (now: number, booking: Pick<Booking, 'date' | 'slots'> | null, hours: QuietHours) => number;
  /** For providers that report delivery: without a report within this time, the message moves to the next channel. */
  deliveredWithinMs?: number;
  /** True for a refusal of free words that an approved template would not meet. */
  wantsTemplate?: (reason: string | null) => boolean;
  /** What owners, the reception and the operator read while the provider accepts no more. */
  limited: { subject: string; text: string; alarm: string; finding: string; fix: string };
  open: (setup: ChannelSetup) => Transport;
  /** Reads a file of at most `limit` bytes that a customer sent; only channels by which customers write have it. */
  openMedia?: (
    settings: ChannelSetup['settings'],
  ) => (media: string, limit: number, signal: AbortSignal) => Promise<Uint8Array>;
}

/** A person as channels see one. */
export interface Reachable {
  email: string;
  phone: string;
  /** The channels on which the person wants messages. */
  wants: ReadonlySet<string>;
}

export interface ChannelSetup {
  settings: Pick<Settings, 'mail' | 'sms' | ChannelId>;
  /** Where emails are written while no mail server is set up. */
  folder: string;
  /** The sender of emails. */
  from: () => string;
  /** Overrides the transport from the settings; for tests. */
  emailTransport?: EmailTransport | undefined;
  smtpTimeouts?: SmtpTimeouts | undefined;
}

/** How long a mail server may take for each step before the attempt fails. */
export interface SmtpTimeouts {
  connectMs: number;
  idleMs: number;
}

/** A message in the form its channel carries. */
export type Content =
  | { form: 'full'; email: Email }
  | { form: 'short'; to: string; short: ShortContent }
  | { form: 'chat'; to: string; chat: ChatContent };

/**
 * What a chat shows: an approved template with its values and the end of its button's address, or, after a message of the
 * customer's, free words, to which choices may be added.
 */
export type ChatContent =
  | { template: string; values: readonly string[]; link: string }
  | { text: string; choices?: readonly { id: string; title: string }[] };

/** A single sentence with at most one link. */
export interface ShortContent {
  /** From fullest to barest: a channel uses the first one it has room for. */
  texts: readonly string[];
}

/** A complete email, except for its Message-ID. */
export interface Email {
  to: string;
  reply_to?: string;
  subject: string;
  html: string;
  text: string;
  /** Where the recipient can turn these emails off. */
  unsubscribe_url?: string;
  /** iCalendar files to attach, one per method. */
  calendars?: readonly string[];
  /** The PNG that the HTML shows as `cid:` and this name. */
  picture?: { name: string; png: Uint8Array };
}

/** Sends messages on one channel. A resolved promise means the message was handed over. */
export interface Transport {
  send: (content: Content, envelope: Envelope, signal: AbortSignal) => Promise<Delivery>;
  close: () => void;
}

export interface Delivery {
  recipient: string;
  /** The `reason` to record with a sent message. */
  note: string | null;
  /** The provider's id for the message, used in its delivery reports. */
  provider_id?: string;
}

/** Sends emails. A resolved promise means the email was handed over. */
export interface EmailTransport {
  send(email: Email, envelope: Envelope, signal: AbortSignal): Promise<void>;
  /** The `reason` recorded with a sent message; null for a real mail server. */
  readonly note: string | null;
  close(): void;
}

/** The recorded reason when an email was only saved as a file. */
export const SAVED_AS_FILE = 'kept as a file';

/** What stays the same over all attempts to send a message. */
export interface Envelope {
  id: number;
  /** Without angle brackets. */
  message_id: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/**
 * Why a message was not sent. `refused`: it never can be. `later`: this message may succeed later. `unreachable`:
 * nothing can be sent at the moment. `limited`: the club can't send any for now, because its account has reached a
 * limit or run out of balance.
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
