import { type BookingEvent, type ClubEvent, isByClub } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import { heldWays, type MoneyPart } from '../domain/money-ways.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import { endOfPlay } from '../domain/play-time.ts';
import type { Channel, Email, Reachable } from '../outbox/channels/channel.ts';
import { email as emailChannel } from '../outbox/channels/email.ts';
import { CHANNELS } from '../outbox/channels/table.ts';
import { TOO_LATE_REASONS } from '../outbox/future-times.ts';
import { limitKeyOf, type OutboxRow } from '../outbox/outbox.ts';
import { type ChatText, composeChat } from './chat-form.ts';
import type { EmailContent } from './email-content.ts';
import type {
  ComposeResult,
  Message,
  MessageSubject,
  QueueContext,
  Sample,
  Sources,
  Withdrawing,
} from './message.ts';
import { goneReason, type PayerMessage } from './payer-message.ts';
import { renderClubEmail, renderEmail, type StyledClub } from './render-email.ts';

/** The channels of which one takes the email's place. */
const FULL_CHANNELS = CHANNELS.filter(({ form }) => form !== 'short').map(({ id }) => id);

/** A booking with the ways its money came, and its manage link, which every email to its customer contains. */
export type EmailBooking = Booking & { manage_url: string; paid_ways: readonly MoneyPart[] };

/** What makes a message unique for its booking, plus data stored nowhere else. */
interface Occasion {
  key: string;
  details?: object;
}

interface BookingMessage extends Pick<Message, 'urgency'> {
  kind: string;
  label: string;
  /** The events that queue it; null from one that is not relevant. */
  on: {
    [K in BookingEvent['kind']]?: (
      event: Extract<BookingEvent, { kind: K }>,
      booking: Booking,
      now: number,
    ) => Occasion | null;
  };
  withdrawnBy?: readonly Withdrawing[];
  /** Tells the customer what another payer did; otherwise, events of other payers are ignored. */
  aboutOthers?: true;
  /** Sent even while a card payment is open; other messages to the customer wait for it. */
  duringCheckout?: true;
  /** Replaces the kind in the keys. */
  keyPrefix?: string;
  samples: Record<string, Sample>;
}

/** The data to compose an email about a booking from. */
export interface Composing<D = object> {
  /** The recipient, for an email to a payer; the subject, for one to the club. */
  payer: PayerMessage;
  /** For the customer, shows only their own money; other payers read about theirs in their own messages. */
  booking: EmailBooking;
  club: StyledClub;
  details: D;
  now: number;
  /** The booking's money, oldest first; for a payer, only their own. */
  entries: () => LedgerEntry[];
  sources: Sources;
}

interface BookingEmail<D> extends BookingMessage {
  /** It describes a booking in this status, so it is sent again when the address changes or the customer asks. */
  describes?: BookingStatus;
  /** A repeated email waits this long after the last one, and several become one. */
  intervalMs?: number;
  /** Takes back the email of this kind with the same key; queued only if that one has been sent. */
  corrects?: { kind: string; reason: string };
  /** Queued only if the payer was told something of these kinds since the event's entry was recorded. */
  follows?: readonly string[];
  /** Not subject to the mailbox's limit. */
  unlimited?: true;
  /** Why it should no longer be sent. */
  withdrawIf?: (composing: Composing<D>) => string | null;
  /** The short version, sent to the customer alongside the email. */
  short?: BookingShort;
  /** From when on a payer's phone may ring about it in quiet hours, too. */
  ringsBy?: (payer: PayerMessage) => number;
  /** What a chat says to the customer. */
  chat?: ChatText<Composing<D>>;
  content: (composing: Composing<D>) => EmailContent;
}

interface PayerEmail<D> extends BookingEmail<D> {
  /**
   * Also sent to members who turned booking emails off, to payers who have left, after a cancellation and after play.
   * A function only overrides turned-off emails.
   */
  required?: true | ((details: D) => boolean);
  /** Whether it still fits the booking; by default, any booking that isn't cancelled. */
  suits?: (booking: Booking) => boolean;
  /** Attaches the calendar file; the default for emails that aren't required. */
  calendar?: boolean;
}

/** An email to the payer named by the event, or to the customer. */
export function payerEmail<D = object>(message: PayerEmail<D>): Message {
  return emailAbout(message, 'payer', payerWriting(message));
}

export function bookingEmail<D = object>(message: PayerEmail<D>): Message {
  return emailAbout(message, 'customer', payerWriting(message));
}

/** How a message is written, whichever channel takes it. */
interface Writing<D> {
  /** Why it is not sent any more. */
  reason: (composing: Composing<D>, channel: Channel) => string | null;
  email: (composing: Composing<D>) => ComposeResult;
}

