import type { ClubEvent } from '../db/club-event.ts';
import type { MessageKind } from '../domain/outbox-message.ts';

/** They ask for a payment or a receipt. */
const DUE_KINDS: readonly MessageKind[] = [
  'booking.payment_due',
  'booking.bank_changed',
  'sms.payment_due',
  'receipt.rejected',
];

/** The unsent messages that an event about the same booking replaces. */
export const SUPERSEDED: Partial<Record<ClubEvent['kind'], { kinds: MessageKind[]; reason: string }>> = {
  'booking.paid': {
    kinds: [
      'booking.received',
      'booking.cancelled',
      'booking.paid',
      'booking.released',
      'receipt.received',
      'club.receipt',
      'sms.released',
      ...DUE_KINDS,
    ],
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
      'club.receipt',
      'sms.booked',
      'sms.reminder',
      ...DUE_KINDS,
    ],
    reason: 'the booking was cancelled',
  },
  'receipt.received': { kinds: [...DUE_KINDS], reason: 'the customer sent a receipt' },
  'receipt.rejected': { kinds: ['receipt.received', 'club.receipt'], reason: 'the receipt was rejected' },
  'booking.bank_changed': { kinds: ['booking.bank_changed'], reason: 'the bank account changed again' },
  'booking.moved': {
    kinds: ['booking.received', 'booking.paid', 'booking.moved', 'sms.booked', 'sms.reminder'],
    reason: 'the booking was moved',
  },
};
