import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import { endOfPlay } from '../domain/play-time.ts';
import type { Email, Reachable } from '../outbox/channels/channel.ts';
import { email as emailChannel } from '../outbox/channels/email.ts';
import { TOO_LATE_REASONS } from '../outbox/future-times.ts';
import { limitKeyOf, type OutboxRow } from '../outbox/outbox.ts';
import type { EmailContent } from './email-content.ts';
import type { ComposeResult, Message, QueueContext, Sample, Sources, Withdrawing } from './message.ts';
import { goneReason, type PayerMessage } from './payer-message.ts';
import { renderClubEmail, renderEmail, type StyledClub } from './render-email.ts';

/** A booking with its manage link, which every email to its customer has. */
export type EmailBooking = Booking & { manage_url: string };

type BookingEvent = Extract<ClubEvent, { booking_id: number }>;

/** What makes a message unique for its booking, and data that is stored nowhere else. */
interface Occasion {
  key: string;
  details?: object;
}

interface BookingMessage extends Pick<Message, 'urgency'> {
  kind: string;
  label: string;
  /** The events that queue it; null when one does not concern it. */
  on: {
    [K in BookingEvent['kind']]?: (
      event: Extract<BookingEvent, { kind: K }>,
      booking: Booking,
      now: number,
    ) => Occasion | null;
  };
  withdrawnBy?: readonly Withdrawing[];
  /** Tells the customer what another payer did; else the events of another payer do not concern the customer. */
  aboutOthers?: true;
  /** Other messages to the customer wait for the payment while a card payment is open. */
  duringCheckout?: true;
  /** Stands in place of the kind in the keys. */
  keyPrefix?: string;
  samples: Record<string, Sample>;
}

/** What an email about a booking is composed from. */
export interface Composing<D = object> {
  /** Whom an email to a payer is for; of one to the club, whom it is about. */
  payer: PayerMessage;
  /** To the customer with the own money alone: other payers read of theirs in their own messages. */
  booking: EmailBooking;
  club: StyledClub;
  details: D;
  now: number;
  /** The money of the booking, oldest first; to a payer the own. */
  entries: () => LedgerEntry[];
  sources: Sources;
}

interface BookingEmail<D> extends BookingMessage {
  /** It describes a booking of this status, so it is sent again when the address changes or the customer asks. */
  describes?: BookingStatus;
  /** A repeated email waits this long after the last one, and several become one. */
  intervalMs?: number;
  /** A mailbox gets it however many emails others have caused. */
  unlimited?: true;
  /** Why it is not sent any more. */
  withdrawIf?: (composing: Composing<D>) => string | null;
  /** What it says in short, to the customer and beside the email. */
  short?: BookingShort;
  content: (composing: Composing<D>) => EmailContent;
}

interface PayerEmail<D> extends BookingEmail<D> {
  /**
   * Sent also to members who turned booking emails off, to those who play no more, after a cancellation and after play. A
   * function decides about the emails that were turned off alone.
   */
  required?: true | ((details: D) => boolean);
  /** Whether it still suits the booking; without it, one that is not cancelled. */
  suits?: (booking: Booking) => boolean;
  /** Whether the file for the calendar is attached; one that is not required has it. */
  calendar?: boolean;
}

/** An email to the payer whom the event names, or to the customer. */
export function payerEmail<D = object>(message: PayerEmail<D>): Message {
  return emailAbout(message, 'payer', (composing) => composeForPayer(message, composing));
}

/** An email to the customer. */
export function bookingEmail<D = object>(message: PayerEmail<D>): Message {
  return emailAbout(message, 'customer', (composing) => composeForPayer(message, composing));
}

function composeForPayer<D>(message: PayerEmail<D>, composing: Composing<D>): ComposeResult {
  const { payer, booking, club, details, now, sources } = composing;
  const { required, suits, calendar = required !== true } = message;
  const isRequired = typeof required === 'function' ? required(details) : required;
  if (!isRequired && !sources.recipients.wantsEmail(payer))
    return { action: 'withdraw', reason: 'the member turned emails off' };
  const unsuited = suits ? (suits(booking) ? null : `the booking is ${booking.status}`) : goneReason(payer);
  const reason = (required === true ? null : unsuited) ?? message.withdrawIf?.(composing);
  if (reason) return { action: 'withdraw', reason };
  if (required !== true && booking.status !== 'cancelled' && endOfPlay(booking) <= now)
    return { action: 'withdraw', reason: TOO_LATE_REASONS.full };
  const extra: Partial<Email> = {};
  if (calendar) extra.calendars = sources.calendarFiles([booking], now);
  if (required !== true && payer.user_id !== null) extra.unsubscribe_url = `${club.public_url}/account`;
  return renderEmail(payer.email, message.content(composing), club, footerOf(payer), extra);
}