function payerWriting<D>(message: PayerEmail<D>): Writing<D> {
  return {
    reason: (composing, channel) => reasonForPayer(message, composing, channel),
    email: (composing) => emailToPayer(message, composing),
  };
}

function reasonForPayer<D>(message: PayerEmail<D>, composing: Composing<D>, channel: Channel): string | null {
  const { payer, booking, details, now, sources } = composing;
  const { required, suits } = message;
  const isRequired = typeof required === 'function' ? required(details) : required;
  if (channel === emailChannel && !isRequired && !sources.recipients.wantsEmail(payer))
    return 'the member turned emails off';
  const unsuited = suits ? (suits(booking) ? null : `the booking is ${booking.status}`) : goneReason(payer);
  const reason = (required === true ? null : unsuited) ?? message.withdrawIf?.(composing);
  if (reason) return reason;
  const isOver = required !== true && booking.status !== 'cancelled' && endOfPlay(booking) <= now;
  return isOver ? TOO_LATE_REASONS.full : null;
}

function emailToPayer<D>(message: PayerEmail<D>, composing: Composing<D>): ComposeResult {
  const { payer, booking, club, now, sources } = composing;
  const { required, calendar = required !== true } = message;
  const extra: Partial<Email> = {};
  if (calendar) extra.calendars = sources.calendarFiles([booking], now);
  if (required !== true && payer.user_id !== null) extra.unsubscribe_url = `${club.public_url}/account`;
  return renderEmail(payer.email, message.content(composing), club, footerOf(payer), extra);
}

export function clubEmail<D = object>(message: BookingEmail<D>): Message {
  return emailAbout(message, 'club', {
    reason: (composing) => message.withdrawIf?.(composing) ?? null,
    email: (composing) =>
      renderClubEmail(message.content(composing), composing.club, composing.booking.email),
  });
}

function footerOf({ position, booking: { id } }: PayerMessage): string {
  return position === 1
    ? `You’re getting this email because booking ${id} was made with this address.`
    : `You’re getting this email because this address was given for your share of booking ${id}.`;
}

/** An email about a booking, which is written from the booking's data. */
export function emailAbout<D>(
  message: Omit<BookingEmail<D>, 'content'>,
  to: 'payer' | 'customer' | 'club',
  writing: Writing<D>,
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
        const payerId = message.aboutOthers ? booking.payer_id : payerOf(event, booking);
        const isCustomer = payerId === booking.payer_id;
        if (!isCustomer && to === 'customer') return null;
        const isResend =
          event.kind === 'booking.email_corrected' || event.kind === 'booking.resend_requested';
        const isAgain = isResend && message.describes === booking.status;
        const occasion = isAgain
          ? { key: `again:${Bun.randomUUIDv7()}` }
          : occasionOf(message, event, context, !isCustomer);
        if (!occasion) return null;
        const last = isAgain || intervalMs > 0 ? outbox.lastToPayer(payerId, kind, FULL_CHANNELS) : null;
        // An unsent email is composed when sent, so it already covers this.
        if (last?.state === 'queued') return null;
        const earliest = last ? Math.min(last.at, now) + intervalMs : 0;
        const keyOf = (prefix: string) =>
          bookingKey(booking, prefix, isCustomer ? occasion.key : `p${payerId}:${occasion.key}`);
        const { corrects, follows } = message;
        if (follows && !('recorded' in event && outbox.hasTold(payerId, follows, event.recorded)))
          return null;
        if (corrects && !context.takeBack(keyOf(corrects.kind), corrects.reason)) return null;
        const queued = {
          ...occasion,
          key: keyOf(message.keyPrefix ?? kind),
          booking_id: booking.id,
          payer_id: payerId,
          sendAt: (at: number) => Math.max(at, earliest),
        };
        if (isToClub) return queued;
        const other = isCustomer ? null : sources.findPayer(payerId);
        const { email } = other ?? booking;
        if (!isCustomer && !other) return null;
        const isConfirmed = () => other?.confirmed ?? sources.recipients.isConfirmed(booking);
        return {
          ...queued,
          // Empty for a walk-in or a player without one.
          recipient: email,
          ...(message.ringsBy && other ? { ringsBy: message.ringsBy(other) } : {}),
          ...(message.unlimited || isByClub(event as BookingEvent)
            ? {}
            : { limit_key: limitKeyOf(email, isConfirmed()) }),
        };
      },
      compose: (row, now, sources, channel) => {
        const composing = composingOf<D>(row, now, sources, isToClub);
        if ('action' in composing) return composing;
        if (!isToClub && !composing.payer.email)
          return { action: 'withdraw', reason: 'the player was deleted' };
        const reason = writing.reason(composing, channel);
        return reason ? { action: 'withdraw', reason } : writing.email(composing);
      },
    },
    ...(isToClub ? {} : { person: payerReach }),
    ...(message.chat ? { chat: chatForm(message.chat, writing) } : {}),
    ...(message.short ? { short: shortForm(kind, message.short), both: true } : {}),
  };
}

