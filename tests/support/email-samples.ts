import type { Club } from '../../src/domain/club.ts';
import type { LedgerEntry } from '../../src/domain/ledger.ts';
import { accountEmail } from '../../src/notifications/account-emails.ts';
import {
  bookingCancelledEmail,
  bookingMovedEmail,
  bookingPaidEmail,
  bookingReceivedEmail,
  type EmailBooking,
  receiptReceivedEmail,
} from '../../src/notifications/booking-emails.ts';
import {
  clubAmountMismatchEmail,
  clubContactMessageEmail,
  clubNewBookingEmail,
  clubNewReceiptEmail,
  clubUnmatchedPaymentEmail,
} from '../../src/notifications/club-emails.ts';
import {
  bookingReleasedEmail,
  lateReceiptEmail,
  lateRefundEmail,
  paymentDueEmail,
  receiptRejectedEmail,
} from '../../src/notifications/deadline-and-receipt-emails.ts';
import {
  confirmEmailChangeEmail,
  manageLinksEmail,
} from '../../src/notifications/email-change-and-manage-link-emails.ts';
import type { EmailContent } from '../../src/notifications/email-content-types.ts';
import {
  amountMismatchEmail,
  bookingRefundedEmail,
  unmatchedPaymentEmail,
} from '../../src/notifications/payment-emails.ts';

export const SAMPLE_BOOKING: EmailBooking = {
  id: 1042,
  court_id: 1,
  court_name: 'Court 1 - Premium Panoramic',
  user_id: null,
  series_id: null,
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
  hourly_rate: 5000,
  computed_amount: 12_500,
  charge: 12_500,
  received: 0,
  balance: 12_500,
  sms_updates: false,
  pay_by: null,
  attendance: null,
  created_at: '2026-11-20T15:10:00+05:00',
  version: 1,
  manage_url: 'https://padel.example/manage#1042.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
};

const SAMPLE_PAYMENT: LedgerEntry = {
  ...{ id: 1, at: '2026-11-20T15:10:00+05:00', booking_id: 1042, user_id: null, kind: 'payment' },
  ...{ method: 'bank_transfer', amount: 12_500, reference: null, note: null, actor: 'admin' },
  ...{ actor_name: 'Sana Malik', shift_id: null, reverses: null, reversed_by: null },
};

const CARD_BOOKING: EmailBooking = { ...SAMPLE_BOOKING, payment_method: 'card' };

const HELD: EmailBooking = { ...SAMPLE_BOOKING, pay_by: '2026-11-21T06:00:00+05:00' };

const CANCELLED: EmailBooking = { ...SAMPLE_BOOKING, status: 'cancelled', charge: 0, balance: 0 };

const MORNING_BOOKING: EmailBooking = {
  ...SAMPLE_BOOKING,
  start_time: '09:00',
  duration: 90,
  slots: ['09:00', '09:30', '10:00'],
  computed_amount: 6000,
  charge: 6000,
  balance: 6000,
  payment_method: 'cash',
};