/** An email to the club about a booking. */
export function clubEmail<D = object>(message: BookingEmail<D>): Message {
  return emailAbout(message, 'club', (composing) => {
    const reason = message.withdrawIf?.(composing);
    if (reason) return { action: 'withdraw', reason };
    return renderClubEmail(message.content(composing), composing.club, composing.booking.email);
  });
}

function footerOf({ position, booking: { id } }: PayerMessage): string {
  return position === 1
    ? `You receive this email because booking ${id} was made with this address.`
    : `You receive this email because your share of booking ${id} has this address.`;
}

/** An email about a booking, which `compose` writes from the booking's data. */
export function emailAbout<D>(
  message: Omit<BookingEmail<D>, 'content'>,
  to: 'payer' | 'customer' | 'club',
  compose: (composing: Composing<D>) => ComposeResult,
): Message {
  const { kind, label, urgency, withdrawnBy, samples, intervalMs = 0 } = message;
  const isToClub = to === 'club';
  return {
    kind,
    label,
    samples,
    ...(urgency ? { urgency } : {}),
    ...(withdrawnBy ? { withdrawnBy } : {}),
    audience: isToClub ? 'club' : 'customer',
    full: {
      queue: (event, context) => {
        const { booking, now, outbox, sources } = context;
        if (!booking) return null;
        const payerId = isToClub || message.aboutOthers ? booking.payer_id : payerOf(event, booking);
        const isCustomer = payerId === booking.payer_id;
        if (!isCustomer && to === 'customer') return null;
        const isResend =
          event.kind === 'booking.email_corrected' || event.kind === 'booking.resend_requested';
        const isAgain = isResend && message.describes === booking.status;
        const occasion = isAgain
          ? { key: `again:${Bun.randomUUIDv7()}` }
          : occasionOf(message, event, context, !isCustomer);
        if (!occasion) return null;
        const last = isAgain || intervalMs > 0 ? outbox.lastOfKind(booking.id, kind, emailChannel.id) : null;
        // An unsent email covers what happened since, because it is composed when it is sent.
        if (last?.state === 'queued') return null;
        const earliest = last ? Math.min(last.at, now) + intervalMs : 0;
        const queued = {
          ...occasion,
          key: bookingKey(
            booking,
            message.keyPrefix ?? kind,
            isCustomer ? occasion.key : `p${payerId}:${occasion.key}`,
          ),
          booking_id: booking.id,
          sendAt: (at: number) => Math.max(at, earliest),
        };
        if (isToClub) return queued;
        const other = isCustomer ? null : sources.findPayer(payerId);
        const { email } = other ?? booking;
        // Walk-in bookings may have no email address, and a player may not have entered one.
        if ((!isCustomer && !other) || !email) return null;
        const isConfirmed = () => other?.confirmed ?? sources.recipients.isConfirmed(booking);
        return {
          ...queued,
          payer_id: payerId,
          recipient: email,
          ...(message.unlimited || isByClub(event) ? {} : { limit_key: limitKeyOf(email, isConfirmed()) }),
        };
      },
      compose: (row, now, sources) => {
        const booking = row.booking_id === null ? null : sources.findBooking(row.booking_id);
        if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
        const payer = sources.findPayer(row.payer_id ?? booking.payer_id);
        if (!payer || !(isToClub || payer.email))
          return { action: 'withdraw', reason: 'the player was deleted' };
        return compose({
          payer,
          booking: { ...(isToClub ? booking : payer.booking), manage_url: sources.manageUrl(booking) },
          club: sources.club(),
          details: JSON.parse(row.details) as D,
          now,
          entries: () =>
            sources.listLedgerEntries(booking.id).filter(({ payer_id }) => isToClub || payer_id === payer.id),
          sources,
        });
      },
    },
    ...(isToClub ? {} : { person: payerReach }),
    ...(message.short ? { short: shortForm(kind, message.short), both: true } : {}),
  };
}

/** The payer to whom an event happens. */
export function payerOf(event: ClubEvent, booking: Booking): number {
  return 'payer_id' in event ? event.payer_id : booking.payer_id;
}

/**
 * Whether the reception caused the event. A customer can cause every other one, and may have typed a stranger's
 * address, so a mailbox gets a limited number of emails about them. A release follows from not paying.
 */