/** What a message about a booking is composed from; the result when there is nothing left of it. */
function composingOf<D>(
  row: OutboxRow,
  now: number,
  sources: Sources,
  isToClub: boolean,
): Composing<D> | ComposeResult {
  const booking = row.booking_id === null ? null : sources.findBooking(row.booking_id);
  if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
  const payer = sources.findPayer(row.payer_id ?? booking.payer_id);
  if (!payer) return { action: 'withdraw', reason: 'the player was deleted' };
  const entries = () =>
    sources.listLedgerEntries(booking.id).filter(({ payer_id }) => isToClub || payer_id === payer.id);
  return {
    payer,
    booking: {
      ...(isToClub ? booking : payer.booking),
      manage_url: sources.manageUrl(booking),
      paid_ways: heldWays(entries()),
    },
    club: sources.club(),
    details: JSON.parse(row.details) as D,
    now,
    entries,
    sources,
  };
}

function chatForm<D>(text: ChatText<Composing<D>>, writing: Writing<D>): NonNullable<Message['chat']> {
  return {
    ...text,
    compose: (row, now, sources, channel) => {
      const composing = composingOf<D>(row, now, sources, false);
      if ('action' in composing) return composing;
      const reason = writing.reason(composing, channel);
      if (reason) return { action: 'withdraw', reason };
      const to = { kind: row.kind, person: payerReach(row, sources), url: composing.payer.url, channel };
      return composeChat(text, composing, to, sources);
    },
  };
}

/** The payer an event concerns. */
export function payerOf(event: ClubEvent, booking: Booking): number {
  return 'payer_id' in event ? event.payer_id : booking.payer_id;
}

/** A short message about a booking to its customer; it waits until morning unless that is too late. */
export interface BookingShort {
  on: BookingMessage['on'];
  duringCheckout?: true;
  /** Replaces the kind in the keys. */
  keyPrefix?: string;
  /** After this moment the message would be useless. */
  latest?: (booking: Booking) => number;
  /** Whether it still fits the booking. */
  suits?: (booking: Booking, now: number) => boolean;
  /** From fullest to barest. */
  texts: (booking: Booking, club: StyledClub) => readonly string[];
}

/** A message that only has a short form. */
export function shortMessage({
  kind,
  label,
  urgency,
  withdrawnBy,
  samples,
  chat,
  ...short
}: BookingShort &
  Pick<Message, 'kind' | 'label' | 'urgency' | 'withdrawnBy' | 'samples'> & {
    chat?: ChatText<Composing>;
  }): Message {
  return {
    kind,
    label,
    ...(urgency ? { urgency } : {}),
    ...(withdrawnBy ? { withdrawnBy } : {}),
    samples,
    audience: 'customer',
    person: payerReach,
    short: shortForm(kind, short),
    ...(chat ? { chat: chatForm(chat, shortWriting(short)) } : {}),
  };
}

function shortWriting({
  suits = () => true,
  latest,
}: Pick<BookingShort, 'suits' | 'latest'>): Writing<object> {
  return {
    reason: ({ booking, now }) => {
      if (!suits(booking, now)) return `the booking is ${booking.status}`;
      return latest && now >= latest(booking) ? TOO_LATE_REASONS.short : null;
    },
    email: () => ({ action: 'withdraw', reason: 'it has no email' }),
  };
}

/** How to reach the payer of a message. */
export function payerReach(
  { booking_id, payer_id }: MessageSubject,
  sources: Pick<Sources, 'findBooking' | 'findPayer' | 'recipients'>,
): Reachable | null {
  const booking = booking_id === null ? null : sources.findBooking(booking_id);
  if (!booking || payer_id === null || payer_id === booking.payer_id)
    return booking && sources.recipients.reach(booking);
  const payer = sources.findPayer(payer_id);
  if (!payer) return null;
  const reachable = sources.recipients.reach(payer);
  // Whoever typed the address of a player typed the phone, too, and must not learn that this player is known.
  return payer.turned_away === null ? reachable : { ...reachable, wants: new Set([emailChannel.id]) };
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

/** Starts with the booking's number, so that the keys of one commit share an index page. */
function bookingKey(booking: Booking, kind: string, suffix: string): string {
  return `${booking.id}:${kind}:${suffix}`;
}
