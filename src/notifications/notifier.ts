import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import type { Channel, Reachable } from '../outbox/channels/channel.ts';
import { email } from '../outbox/channels/email.ts';
import { limitKeyOf, type Outbox } from '../outbox/outbox.ts';
import { payerOf } from './booking-message.ts';
import type { ChatTemplates } from './chat-templates.ts';
import {
  type Message,
  type QueueContext,
  type Queued,
  type QueuedShort,
  type Sources,
  WITHDRAWAL_REASONS,
  type Withdrawing,
} from './message.ts';
import { MESSAGES } from './messages/table.ts';

type NotifierSources = QueueContext['sources'] & Pick<Sources, 'findBooking'>;

/** Queues the messages about an event, in the event's transaction. */
export class Notifier {
  readonly #outbox: Outbox;
  readonly #channels: readonly Channel[];
  readonly #sources: NotifierSources;
  readonly #templates: Pick<ChatTemplates, 'find'>;

  /** `channels`: those that are set up; nothing is queued for any other. */
  constructor(deps: {
    outbox: Outbox;
    channels: readonly Channel[];
    sources: NotifierSources;
    templates: Pick<ChatTemplates, 'find'>;
  }) {
    this.#outbox = deps.outbox;
    this.#channels = deps.channels;
    this.#sources = deps.sources;
    this.#templates = deps.templates;
  }

  handleEvent(event: ClubEvent, tx: Transaction): void {
    const booking = this.#bookingOf(event);
    if (booking && event.kind in WITHDRAWAL_REASONS)
      this.#withdraw(tx, booking, event, event.kind as Withdrawing);
    if (booking && event.kind === 'booking.email_corrected')
      this.#outbox.readdress(
        tx,
        booking.id,
        event.from,
        booking.email,
        event.by_club ? null : limitKeyOf(booking.email, this.#sources.recipients.isConfirmed(booking)),
      );
    const context = {
      now: tx.now,
      booking,
      outbox: this.#outbox,
      takeBack: (key: string, reason: string) => this.#outbox.takeBack(tx, key, reason),
      sources: this.#sources,
    };
    for (const message of MESSAGES) {
      const full = message.full?.queue(event, context) ?? null;
      // Nothing in short goes beside a chat either.
      const short = () => message.short?.queue(event, context) ?? null;
      const chat = this.routeChat(tx, message, full ?? (message.chat ? short() : null));
      if (chat) {
        enqueue(this.#outbox, tx, message, chat);
        continue;
      }
      const hasEmail = full && full.recipient !== '';
      if (hasEmail) enqueue(this.#outbox, tx, message, { ...full, channel: email.id });
      if (hasEmail && !message.both) continue;
      const queued = short();
      const routed = queued && routeShort(queued, this.#channels, this.#sources);
      if (routed) enqueue(this.#outbox, tx, message, routed);
    }
  }

  /** The message in a chat of its person, who may have agreed to none, and whose number may have had its share. */
  routeChat(
    tx: Transaction,
    message: Message,
    queued: (Queued & { limit_key?: string }) | QueuedShort | null,
  ): Routed | null {
    const { kind, chat } = message;
    // Without a chat nobody is looked up: this runs for each message of each booking.
    if (!chat || !queued || !this.#channels.some(({ form }) => form === 'chat')) return null;
    const subject = {
      channel: '',
      booking_id: queued.booking_id ?? null,
      payer_id: queued.payer_id ?? null,
      details: JSON.stringify(queued.details ?? {}),
    };
    const person = 'person' in queued ? queued.person : message.person?.(subject, this.#sources);
    const reached = person ? reachedBy(person, 'chat', this.#channels) : [];
    const isLimited = 'person' in queued || queued.limit_key !== undefined;
    for (const { channel, address } of reached) {
      if (this.#templates.find(kind, channel) === null) continue;
      if (isLimited && !this.#outbox.hasRoom(tx.now, address, channel.id)) continue;
      const { person: _, limit_key: __, ...rest } = queued as QueuedShort & { limit_key?: string };
      const booking = subject.booking_id === null ? null : this.#sources.findBooking(subject.booking_id);
      return {
        ...rest,
        channel: channel.id,
        recipient: address,
        ...(isLimited ? { limit_key: address } : {}),
        ...(chat.atOnce ? {} : { sendAt: ringAt(channel, { play: booking, ...rest }, this.#sources) }),
      };
    }
    return null;
  }

  #bookingOf(event: ClubEvent): Booking | null {
    if (event.kind === 'booking.created') return event.booking;
    return 'booking_id' in event ? this.#sources.findBooking(event.booking_id) : null;
  }

  /**
   * Withdraws what the event's payer would read too late; a customer who is paying by card has been told nothing yet.
   */
  #withdraw(tx: Transaction, booking: Booking, event: ClubEvent, kind: Withdrawing): void {
    const payerId = payerOf(event, booking);
    if (payerId === booking.payer_id && awaitsCardPayment(booking)) return;
    const kinds = MESSAGES.filter(({ withdrawnBy }) => withdrawnBy?.includes(kind)).map((one) => one.kind);
    this.#outbox.withdrawForPayer(tx, booking, payerId, kinds, WITHDRAWAL_REASONS[kind]);
  }
}

type Routed = Queued & { channel: string; recipient?: string; limit_key?: string };

/** Sends a short message on the first channel that reaches the person, who may have agreed to none. */
export function routeShort(
  { person, ...queued }: QueuedShort,
  channels: readonly Channel[],
  sources: Pick<Sources, 'quietHours'>,
): Routed | null {
  const reached = reachedBy(person, 'short', channels)[0];
  if (!reached) return null;
  const { channel, address } = reached;
  return {
    ...queued,
    channel: channel.id,
    recipient: address,
    limit_key: address,
    ...(queued.play !== undefined ? { sendAt: ringAt(channel, queued, sources) } : {}),
  };
}

/** When a phone may ring about this play. */
function ringAt(
  channel: Channel,
  { play = null, ringsBy = Number.POSITIVE_INFINITY }: Pick<Queued, 'play' | 'ringsBy'>,
  sources: Pick<Sources, 'quietHours'>,
): (at: number) => number {
  return (at) => Math.max(at, Math.min(channel.earliest(at, play, sources.quietHours()), ringsBy));
}

/** The channels of a form that reach a person, with the address on each. */
export function reachedBy(
  person: Reachable,
  form: Channel['form'],
  channels: readonly Channel[],
): { channel: Channel; address: string }[] {
  return channels.flatMap((channel) => {
    const address = channel.form === form ? channel.addressOf(person) : null;
    return address ? [{ channel, address }] : [];
  });
}

export function enqueue(outbox: Outbox, tx: Transaction, message: Message, queued: Routed): void {
  const { kind, audience, urgency } = message;
  const { sendAt, latest = Number.POSITIVE_INFINITY, play: _, ringsBy: __, ...row } = queued;
  const at = sendAt?.(tx.now) ?? tx.now;
  if (at >= latest) return;
  outbox.enqueue(tx, { ...row, kind, audience, urgency, not_before: at > tx.now ? at : 0 });
}
