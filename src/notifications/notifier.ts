import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import { limitKeyOf, type Outbox } from '../outbox/outbox.ts';
import { payerOf } from './booking-message.ts';
import {
  type Message,
  type QueueContext,
  type Queued,
  type Sources,
  WITHDRAWAL_REASONS,
  type Withdrawing,
} from './message.ts';
import { MESSAGES } from './messages/table.ts';

type NotifierSources = QueueContext['sources'] & Pick<Sources, 'findBooking'>;

/** Queues the messages about an event, in the transaction of the event. */
export class Notifier {
  readonly #outbox: Outbox;
  readonly #smsEnabled: boolean;
  readonly #sources: NotifierSources;

  /** `smsEnabled`: whether a gateway is set up; without one no text message is queued. */
  constructor(deps: {
    outbox: Outbox;
    smsEnabled: boolean;
    sources: NotifierSources;
  }) {
    this.#outbox = deps.outbox;
    this.#smsEnabled = deps.smsEnabled;
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
      if (message.channel === 'sms' && !this.#smsEnabled) continue;
      const queued = message.queue(event, context);
      if (queued) enqueue(this.#outbox, tx, message, queued);
    }
  }

  #bookingOf(event: ClubEvent): Booking | null {
    if (event.kind === 'booking.created') return event.booking;
    return 'booking_id' in event ? this.#sources.findBooking(event.booking_id) : null;
  }

  /** Withdraws what the payer of the event would read too late; a customer who is paying by card has been told nothing. */
  #withdraw(tx: Transaction, booking: Booking, event: ClubEvent, kind: Withdrawing): void {
    const payerId = payerOf(event, booking);
    if (payerId === booking.payer_id && awaitsCardPayment(booking)) return;
    const kinds = MESSAGES.filter(({ withdrawnBy }) => withdrawnBy?.includes(kind)).map((one) => one.kind);
    this.#outbox.withdrawForPayer(tx, booking, payerId, kinds, WITHDRAWAL_REASONS[kind]);
  }
}

export function enqueue(outbox: Outbox, tx: Transaction, message: Message, queued: Queued): void {
  const { kind, channel, audience, urgency } = message;
  const { sendAt, latest = Infinity, ...row } = queued;
  const at = sendAt?.(tx.now) ?? tx.now;
  if (at >= latest) return;
  outbox.enqueue(tx, { ...row, kind, channel, audience, urgency, not_before: at > tx.now ? at : 0 });
}
