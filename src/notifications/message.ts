import type { ClubEvent } from '../db/club-event.ts';
import type { Company } from '../domain/api/ledger-answers.ts';
import type { Booking } from '../domain/booking.ts';
import type { ContactMessage } from '../domain/contact-form.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { OfferMessage, WaitlistEntryMessage } from '../domain/waitlist.ts';
import type { Channel, Content, Reachable } from '../outbox/channels/channel.ts';
import type { QuietHours } from '../outbox/channels/quiet-hours.ts';
import type { Outbox, OutboxRow } from '../outbox/outbox.ts';
import type { ItemMessage } from './item-message.ts';
import type { PayerMessage } from './payer-message.ts';
import type { Recipients } from './recipients.ts';
import type { StyledClub } from './render-email.ts';

/** A message of the club: what queues it, what withdraws it, and what it says in full and in short. */
export interface Message {
  /** Stands in the outbox of every club, so it never changes. */
  kind: string;
  /** What admins see. */
  label: string;
  audience: OutboxRow['audience'];
  /** A reminder or news, which goes after confirmations. */
  urgency?: 2;
  /** Events about the same booking that replace it while it is unsent. */
  withdrawnBy?: readonly Withdrawing[];
  /** What an email says. */
  full?: Form<Queued & { recipient?: string; limit_key?: string }>;
  /** What a text message says: one sentence, with at most one link. */
  short?: Form<QueuedShort>;
  /** The short form goes beside the full one; else only where the full one reaches nobody. */
  both?: true;
  /** Whom it is for, where another channel may take over; null when the person was deleted. */
  person?: (row: OutboxRow, sources: Sources) => Reachable | null;
  /** Data to compose it with in tests, by a name for the variant. */
  samples: Record<string, Sample>;
}

interface Form<Q> {
  /** What to queue about an event; null when the event does not concern this form. */
  queue: (event: ClubEvent, context: QueueContext) => Q | null;
  /**
   * Composes from the current data, not from the data when it was queued: the email about a moved booking has its
   * new time, and a message that is no longer true is withdrawn.
   */
  compose: (row: OutboxRow, now: number, sources: Sources, channel: Channel) => ComposeResult;
}

/** The events that withdraw unsent messages about their booking, with the reason that admins see. */
export const WITHDRAWAL_REASONS = {
  'booking.paid': 'the booking was paid',
  'booking.cancelled': 'the booking was cancelled',
  'booking.moved': 'the booking was moved',
  'booking.bank_changed': 'the bank account changed again',
  'receipt.received': 'the customer sent a receipt',
  'receipt.rejected': 'the receipt was rejected',
} satisfies Partial<Record<ClubEvent['kind'], string>>;
export type Withdrawing = keyof typeof WITHDRAWAL_REASONS;

/** A message to queue, beside what its `Message` says. */
export interface Queued {
  /** Unique, so that the same message is never queued twice. */
  key: string;
  booking_id?: number;
  /** Whom it is for; of a message about a booking, null stands for its customer. */
  payer_id?: number;
  contact_id?: number;
  /** Counts, but is never dropped. */
  required?: true;
  details?: object;
  /** When it may be sent, at or after `at`. */
  sendAt?: (at: number) => number;
  /** A message that would be sent at or after this time is not queued. */
  latest?: number;
}

/** A message in short, which takes the first channel that reaches its person. */
export interface QueuedShort extends Queued {
  person: Reachable;
  /** It waits for the hours in which its channel may send about this booking. */
  play?: Pick<Booking, 'date' | 'slots'>;
}

export interface QueueContext {
  now: number;
  /** The booking of the event; null for an event about something else. */
  booking: Booking | null;
  outbox: Pick<Outbox, 'lastOfKind'>;
  sources: Pick<
    Sources,
    'recipients' | 'quietHours' | 'findWaitlistEntry' | 'findOffer' | 'findPayer' | 'findItemPayer'
  >;
}

/** Where the data of messages comes from. */
export interface Sources {
  /** The club with the owner's words for its emails. */
  club: () => StyledClub;
  quietHours: () => QuietHours;
  recipients: Pick<Recipients, 'wantsEmail' | 'reach' | 'isWalkIn' | 'isConfirmed'>;
  findBooking: (id: number) => Booking | null;
  /** The customer has moved the booking alone, which is free once. */
  isRescheduleUsed: (bookingId: number) => boolean;
  /** The money of a booking, oldest first. */
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  /** Null for a private customer. */
  findCompany: (bookingId: number) => Company | null;
  /** The booking's page with its key. */
  manageUrl: (booking: Booking) => string;
  /** The link by which the booking's present address allows `email` to replace it. */
  confirmationUrl: (booking: Booking, email: string) => string;
  /** An address's bookings that are still to be played. */
  listUpcomingBookingsOf: (email: string) => Booking[];
  /** Null when the customer was deleted. */
  findWaitlistEntry: (id: number) => WaitlistEntryMessage | null;
  findOffer: (id: number) => OfferMessage | null;
  /** Null when there is no such payer any more. */
  findPayer: (id: number) => PayerMessage | null;
  /** Null when there is no such payer of a place or a purchase any more. */
  findItemPayer: (id: number) => ItemMessage | null;
  /** The links that no player has made their own yet; PKR. */
  listShareLinks: (booking: Booking) => { name: string; charge: number; url: string }[];
  /** The files that bring the bookings in calendars up to date. */
  calendarFiles: (bookings: readonly Booking[], now: number) => string[];
  findContactMessage: (id: number) => ContactMessage | null;
}

/** What the worker does with a message that is due. */
export type ComposeResult =
  | ({ action: 'send' } & Content)
  | { action: 'withdraw'; reason: string }
  | { action: 'postpone'; until: number };

/** What differs from the standard data of `sample-data.ts`. */
export interface Sample {
  booking?: Partial<Booking>;
  details?: object;
  entries?: Partial<LedgerEntry>[];
  entry?: Partial<WaitlistEntryMessage>;
  offer?: Partial<OfferMessage>;
  /** It is for another payer than the customer, who differs from the standard one by this. */
  payer?: Partial<PayerMessage>;
  item?: Partial<ItemMessage>;
}
