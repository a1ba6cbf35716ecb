import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import type { MessageKind } from '../domain/outbox-message.ts';
import { awaitsCardPayment } from '../domain/payment.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Outbox } from './outbox.ts';
import { earliestSmsTime } from './quiet-hours.ts';
import type { Recipients } from './recipients.ts';

/** Play within this time gets its text message with the booking; later play a reminder when it remains. */
export const REMINDER_LEAD = 24 * 60 * 60_000;

/** What is overtaken by a newer word about the same booking, as long as it has not been sent. */
const SUPERSEDED: Partial<Record<ClubEvent['kind'], { kinds: MessageKind[]; reason: string }>> = {
  'booking.paid': {
    kinds: ['booking.received', 'booking.cancelled', 'booking.paid', 'receipt.received'],
    reason: 'the booking was paid',
  },
  'booking.cancelled': {
    kinds: [
      'booking.received',
      'booking.paid',
      'booking.moved',
      'booking.cancelled',
      'receipt.received',
      'club.booking',
      'sms.booked',
      'sms.reminder',
    ],
    reason: 'the booking was cancelled',
  },
  'receipt.received': { kinds: ['receipt.received', 'club.receipt'], reason: 'a newer receipt came' },
  'booking.moved': {
    kinds: ['booking.received', 'booking.paid', 'booking.moved', 'sms.booked', 'sms.reminder'],
    reason: 'the booking was moved',
  },
};

/** Turns what happened into messages, in the transaction in which it happens. */
export class Notifier {
  readonly #outbox: Outbox;
  readonly #recipients: Recipients;
  readonly #findBooking: (id: number) => Booking | null;
  readonly #smsEnabled: boolean;

  /** `sms`: a gateway is set up; without one no text message is ever queued. */
  constructor(deps: {
    outbox: Outbox;
    recipients: Recipients;
    findBooking: (id: number) => Booking | null;
    smsEnabled: boolean;
  }) {
    this.#outbox = deps.outbox;
    this.#recipients = deps.recipients;
    this.#findBooking = deps.findBooking;
    this.#smsEnabled = deps.smsEnabled;
  }

  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'contact.received') {
      const contact_id = event.message_id;
      const key = `club.contact:${contact_id}`;
      this.#outbox.enqueue(tx, { key, kind: 'club.contact', channel: 'email', audience: 'club', contact_id });
      return;
    }
    if (!('booking_id' in event)) return;
    const booking = event.kind === 'booking.created' ? event.booking : this.#findBooking(event.booking_id);
    if (booking) this.#handleBookingEvent(event, booking, tx);
  }

  /** Word to one person about their account. */
  notifyAccount(tx: Transaction, message: AccountMessage): void {
    const { kind, user_id, email, ...details } = message;
    this.#outbox.enqueue(tx, {
      // Each of these is asked for or done anew every time; nothing makes two of them the same word.
      key: `${kind}:${user_id}:${Bun.randomUUIDv7()}`,
      kind,
      channel: 'email',
      audience: 'account',
      user_id,
      recipient: email,
      details,
    });
  }

  canSendSms(booking: Booking): boolean {
    if (!this.#smsEnabled || booking.status === 'cancelled' || awaitsCardPayment(booking)) return false;
    return this.#recipients.wantsSms(booking);
  }

  /** The text message of a booking, once for each time it is to be played at. */
  queueSms(tx: Transaction, booking: Booking, kind: 'sms.booked' | 'sms.reminder'): void {
    if (!this.canSendSms(booking)) return;
    const start = startOfPlay(booking);
    if (start <= tx.now || start - tx.now > REMINDER_LEAD) return;
    const sendAt = earliestSmsTime(tx.now, booking.date);
    if (sendAt >= start) return;
    this.#outbox.enqueue(tx, {
      key: smsKey(booking),
      kind,
      channel: 'sms',
      audience: 'customer',
      booking_id: booking.id,
      not_before: sendAt > tx.now ? sendAt : 0,
    });
  }

  #handleBookingEvent(event: ClubEvent, booking: Booking, tx: Transaction): void {
    if (awaitsCardPayment(booking) && event.kind !== 'payment.stray') return;
    const superseded = SUPERSEDED[event.kind];
    if (superseded) this.#outbox.withdrawForBooking(tx, booking.id, superseded.kinds, superseded.reason);
    const queueEmail = (
      kind: MessageKind,
      keySuffix: string,
      audience: 'customer' | 'club',
      details = {},
    ) => {
      // Somebody who booked at the counter may have left no address.
      if (audience === 'customer' && !booking.email) return;
      this.#outbox.enqueue(tx, {
        key: `${kind}:${booking.id}:${keySuffix}`,
        kind,
        channel: 'email',
        audience,
        booking_id: booking.id,
        details,
      });
    };
    const version = `v${booking.version}`;
    switch (event.kind) {
      case 'booking.created':
        queueEmail('booking.received', 'new', 'customer');
        queueEmail('club.booking', 'new', 'club');
        this.queueSms(tx, booking, 'sms.booked');
        break;
      case 'booking.paid':
        queueEmail('booking.paid', version, 'customer');
        // Of a booking by card the club and the phone hear now; the keys keep a second time from being told.
        if (booking.payment_method === 'card') {
          queueEmail('club.booking', 'new', 'club');
          this.queueSms(tx, booking, 'sms.booked');
        }
        break;
      case 'booking.cancelled': {
        const was_paid = this.#recipients.previousStatus(booking.id) === 'paid';
        // Who was never told of a booking need not be told of its end.
        if (booking.payment_method === 'card' && !was_paid && booking.card_received === null) break;
        queueEmail('booking.cancelled', version, 'customer', { cancelled_at: tx.now, was_paid });
        break;
      }
      case 'payment.stray':
        for (const [kind, audience] of [
          ['payment.stray', 'customer'],
          ['club.stray', 'club'],
        ] as const) {
          queueEmail(kind, String(event.amount), audience, { amount: event.amount });
        }
        break;
      case 'payment.differs': {
        const { amount, due, disputed } = event;
        const details = { amount, due, disputed };
        if (!disputed) queueEmail('payment.differs', String(amount), 'customer', details);
        queueEmail('club.differs', String(amount), 'club', details);
        break;
      }
      case 'booking.moved':
        queueEmail('booking.moved', version, 'customer');
        this.queueSms(tx, booking, 'sms.booked');
        break;
      case 'receipt.received': {
        const keySuffix = booking.payment_receipt ?? String(tx.now);
        queueEmail('receipt.received', keySuffix, 'customer');
        queueEmail('club.receipt', keySuffix, 'club');
        break;
      }
    }
  }
}

export function smsKey(booking: Booking): string {
  return `sms:${booking.id}:${booking.court_id}:${booking.date}:${booking.start_time}`;
}