export function isByClub(event: ClubEvent): boolean {
  switch (event.kind) {
    case 'booking.paid':
    case 'booking.email_corrected':
    case 'payers.split':
      return event.by_club;
    case 'booking.cancelled':
      return event.by_club && !event.unpaid;
    case 'booking.moved':
      return !event.by_customer;
    case 'payer.refunded':
    case 'booking.bank_changed':
    case 'booking.resend_requested':
    case 'booking.invoice_requested':
    case 'payer.link_requested':
    case 'host.link_requested':
    case 'receipt.rejected':
    case 'receipt.refund_due':
    case 'payment.not_in_bank':
    case 'series.changed':
      return true;
    default:
      return false;
  }
}

/** What a message about a booking says in short, to its customer; it waits for the morning unless that is too late. */
export interface BookingShort {
  on: BookingMessage['on'];
  duringCheckout?: true;
  /** Stands in place of the kind in the keys. */
  keyPrefix?: string;
  /** A message that cannot be sent before this moment is of no use. */
  latest?: (booking: Booking) => number;
  /** Whether it still suits the booking. */
  suits?: (booking: Booking, now: number) => boolean;
  /** From the fullest wording to the barest. */
  texts: (booking: Booking, club: StyledClub) => readonly string[];
}

/** A message that has a short form alone. */
export function shortMessage({
  kind,
  label,
  urgency,
  withdrawnBy,
  samples,
  ...short
}: BookingShort & Pick<Message, 'kind' | 'label' | 'urgency' | 'withdrawnBy' | 'samples'>): Message {
  return {
    kind,
    label,
    ...(urgency ? { urgency } : {}),
    ...(withdrawnBy ? { withdrawnBy } : {}),
    samples,
    audience: 'customer',
    person: payerReach,
    short: shortForm(kind, short),
  };
}

/** Where the payer of a message is reached; only the customer has left more than an email address. */
export function payerReach({ booking_id, payer_id }: OutboxRow, sources: Sources): Reachable | null {
  const booking = booking_id === null ? null : sources.findBooking(booking_id);
  if (!booking || payer_id === null || payer_id === booking.payer_id)
    return booking && sources.recipients.reach(booking);
  const payer = sources.findPayer(payer_id);
  return payer && { email: payer.email, phone: '', wants: new Set([emailChannel.id]) };
}

export function shortForm(kind: string, form: BookingShort): NonNullable<Message['short']> {
  const { latest = () => Number.POSITIVE_INFINITY, suits = () => true } = form;
  return {
    queue: (event, context) => {
      const { booking, sources } = context;
      if (!booking || payerOf(event, booking) !== booking.payer_id) return null;
      const occasion = occasionOf(form, event, context);
      if (!occasion) return null;
      return {
        ...occasion,
        key: bookingKey(booking, `short.${form.keyPrefix ?? kind}`, occasion.key),
        booking_id: booking.id,
        payer_id: booking.payer_id,
        person: sources.recipients.reach(booking),
        play: booking,
        latest: latest(booking),
      };
    },
    compose: (row, now, sources, channel) => {
      const booking = row.booking_id === null ? null : sources.findBooking(row.booking_id);
      if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
      const to = channel.addressOf(sources.recipients.reach(booking));
      if (!to) return { action: 'withdraw', reason: `the customer turned ${channel.label} off` };
      const own = sources.findPayer(booking.payer_id)?.booking ?? booking;
      if (!suits(own, now)) return { action: 'withdraw', reason: `the booking is ${booking.status}` };
      const sendAt = channel.earliest(now, booking, sources.quietHours());
      if (sendAt >= latest(booking)) return { action: 'withdraw', reason: TOO_LATE_REASONS.short };
      if (sendAt > now) return { action: 'postpone', until: sendAt };
      return { action: 'send', form: 'short', to, short: { texts: form.texts(own, sources.club()) } };
    },
  };
}

function occasionOf(
  { on, duringCheckout }: Pick<BookingMessage, 'on' | 'duringCheckout'>,
  event: ClubEvent,
  { booking, now }: QueueContext,
  isOfOther = false,
): Occasion | null {
  if (!booking || !('booking_id' in event)) return null;
  if (awaitsCardPayment(booking) && !duringCheckout && !isOfOther) return null;
  // `series.changed` tells the customer about all dates together.
  if ('in_series' in event && event.in_series) return null;
  const occasion = on[event.kind] as
    | ((event: BookingEvent, booking: Booking, now: number) => Occasion | null)
    | undefined;
  return occasion?.(event, booking, now) ?? null;
}

/** Begins with the booking's number, so that the keys of one commit share a page of the index. */
function bookingKey(booking: Booking, kind: string, suffix: string): string {
  return `${booking.id}:${kind}:${suffix}`;
}
