import type { Booking } from '../../src/domain/booking.ts';
import type { Club } from '../../src/domain/club.ts';
import { accountLetter } from '../../src/notifications/account-letters.ts';
import {
  cancelledLetter,
  movedLetter,
  paidLetter,
  receiptLetter,
  receivedLetter,
  strayPaymentLetter,
  sumDiffersLetter,
} from '../../src/notifications/booking-letters.ts';
import {
  contactLetter,
  newBookingLetter,
  newReceiptLetter,
  otherSumLetter,
  strayMoneyLetter,
} from '../../src/notifications/club-letters.ts';
import type { LetterContent } from '../../src/notifications/letter.ts';

export const SAMPLE: Booking = {
  id: 1042,
  court_id: 1,
  court_name: 'Court 1 - Premium Panoramic',
  user_id: null,
  date: '2026-11-21',
  start_time: '23:30',
  duration: 150,
  slots: ['23:30', '00:00', '00:30', '02:00', '02:30'],
  name: 'Ayesha Khan',
  email: 'ayesha.khan.of.faisalabad@example.com',
  phone: '+923001234567',
  status: 'pending',
  provider_ref: null,
  payment_method: 'bank_transfer',
  payment_receipt: null,
  receipt_received: false,
  card_received: null,
  hourly_rate: 5000,
  computed_amount: 12_500,
  sms_updates: false,
  created_at: '2026-11-20T15:10:00+05:00',
  version: 1,
};

const CARD: Booking = { ...SAMPLE, payment_method: 'card' };

const MORNING: Booking = {
  ...SAMPLE,
  start_time: '09:00',
  duration: 90,
  slots: ['09:00', '09:30', '10:00'],
  computed_amount: 6000,
  payment_method: 'cash',
};

/** Every letter the club writes, by name. */
export function allLetters(club: Club): Record<string, LetterContent> {
  const link = `${club.public_url}/reset-password?token=Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vdCBhIHJlYWwgdG9rZW4`;
  const person = { name: 'Bilal Ahmed', link, provider: 'Google' };
  const paidAt = Date.parse('2026-11-21T08:00:00+05:00');
  return {
    'booking-received-transfer': receivedLetter(SAMPLE, club),
    'booking-received-cash': receivedLetter(MORNING, club),
    'booking-paid': paidLetter({ ...SAMPLE, status: 'paid' }, club),
    'booking-cancelled-paid': cancelledLetter({ ...SAMPLE, status: 'cancelled' }, club, {
      cancelled_at: paidAt,
      was_paid: true,
    }),
    'booking-cancelled-unpaid': cancelledLetter({ ...SAMPLE, status: 'cancelled' }, club, {
      cancelled_at: paidAt,
      was_paid: false,
    }),
    'booking-moved': movedLetter(SAMPLE, club),
    'receipt-received': receiptLetter(SAMPLE, club),
    'payment-stray': strayPaymentLetter(
      { ...SAMPLE, status: 'cancelled', payment_method: 'card' },
      club,
      12_500,
    ),
    'payment-short': sumDiffersLetter(CARD, club, { amount: 10_000, due: 12_500 }),
    'payment-over': sumDiffersLetter({ ...CARD, status: 'paid' }, club, { amount: 15_000, due: 12_500 }),
    'booking-cancelled-part-paid': cancelledLetter(
      { ...CARD, status: 'cancelled', card_received: 10_000 },
      club,
      { cancelled_at: paidAt, was_paid: false },
    ),
    'booking-moved-paid': movedLetter({ ...SAMPLE, status: 'paid' }, club, 10_000),
    'booking-moved-part-paid': movedLetter({ ...CARD, card_received: 10_000 }, club),
    'club-short': otherSumLetter(CARD, club, { amount: 10_000, due: 12_500, disputed: false }),
    'club-over': otherSumLetter({ ...CARD, status: 'paid' }, club, {
      amount: 15_000,
      due: 12_500,
      disputed: false,
    }),
    'club-disputed': otherSumLetter({ ...CARD, status: 'paid' }, club, {
      amount: 50,
      due: 12_500,
      disputed: true,
    }),
    'club-stray': strayMoneyLetter({ ...SAMPLE, status: 'cancelled', payment_method: 'card' }, club, 12_500),
    'club-booking': newBookingLetter(SAMPLE, club),
    'club-receipt': newReceiptLetter(SAMPLE, club),
    'club-contact': contactLetter(
      {
        id: 1,
        name: 'Sana Malik',
        email: 'sana.malik@example.com',
        subject: 'events',
        message: 'Salam,\nwe would like to hold a company evening with 16 players.\n\nIs Thursday free?',
      },
      club,
    ),
    'account-verify': accountLetter('verify_email', person, club),
    'account-reset': accountLetter('reset_password', person, club),
    'account-exists': accountLetter('account_exists', person, club),
    'account-password-changed': accountLetter('password_changed', person, club),
    'account-sign-in-method-removed': accountLetter('sign_in_method_removed', person, club),
    'account-sign-in-method': accountLetter('sign_in_method_added', person, club),
  };
}
