import type { ClubEvent } from '../db/club-event.ts';
import type { Company } from '../domain/api/ledger-answers.ts';
import type { Booking } from '../domain/booking.ts';
import type { ContactMessage } from '../domain/contact-form.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { OfferMessage, WaitlistEntryMessage } from '../domain/waitlist-message.ts';
import type { Channel, Content, Reachable } from '../outbox/channels/channel.ts';
import type { QuietHours } from '../outbox/channels/quiet-hours.ts';
import type { Outbox, OutboxRow } from '../outbox/outbox.ts';
import type { ChatTemplate } from './chat-form.ts';
import type { ItemMessage } from './item-message.ts';
import type { PayerMessage } from './payer-message.ts';
import type { Recipients } from './recipients.ts';
import type { StyledClub } from './render-email.ts';

/** A message of the club: what queues it, what withdraws it, and its full and short wording. */
export interface Message {
  /** Stored in every club's outbox, so it must never change. */
  kind: string;
  /** Shown to admins. */
  label: string;
  audience: OutboxRow['audience'];
  /** A reminder or news, sent after confirmations. */
  urgency?: 2;
  /** Events about the same booking that replace it while it is unsent. */
  withdrawnBy?: readonly Withdrawing[];
  /** The email. */
  full?: Form<Queued & { recipient?: string; limit_key?: string }>;
  /** The text message: one sentence with at most one link. */
  short?: Form<QueuedShort>;
  /** What a chat says to whoever wants messages there; it takes the place of the other forms. */
  chat?: ChatTemplate & Pick<Form<QueuedShort>, 'compose'>;
  /** Sends the short form as well as the full one; otherwise only if the full one reaches nobody. */
  both?: true;
  /** The recipient, for handing over to another channel; null if the person was deleted. */
  person?: (
    row: MessageSubject,
    sources: Pick<Sources, 'recipients' | 'findBooking' | 'findOffer' | 'findPayer' | 'findItemPayer'>,
  ) => Reachable | null;
  /** Test data to compose it with, keyed by variant. */
  samples: Record<string, Sample>;
}

/** What a message is about. */
export type MessageSubject = Pick<OutboxRow, 'channel' | 'booking_id' | 'payer_id' | 'details'>;

interface Form<Q> {
  /** What to queue for an event; null if the event doesn't concern this form. */
  queue: (event: ClubEvent, context: QueueContext) => Q | null;
  /**
   * Composes from current data rather than from when it was queued: an email about a moved booking has the latest
   * time, and a message that is no longer true is withdrawn.
   */
  compose: (row: OutboxRow, now: number, sources: Sources, channel: Channel) => ComposeResult;
}

/** Events that withdraw unsent messages about their booking, with the reason shown to admins. */
export const WITHDRAWAL_REASONS = {
  'booking.paid': 'the booking was paid',
  'booking.cancelled': 'the booking was cancelled',
  'booking.moved': 'the booking was moved',
  'booking.bank_changed': 'the bank account changed again',
  'receipt.received': 'the customer sent a receipt',
  'receipt.rejected': 'the receipt was rejected',
} satisfies Partial<Record<ClubEvent['kind'], string>>;
export type Withdrawing = keyof typeof WITHDRAWAL_REASONS;

/** A message to queue, in addition to what its `Message` says. */
export interface Queued {
  /** Unique, so that the same message is never queued twice. */
  key: string;
  booking_id?: number;
  /** The recipient, or whom an email to the club is about; for a message about a booking, null means its customer. */
  payer_id?: number;
  contact_id?: number;
  /** Counts, but is never dropped. */
  required?: true;
  details?: object;
  /** The earliest time to send it, at or after `at`. */
  sendAt?: (at: number) => number;
  /** If it would be sent at or after this time, the message isn't queued. */
  latest?: number;
  /** Where a phone rings: waits for the hours when it may about this play; null if it is about something else. */
  play?: Pick<Booking, 'date' | 'slots'> | null;
  /** From when on the phone may ring at any hour, because later would be too late. */
  ringsBy?: number;
}

/** A short message, sent on the first channel that reaches the person. */
export interface QueuedShort extends Queued {
  person: Reachable;
}

export interface QueueContext {
  now: number;
  /** Takes back a message; true if it has been sent and must be corrected by another one. */
  takeBack: (key: string, reason: string) => boolean;
  /** The event's booking; null for an event about something else. */
  booking: Booking | null;
  outbox: Pick<Outbox, 'lastToPayer' | 'hasTold'>;
  sources: Pick<
    Sources,
    'recipients' | 'quietHours' | 'findWaitlistEntry' | 'findOffer' | 'findPayer' | 'findItemPayer'
  >;
}

/** Where messages get their data. */
export interface Sources {
  /** The club, with the owner's words for its emails. */
  club: () => StyledClub;
  quietHours: () => QuietHours;
  recipients: Pick<Recipients, 'wantsEmail' | 'reach' | 'isWalkIn' | 'isConfirmed'>;
  findBooking: (id: number) => Booking | null;
  /** The customer has used their one free move. */
  isRescheduleUsed: (bookingId: number) => boolean;
  /** A booking's money, oldest first. */
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  /** Half-hours of plans that a booking uses, or has lost by a late cancellation. */
  planSlotsKeptBy: (bookingId: number) => number;
  /** Null for a private customer. */
  findCompany: (bookingId: number) => Company | null;
  /** The booking's page including its key. */
  manageUrl: (booking: Booking) => string;
  /** The link by which the booking's current address agrees to be replaced by `email`. */
  confirmationUrl: (booking: Booking, email: string) => string;
  /** An address's upcoming bookings. */
  listUpcomingBookingsOf: (email: string) => Booking[];
  /** Null if the customer was deleted. */
  findWaitlistEntry: (id: number) => WaitlistEntryMessage | null;
  findOffer: (id: number) => OfferMessage | null;
  /** The name of the approved template of a message; throws `SendError` while there is none. */
  templateOf: (kind: string, channel: Channel) => string;
  /** Null if the payer no longer exists. */
  findPayer: (id: number) => PayerMessage | null;
  /** Null if this payer of a place or purchase no longer exists. */
  findItemPayer: (id: number) => ItemMessage | null;
  /** The links that no player has claimed yet; PKR. */
  listShareLinks: (booking: Booking) => { name: string; charge: number; url: string }[];
  /** Files that bring the bookings in calendars up to date. */
  calendarFiles: (bookings: readonly Booking[], now: number) => string[];
  findContactMessage: (id: number) => ContactMessage | null;
}

/** What the worker does with a due message. */
export type ComposeResult =
  | ({ action: 'send' } & Content)
  | { action: 'withdraw'; reason: string }
  /** Not by this channel any more: the next one takes it, and without one it is withdrawn. */
  | { action: 'pass_on'; reason: string }
  | { action: 'postpone'; until: number };

/** Overrides of the standard data in `sample-data.ts`. */
export interface Sample {
  booking?: Partial<Booking>;
  details?: object;
  entries?: Partial<LedgerEntry>[];
  entry?: Partial<WaitlistEntryMessage>;
  offer?: Partial<OfferMessage>;
  /** For a payer other than the customer, as overrides of the standard payer. */
  payer?: Partial<PayerMessage>;
  item?: Partial<ItemMessage>;
}
