import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { MessageKind } from '../domain/outbox-message.ts';
import { awaitsCardPayment } from '../domain/payment-instructions.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Recipients } from './message-preferences.ts';
import { SUPERSEDED } from './messages-superseded-by-events.ts';
import { earliestSmsTime, type QuietHours } from './quiet-hours.ts';
import { EMAIL_LIMIT, SMS_LIMIT } from './recipient-limits.ts';

const HOUR_MS = 60 * 60_000;

/** A booking that starts within this time gets its text message at once; a later one gets a reminder at this time. */
export const REMINDER_LEAD_MS = 24 * HOUR_MS;

/** A repeated email about a receipt waits this long after the last one, and several become one. */
const RECEIPT_EMAIL_INTERVAL_MS = HOUR_MS;

/** A stranger can cause these, so `EMAIL_LIMIT` counts them. */
const LIMITED_EMAILS: ReadonlySet<MessageKind> = new Set(['booking.received', 'receipt.received']);

/** A person asked for these messages, also while a card payment is open. */
const ASKED_FOR: ReadonlySet<ClubEvent['kind']> = new Set([
  'booking.email_corrected',
  'booking.resend_requested',
  'booking.email_change_requested',
]);

/** The email that describes a booking as it is. */
const CURRENT_EMAILS: Record<BookingStatus, MessageKind> = {
  pending: 'booking.received',
  paid: 'booking.paid',
  cancelled: 'booking.cancelled',
};

/** Queues the messages about an event, in the transaction of the event. */
export class Notifier {
  readonly #outbox: Outbox;
  readonly #recipients: Recipients;
  readonly #findBooking: (id: number) => Booking | null;
  readonly #smsEnabled: boolean;
  readonly #quietHours: () => QuietHours;

