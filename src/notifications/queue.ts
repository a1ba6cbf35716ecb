import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import type { MessageKind } from '../domain/outbox-message.ts';
import { awaitsCardPayment } from '../domain/payment.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Outbox } from './outbox.ts';
import type { People } from './people.ts';
import { textMoment } from './quiet-hours.ts';

/** Play within this time gets its text message with the booking; later play a reminder when it remains. */
export const REMINDER_LEAD = 24 * 60 * 60_000;

/** What is overtaken by a newer word about the same booking, as long as it has not been sent. */
const OVERTAKEN: Partial<Record<ClubEvent['kind'], { kinds: MessageKind[]; reason: string }>> = {
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
export class NoticeQueue {
  readonly #outbox: Outbox;
  readonly #people: People;
  readonly #findBooking: (id: number) => Booking | null;
  readonly #sms: boolean;

  /** `sms`: a gateway is set up; without one no text message is ever queued. */
  constructor(deps: {
    outbox: Outbox;
    people: People;
    findBooking: (id: number) => Booking | null;
    sms: boolean;
  }) {
    this.#outbox = deps.outbox;
    this.#people = deps.people;
    this.#findBooking = deps.findBooking;
    this.#sms = deps.sms;
  }

  onEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'contact.received') {
      const contact_id = event.message_id;
      const key = `club.contact:${contact_id}`;
      this.#outbox.queue(tx, { key, kind: 'club.contact', channel: 'email', audience: 'club', contact_id });
      return;
    }
    if (!('booking_id' in event)) return;
    const booking = event.kind === 'booking.created' ? event.booking : this.#findBooking(event.booking_id);
    if (booking) this.#onBooking(event, booking, tx);
  }

  /** Word to one person about their account. */
  notify(tx: Transaction, notice: AccountMessage): void {
    const { kind, user_id, email, ...details } = notice;
    this.#outbox.queue(tx, {
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

  mayText(booking: Booking): boolean {
    if (!this.#sms || booking.status === 'cancelled' || awaitsCardPayment(booking)) return false;
    return this.#people.wantsTexts(booking);
  }

  /** The text message of a booking, once for each time it is to be played at. */
  queueText(tx: Transaction, booking: Booking, kind: 'sms.booked' | 'sms.reminder'): void {
    if (!this.mayText(booking)) return;
    const start = startOfPlay(booking);
    if (start <= tx.now || start - tx.now > REMINDER_LEAD) return;
    const moment = textMoment(tx.now, booking.date);
    if (moment >= start) return;
    this.#outbox.queue(tx, {
      key: textKey(booking),
      kind,
      channel: 'sms',
      audience: 'customer',
      booking_id: booking.id,
      not_before: moment > tx.now ? moment : 0,
    });
  }

  #onBooking(event: ClubEvent, booking: Booking, tx: Transaction): void {
    if (awaitsCardPayment(booking) && event.kind !== 'payment.stray') return;
    const overtaken = OVERTAKEN[event.kind];
    if (overtaken) this.#outbox.withdrawForBooking(tx, booking.id, overtaken.kinds, overtaken.reason);
    const mail = (kind: MessageKind, mark: string, audience: 'customer' | 'club', details = {}) => {
      // Somebody who booked at the counter may have left no address.
      if (audience === 'customer' && !booking.email) return;
      this.#outbox.queue(tx, {
        key: `${kind}:${booking.id}:${mark}`,
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
        mail('booking.received', 'new', 'customer');
        mail('club.booking', 'new', 'club');
        this.queueText(tx, booking, 'sms.booked');
        break;
      case 'booking.paid':
        mail('booking.paid', version, 'customer');
        // Of a booking by card the club and the phone hear now; the keys keep a second time from being told.
        if (booking.payment_method === 'card') {
          mail('club.booking', 'new', 'club');
          this.queueText(tx, booking, 'sms.booked');
        }
        break;
      case 'booking.cancelled': {
        const was_paid = this.#people.statusBefore(booking.id) === 'paid';
        // Who was never told of a booking need not be told of its end.
        if (booking.payment_method === 'card' && !was_paid && booking.card_received === null) break;
        mail('booking.cancelled', version, 'customer', { cancelled_at: tx.now, was_paid });
        break;
      }
      case 'payment.stray':
        for (const [kind, audience] of [
          ['payment.stray', 'customer'],
          ['club.stray', 'club'],
        ] as const) {
          mail(kind, String(event.amount), audience, { amount: event.amount });
        }
        break;
      case 'payment.differs': {
        const { amount, due, disputed } = event;
        const details = { amount, due, disputed };
        if (!disputed) mail('payment.differs', String(amount), 'customer', details);
        mail('club.differs', String(amount), 'club', details);
        break;
      }
      case 'booking.moved':
        mail('booking.moved', version, 'customer');
        this.queueText(tx, booking, 'sms.booked');
        break;
      case 'receipt.received': {
        const mark = booking.payment_receipt ?? String(tx.now);
        mail('receipt.received', mark, 'customer');
        mail('club.receipt', mark, 'club');
        break;
      }
    }
  }
}

export function textKey(booking: Booking): string {
  return `sms:${booking.id}:${booking.court_id}:${booking.date}:${booking.start_time}`;
}