/** Every email of the club, by name. */
export function allEmails(club: Club): Record<string, EmailContent> {
  const link = `${club.public_url}/reset-password?token=Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vdCBhIHJlYWwgdG9rZW4`;
  const details = { name: 'Bilal Ahmed', link, provider: 'Google' };
  return {
    'booking-received-transfer': bookingReceivedEmail(SAMPLE_BOOKING, club),
    'booking-received-cash': bookingReceivedEmail(MORNING_BOOKING, club),
    'booking-paid': bookingPaidEmail({ ...SAMPLE_BOOKING, status: 'paid', received: 12_500, balance: 0 }, [
      { ...SAMPLE_PAYMENT, amount: 10_000 },
      { ...SAMPLE_PAYMENT, id: 2, method: 'cash', amount: 2500 },
    ]),
    'booking-refunded': bookingRefundedEmail({ ...CANCELLED, charge: 6250, received: 6250 }, club, {
      amount: 6250,
      method: 'bank_transfer',
    }),
    'booking-cancelled-paid': bookingCancelledEmail({ ...CANCELLED, balance: -6250 }, club, {
      paid: 12_500,
      kept: 6250,
    }),
    'booking-cancelled-unpaid': bookingCancelledEmail(CANCELLED, club, { paid: 0, kept: 0 }),
    'booking-moved': bookingMovedEmail(SAMPLE_BOOKING, club),
    'booking-moved-by-customer': bookingMovedEmail(SAMPLE_BOOKING, club, {
      from: {
        court_name: 'Court 2 - Tournament Grade',
        date: '2026-11-22',
        slots: ['18:00', '18:30', '19:00', '19:30', '20:00'],
        amount: 12_500,
      },
      by_customer: true,
    }),
    'booking-email-change': confirmEmailChangeEmail(
      SAMPLE_BOOKING,
      club,
      'ayesha.khan@example.org',
      `${SAMPLE_BOOKING.manage_url}.confirmation`,
    ),
    'booking-links': manageLinksEmail([SAMPLE_BOOKING, { ...MORNING_BOOKING, id: 1043 }], club),
    'receipt-received': receiptReceivedEmail(SAMPLE_BOOKING),
    'booking-payment-due': paymentDueEmail(HELD, club),
    'booking-received-held': bookingReceivedEmail(HELD, club),
    'booking-released': bookingReleasedEmail({ ...CANCELLED, pay_by: HELD.pay_by }, club),
    'receipt-rejected': receiptRejectedEmail(
      HELD,
      club,
      'The picture shows PKR 1,250 instead of PKR 12,500.',
    ),
    'receipt-late': lateReceiptEmail({ ...CANCELLED, pay_by: HELD.pay_by }),
    'receipt-refund-due': lateRefundEmail({ ...CANCELLED, balance: -12_500 }, club, 12_500),
    'payment-unmatched': unmatchedPaymentEmail(
      { ...SAMPLE_BOOKING, status: 'cancelled', payment_method: 'card' },
      club,
      12_500,
    ),
    'payment-short': amountMismatchEmail(CARD_BOOKING, club, { amount: 10_000, due: 12_500 }),
    'payment-over': amountMismatchEmail({ ...CARD_BOOKING, status: 'paid' }, club, {
      amount: 15_000,
      due: 12_500,
    }),
    'booking-cancelled-part-paid': bookingCancelledEmail(
      { ...CANCELLED, payment_method: 'card', balance: -10_000 },
      club,
      { paid: 10_000, kept: 0 },
    ),
    'booking-moved-paid': bookingMovedEmail(
      { ...SAMPLE_BOOKING, status: 'paid', received: 10_000, balance: 2500 },
      club,
    ),
    'booking-moved-part-paid': bookingMovedEmail({ ...CARD_BOOKING, received: 10_000, balance: 2500 }, club),
    'club-short': clubAmountMismatchEmail(CARD_BOOKING, club, {
      amount: 10_000,
      due: 12_500,
      disputed: false,
    }),
    'club-over': clubAmountMismatchEmail({ ...CARD_BOOKING, status: 'paid' }, club, {
      amount: 15_000,
      due: 12_500,
      disputed: false,
    }),
    'club-disputed': clubAmountMismatchEmail({ ...CARD_BOOKING, status: 'paid' }, club, {
      amount: 50,
      due: 12_500,
      disputed: true,
    }),
    'club-unmatched': clubUnmatchedPaymentEmail(
      { ...SAMPLE_BOOKING, status: 'cancelled', payment_method: 'card' },
      club,
      12_500,
    ),
    'club-booking': clubNewBookingEmail(SAMPLE_BOOKING, club),
    'club-receipt': clubNewReceiptEmail(SAMPLE_BOOKING, club),
    'club-contact': clubContactMessageEmail(
      {
        id: 1,
        name: 'Sana Malik',
        email: 'sana.malik@example.com',
        subject: 'events',
        message: 'Salam,\nwe would like to hold a company evening with 16 players.\n\nIs Thursday free?',
      },
      club,
    ),
    'account-verify': accountEmail('verify_email', details, club),
    'account-reset': accountEmail('reset_password', details, club),
    'account-exists': accountEmail('account_exists', details, club),
    'account-password-changed': accountEmail('password_changed', details, club),
    'account-sign-in-method-removed': accountEmail('sign_in_method_removed', details, club),
    'account-sign-in-method': accountEmail('sign_in_method_added', details, club),
  };
}
