import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import type { Channel, Reachable } from '../outbox/channels/channel.ts';
import { email } from '../outbox/channels/email.ts';
import { limitKeyOf, type Outbox } from '../outbox/outbox.ts';
import { payerOf } from './booking-message.ts';
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

  /** `channels`: those that are set up; nothing is queued for any other. */
  constructor(deps: {
    outbox: Outbox;
    channels: readonly Channel[];
    sources: NotifierSources;
  }) {
    this.#outbox = deps.outbox;
    this.#channels = deps.channels;
    this.#sources = deps.sources;
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
    const context = { now: tx.now, booking, outbox: this.#outbox, sources: this.#sources };
    for (const message of MESSAGES) {
      const full = message.full?.queue(event, context);
      if (full) enqueue(this.#outbox, tx, message, { ...full, channel: email.id });
      if (full && !message.both) continue;
      const short = message.short?.queue(event, context);
      const routed = short && routeShort(short, this.#channels, this.#sources);
      if (routed) enqueue(this.#outbox, tx, message, routed);
    }
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
  { person, play, ...queued }: QueuedShort,
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
    ...(play ? { sendAt: (at) => channel.earliest(at, play, sources.quietHours()) } : {}),
  };
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
  const { sendAt, latest = Number.POSITIVE_INFINITY, ...row } = queued;
  const at = sendAt?.(tx.now) ?? tx.now;
  if (at >= latest) return;
  outbox.enqueue(tx, { ...row, kind, audience, urgency, not_before: at > tx.now ? at : 0 });
}
