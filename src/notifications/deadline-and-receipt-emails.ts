import { bookAgainPath } from '../domain/book-again-path.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import {
  bookingButton,
  bookingDetails,
  dateAndTimesInWords,
  type EmailBooking,
  paymentSteps,
  priceBreakdown,
} from './booking-emails.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email-content-types.ts';

/** At half of the time to pay. */
export function paymentDueEmail(booking: EmailBooking, club: Club): EmailContent {
  const payBy = formatPayBy(booking.pay_by ?? '');
  return {
    subject: `Booking ${booking.id}: please pay by ${payBy}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: { text: 'Payment pending', tone: 'warning' },
    heading: `Please pay by ${payBy}`,
    sections: [
      greetingSection(
        booking.name,
        `We are holding your court and have not received your payment yet. After ${payBy} other players can book this slot. If you have already paid, please upload your receipt: then we keep holding it.`,
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      paymentSteps(booking, club),
      bookingButton(booking),
    ],
  };
}

/** The system released an unpaid booking. */
export function bookingReleasedEmail(booking: EmailBooking, club: Club): EmailContent {
  const days = club.booking_rules.late_receipt_days;
  const paidText =
    booking.payment_method === 'bank_transfer' && days > 0
      ? `Have you paid already? Upload your receipt within ${days === 1 ? 'a day' : `${days} days`} on the booking page: if the slot is still free, you get it back, and otherwise we give you credit or a refund.`
      : `Have you paid already? Call ${club.phone} or reply to this email.`;
  return {
    subject: `Booking ${booking.id} was not paid in time`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}: other players can book it again.`,
    badge: { text: 'Released', tone: 'danger' },
    heading: 'Your slot is no longer held',
    sections: [
      greetingSection(
        booking.name,
        `We did not receive your payment by ${formatPayBy(booking.pay_by ?? '')}, so other players can book this slot again. You owe nothing.`,
      ),
      bookingDetails(booking),
      bookAgainButton(booking, club),
      { kind: 'note', text: paidText },
      bookingButton(booking),
    ],
  };
}

/** An admin did not accept the receipt; the booking has a new deadline, or was released before. */
export function receiptRejectedEmail(booking: EmailBooking, club: Club, reason: string): EmailContent {
  const isHeld = booking.status === 'pending';
  const payBy = isHeld && booking.pay_by ? formatPayBy(booking.pay_by) : null;
  const next = isHeld
    ? `Your court is still held for you. Please pay and upload a new receipt${payBy ? ` by ${payBy}` : ''}.`
    : 'Your slot is no longer held. If you have paid, please upload another receipt or reply to this email.';
  return {
    subject: `Booking ${booking.id}: we could not accept your receipt`,
    preview: reason,
    badge: { text: 'Receipt not accepted', tone: 'warning' },
    heading: 'We could not accept your receipt',
    sections: [
      greetingSection(booking.name, next),
      { kind: 'quote', text: reason },
      bookingDetails(booking),
      ...(isHeld ? [paymentSteps(booking, club)] : []),
      bookingButton(booking),
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

/** The receipt of a booking that was already released. */
export function lateReceiptEmail(booking: EmailBooking): EmailContent {
  return {
    subject: `Receipt for booking ${booking.id} received after the deadline`,
    preview: 'We will check it and get back to you within 24 hours.',
    badge: { text: 'Being checked', tone: 'warning' },
    heading: 'We have your receipt',
    sections: [
      greetingSection(
        booking.name,
        'Thank you. The slot was released before your receipt came. We will check it within 24 hours: if the slot is still free, you get it back, and otherwise we give you credit or a refund.',
      ),
      bookingDetails(booking),
      bookingButton(booking),
    ],
  };
}

/** The money of a late receipt came, but the slot is gone; PKR. */
export function lateRefundEmail(booking: EmailBooking, club: Club, amount: number): EmailContent {
  const sum = formatPkr(amount);
  return {
    subject: `We will refund ${sum} for booking ${booking.id}`,
    preview: 'Your payment came after the slot was released.',
    badge: { text: 'To be refunded', tone: 'warning' },
    heading: 'We will refund your payment',
    sections: [
      greetingSection(
        booking.name,
        `We received your ${sum} after the slot was released, and cannot give it back to you. We will refund ${sum} in full. A refund by bank transfer takes 2 to 5 business days.`,
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

function bookAgainButton(booking: EmailBooking, club: Club): EmailSection {
  return { kind: 'button', label: 'Book the same again', url: club.public_url + bookAgainPath(booking) };
}