  /** `smsEnabled`: whether a gateway is set up; without one no text message is queued. */
  constructor(deps: {
    outbox: Outbox;
    recipients: Recipients;
    findBooking: (id: number) => Booking | null;
    smsEnabled: boolean;
    quietHours: () => QuietHours;
  }) {
    this.#outbox = deps.outbox;
    this.#recipients = deps.recipients;
    this.#findBooking = deps.findBooking;
    this.#smsEnabled = deps.smsEnabled;
    this.#quietHours = deps.quietHours;
  }

  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'contact.received') {
      const contact_id = event.message_id;
      const key = `club.contact:${contact_id}`;
      this.#outbox.enqueue(tx, { key, kind: 'club.contact', channel: 'email', audience: 'club', contact_id });
      return;
    }
    if (event.kind === 'manage_links.requested') {
      const key = `booking.links:${Bun.randomUUIDv7()}`;
      const { email: recipient } = event;
      this.#outbox.enqueue(tx, {
        ...{ key, kind: 'booking.links', channel: 'email', audience: 'customer', recipient },
      });
      return;
    }
    if (!('booking_id' in event)) return;
    const booking = event.kind === 'booking.created' ? event.booking : this.#findBooking(event.booking_id);
    if (booking) this.#handleBookingEvent(event, booking, tx);
  }

  canSendSms(booking: Booking): boolean {
    const isUnpaidCard = booking.payment_method === 'card' && booking.status === 'pending';
    if (!this.#smsEnabled || booking.status === 'cancelled' || isUnpaidCard) return false;
    return this.#recipients.wantsSms(booking);
  }

  /** Queues the text message of a booking, once for each start time that it has. */
  queueSms(tx: Transaction, booking: Booking, kind: 'sms.booked' | 'sms.reminder'): void {
    if (!this.canSendSms(booking)) return;
    const start = startOfPlay(booking);
    if (start <= tx.now || start - tx.now > REMINDER_LEAD_MS) return;
    const recipient = booking.phone;
    const allowedAt = this.#outbox.earliestSendTime(tx.now, recipient, SMS_LIMIT);
    const sendAt = earliestSmsTime(allowedAt, booking, this.#quietHours());
    if (sendAt >= start) return;
    this.#outbox.enqueue(tx, {
      key: smsKey(booking),
      kind,
      channel: 'sms',
      audience: 'customer',
      booking_id: booking.id,
      recipient,
      limit_key: recipient,
      not_before: sendAt > tx.now ? sendAt : 0,
    });
  }

  /** Queues a text message about the time to pay; it waits for the morning unless that is too late. */
  #queueDeadlineSms(tx: Transaction, booking: Booking, kind: 'sms.payment_due' | 'sms.released'): void {
    if (!this.#smsEnabled || !this.#recipients.wantsSms(booking)) return;
    const recipient = booking.phone;
    const allowedAt = this.#outbox.earliestSendTime(tx.now, recipient, SMS_LIMIT);
    const sendAt = earliestSmsTime(allowedAt, booking, this.#quietHours());
    const latest = kind === 'sms.payment_due' ? Date.parse(booking.pay_by ?? '') : startOfPlay(booking);
    if (sendAt >= latest) return;
    this.#outbox.enqueue(tx, {
      key: bookingKey(booking, kind, `${booking.pay_by}`),
      ...{ kind, channel: 'sms', audience: 'customer', booking_id: booking.id },
      ...{ recipient, limit_key: recipient, not_before: sendAt > tx.now ? sendAt : 0 },
    });
  }

  #handleBookingEvent(event: ClubEvent, booking: Booking, tx: Transaction): void {
    const isAboutMoney = event.kind === 'payment.unmatched' || event.kind === 'booking.refunded';
    const isAsked = ASKED_FOR.has(event.kind);
    if (awaitsCardPayment(booking) && !isAboutMoney && !isAsked) return;
    const superseded = SUPERSEDED[event.kind];
    if (superseded) this.#outbox.withdrawForBooking(tx, booking.id, superseded.kinds, superseded.reason);
    if ('in_series' in event && event.in_series) return;
    const queueEmail = (
      kind: MessageKind,
      keySuffix: string,
      audience: 'customer' | 'club',
      details = {},
      earliest = 0,
    ) => {
      // Walk-in bookings may have no email address.
      if (audience === 'customer' && !booking.email) return;
      const limit_key = LIMITED_EMAILS.has(kind) ? mailboxOf(booking.email) : undefined;
      const allowedAt = limit_key ? this.#outbox.earliestSendTime(tx.now, limit_key, EMAIL_LIMIT) : tx.now;
      const sendAt = Math.max(allowedAt, earliest);
      this.#outbox.enqueue(tx, {
        key: bookingKey(booking, kind, keySuffix),
        kind,
        channel: 'email',
        audience,
        booking_id: booking.id,
        details,
        ...(audience === 'customer' ? { recipient: booking.email } : {}),
        ...(limit_key ? { limit_key } : {}),
        not_before: sendAt > tx.now ? sendAt : 0,
      });
    };
    const version = `v${booking.version}`;
    switch (event.kind) {
      case 'booking.created':
        queueEmail('booking.received', 'new', 'customer');
        queueEmail('club.booking', 'new', 'club');
        this.queueSms(tx, booking, 'sms.booked');
        break;
      case 'series.changed': {
        const { kind: _, booking_id: __, ...message } = event;
        queueEmail('series.changed', Bun.randomUUIDv7(), 'customer', message);
        break;
      }
      case 'booking.paid':
        queueEmail('booking.paid', version, 'customer');
        // Card bookings notify the club and the phone once paid; unique keys prevent duplicates.
        if (booking.payment_method === 'card') {
          queueEmail('club.booking', 'new', 'club');
          this.queueSms(tx, booking, 'sms.booked');
        }
        break;
      case 'booking.cancelled': {
        // The customer of an unpaid card booking has had no email about it, so its end needs none.
        if (booking.payment_method === 'card' && booking.received === 0) break;
        if (event.unpaid) {
          queueEmail('booking.released', version, 'customer');
          this.#queueDeadlineSms(tx, booking, 'sms.released');
          break;
        }
        queueEmail('booking.cancelled', version, 'customer', {
          paid: booking.received,
          kept: booking.charge,
          ...(event.refund_to ? { refund_to: event.refund_to } : {}),
        });
        break;
      }
      case 'booking.payment_due':
        queueEmail('booking.payment_due', `${booking.pay_by}`, 'customer');
        this.#queueDeadlineSms(tx, booking, 'sms.payment_due');
        break;
      case 'receipt.rejected':
        queueEmail('receipt.rejected', `r${event.receipt_id}`, 'customer', { reason: event.reason });
        break;
      case 'receipt.refund_due':
        queueEmail('receipt.refund_due', version, 'customer', { amount: event.amount });
        break;
      case 'booking.refunded': {
        const { entry_id, amount, method } = event;
        queueEmail('booking.refunded', `e${entry_id}`, 'customer', { entry_id, amount, method });
        break;
      }
      case 'payment.unmatched':
        for (const [kind, audience] of [
          ['payment.unmatched', 'customer'],
          ['club.unmatched', 'club'],
        ] as const) {
          queueEmail(kind, String(event.amount), audience, { amount: event.amount });
        }
        break;
      case 'payment.amount_mismatch': {
        const { amount, due, disputed } = event;
        const details = { amount, due, disputed };
        if (!disputed) queueEmail('payment.amount_mismatch', String(amount), 'customer', details);
        queueEmail('club.amount_mismatch', String(amount), 'club', details);
        break;
      }
      case 'booking.moved':
        queueEmail('booking.moved', version, 'customer', {
          from: event.from,
          by_customer: event.by_customer,
        });
        this.queueSms(tx, booking, 'sms.booked');
        break;
      case 'booking.email_corrected':
      case 'booking.resend_requested': {
        const kind = CURRENT_EMAILS[booking.status];
        // An unsent email is composed with the new address when it is sent.
        if (this.#outbox.lastOfKind(booking.id, kind)?.state === 'queued') break;
        queueEmail(kind, `again:${Bun.randomUUIDv7()}`, 'customer');
        break;
      }
      case 'booking.bank_changed':
        queueEmail('booking.bank_changed', Bun.randomUUIDv7(), 'customer');
        break;
      case 'booking.email_change_requested':
        queueEmail('booking.email_change', Bun.randomUUIDv7(), 'customer', { email: event.email });
        break;
      case 'receipt.received': {
        const keySuffix = booking.payment_receipt ?? String(tx.now);
        for (const [kind, audience] of [
          ['receipt.received', 'customer'],
          ['club.receipt', 'club'],
        ] as const) {
          const last = this.#outbox.lastOfKind(booking.id, kind);
          // An unsent email also covers the newer receipt, because it is composed when it is sent.
          if (last?.state === 'queued') continue;
          const earliest = last ? Math.min(last.at, tx.now) + RECEIPT_EMAIL_INTERVAL_MS : 0;
          queueEmail(kind, keySuffix, audience, {}, earliest);
        }
        break;
      }
    }
  }
}

/** Begins with the booking's number, so that the keys of one commit share a page of the index. */
function bookingKey(booking: Booking, kind: string, suffix: string): string {
  return `${booking.id}:${kind}:${suffix}`;
}

export function smsKey(booking: Booking): string {
  return bookingKey(booking, 'sms', `${booking.court_id}:${booking.date}:${booking.start_time}`);
}
