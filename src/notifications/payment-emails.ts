import { describeBalanceToCustomer } from '../domain/booking-statement.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../domain/ledger.ts';
import { CARD_REFUND_TIME } from '../domain/refund.ts';
import { bookingButton, bookingDetails, type EmailBooking, paymentSteps } from './booking-emails.ts';
import { type EmailContent, greetingSection } from './email-content-types.ts';

/** A refund that the ledger holds; PKR. */
export interface RefundDetails {
  amount: number;
  method: MoneyMethod;
}

export function bookingRefundedEmail(
  booking: EmailBooking,
  club: Club,
  { amount, method }: RefundDetails,
): EmailContent {
  const refund = formatPkr(amount);
  const sentence =
    method === 'credit'
      ? `${refund} was refunded by credit. You can pay with it when you book again.`
      : `${refund} was refunded by ${MONEY_METHOD_LABELS[method].toLowerCase()}. ${REFUND_TIMES[method]}`;
  return {
    subject: `${refund} was refunded for booking ${booking.id}`,
    preview: sentence.trim(),
    badge: { text: 'Refunded', tone: 'success' },
    heading: 'Your refund',
    sections: [
      greetingSection(booking.name, sentence.trim()),
      bookingDetails(booking),
      {
        kind: 'amounts',
        rows: [
          [booking.status === 'cancelled' ? 'Kept' : 'Price', formatPkr(booking.charge)],
          ['Received', formatPkr(booking.received)],
        ],
        total: ['Balance', describeBalanceToCustomer(booking.balance)],
      },
      bookingButton(booking),
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

const REFUND_TIMES: Record<MoneyMethod, string> = {
  cash: '',
  bank_transfer: 'A bank transfer takes 2 to 5 business days.',
  card: CARD_REFUND_TIME,
  credit: '',
};

/** The club has another account since the customer was told where to pay. */
export function bankChangedEmail(booking: EmailBooking, club: Club): EmailContent {
  return {
    subject: `Booking ${booking.id}: our bank account has changed`,
    preview: 'Please use the new account for your transfer.',
    badge: { text: 'New bank account', tone: 'warning' },
    heading: 'Please use our new bank account',
    sections: [
      greetingSection(
        booking.name,
        'Our bank account has changed since you booked. Please send your transfer to the account below. If you have already paid to the old one, do not pay again: upload your receipt on the booking page.',
      ),
      paymentSteps(booking, club),
      bookingDetails(booking),
      bookingButton(booking),
      {
        kind: 'note',
        text: `Not sure if this email is from us? The booking page shows the same account, or call ${club.phone}.`,
      },
    ],
  };
}

/** Promises to refund a card payment that came too late, twice, or in the wrong amount. */
export function unmatchedPaymentEmail(booking: EmailBooking, club: Club, amount: number): EmailContent {
  const formattedAmount = formatPkr(amount);
  return {
    subject: `Your card payment of ${formattedAmount} for booking ${booking.id}`,
    preview: 'We will refund it in full.',
    badge: { text: 'To be refunded', tone: 'warning' },
    heading: 'We will refund your payment',
    sections: [
      greetingSection(
        booking.name,
        `We received ${formattedAmount} by card for booking ${booking.id}, but ${UNMATCHED_REASONS[booking.status]} We will refund it in full. ${CARD_REFUND_TIME}`,
      ),
      bookingDetails(booking),
      {
        kind: 'button',
        label: 'Book another time',
        url: `${club.public_url}/booking?court=${booking.court_id}`,
      },
      bookingButton(booking),
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

/** Tells the customer that the price changed while they were paying by card. */
export function amountMismatchEmail(
  booking: EmailBooking,
  club: Club,
  mismatch: { amount: number; due: number },
): EmailContent {
  const [received, due] = [formatPkr(mismatch.amount), formatPkr(mismatch.due)];
  const isUnderpaid = mismatch.amount < mismatch.due;
  const gap = formatPkr(Math.abs(mismatch.due - mismatch.amount));
  return {
    subject: isUnderpaid
      ? `Booking ${booking.id}: ${received} received, ${gap} still to pay`
      : `Booking ${booking.id}: you paid ${gap} too much, we will refund it`,
    preview: `We received ${received} by card; the booking costs ${due}.`,
    badge: isUnderpaid ? { text: 'Part paid', tone: 'warning' } : { text: 'To be refunded', tone: 'warning' },
    heading: isUnderpaid ? 'Please pay the rest' : 'You paid too much',
    sections: [
      greetingSection(
        booking.name,
        isUnderpaid
          ? `The price changed while you were paying: we received ${received} by card, and your booking now costs ${due}. Your court is held. Please pay ${gap} at the reception.`
          : `The price changed while you were paying: we received ${received} by card, and your booking now costs ${due}. Your booking is paid, and we will refund ${gap}. ${CARD_REFUND_TIME}`,
      ),
      bookingDetails(booking),
      bookingButton(booking),
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

const UNMATCHED_REASONS = {
  pending: 'it does not match the price, so the booking is not paid.',
  paid: 'the booking is already paid.',
  cancelled: 'the booking had already been cancelled and its slot is no longer held for you.',
};
