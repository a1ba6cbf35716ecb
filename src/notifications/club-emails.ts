import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import type { ContactMessage } from '../domain/contact-form.ts';
import { formatPkr } from '../domain/format-money.ts';
import { isReleased } from '../domain/late-receipt.ts';
import { inHours, replyTimesOf } from '../domain/reply-times.ts';
import { bookingDetails, dateAndTimesInWords, priceBreakdown } from './booking-emails.ts';
import type { EmailContent, EmailSection } from './email-content-types.ts';

export function clubNewBookingEmail(booking: Booking, club: Club): EmailContent {
  return {
    subject: `New booking ${booking.id}: ${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    preview: `${booking.name}, ${formatPkr(booking.computed_amount)}`,
    badge: statusBadge(booking),
    heading: `New booking ${booking.id}`,
    sections: [bookingDetails(booking), customerDetails(booking), priceBreakdown(booking), adminButton(club)],
  };
}

export function clubNewReceiptEmail(booking: Booking, club: Club): EmailContent {
  return {
    subject: `Receipt for booking ${booking.id}: ${formatPkr(booking.computed_amount)}`,
    preview: `${booking.name} uploaded a receipt. Please compare it with the bank account.`,
    badge: statusBadge(booking),
    heading: 'Please check a receipt',
    sections: [
      {
        kind: 'paragraph',
        text: `Please check that ${formatPkr(booking.computed_amount)} with the reference “booking ${booking.id}” is in the bank account. The customer expects an answer within 24 hours.${isReleased(booking) ? ' The receipt came after the deadline, and the slot was released: the Money tab of the dashboard lists it under Late receipts.' : ''}`,
      },
      bookingDetails(booking),
      customerDetails(booking),
      adminButton(club),
    ],
  };
}

export function clubUnmatchedPaymentEmail(booking: Booking, club: Club, amount: number): EmailContent {
  const formattedAmount = formatPkr(amount);
  return {
    subject: `Card payment to refund: ${formattedAmount}, booking ${booking.id}`,
    preview: `${booking.name} paid, but the payment does not count for the booking.`,
    badge: statusBadge(booking),
    heading: 'Please refund a card payment',
    sections: [
      {
        kind: 'paragraph',
        text: `The card provider reports ${formattedAmount} for booking ${booking.id}, which costs ${formatPkr(booking.computed_amount)} and is ${booking.status}. The payment does not count for this booking. Please refund it in the provider's dashboard, or agree something else with the customer, who expects the refund.`,
      },
      bookingDetails(booking),
      customerDetails(booking),
      adminButton(club),
    ],
  };
}

/** The card payment in PKR, and the price at that moment. */
export interface AmountMismatch {
  amount: number;
  due: number;
  /** The provider confirmed the full price before it reported this amount. */
  disputed: boolean;
}

export function clubAmountMismatchEmail(
  booking: Booking,
  club: Club,
  mismatch: AmountMismatch,
): EmailContent {
  const [received, due] = [formatPkr(mismatch.amount), formatPkr(mismatch.due)];
  return {
    subject: `Card payment does not match: ${received} instead of ${due}, booking ${booking.id}`,
    preview: `${booking.name}: ${received} received, ${due} due.`,
    badge: statusBadge(booking),
    heading: 'A card payment does not match the price',
    sections: [
      {
        kind: 'amounts',
        rows: [['Price of the booking', due]],
        total: ['Received by card', received],
      },
      {
        kind: 'paragraph',
        text: `${mismatchInstructions(booking, mismatch)} The booking is ${booking.status} now.`,
      },
      bookingDetails(booking),
      customerDetails(booking),
      adminButton(club),
    ],
  };
}

function mismatchInstructions({ id }: Booking, { amount, due, disputed }: AmountMismatch): string {
  const gap = formatPkr(Math.abs(due - amount));
  if (disputed) {
    return `Booking ${id} was marked paid because the provider confirmed the full price. Now the provider reports another amount. Please check the payment in the provider's dashboard before the booking starts.`;
  }
  if (amount > due) {
    return `Booking ${id} became cheaper while the customer was paying. It is paid. Please refund ${gap} in the provider's dashboard; the customer expects it.`;
  }
  return `Booking ${id} became more expensive while the customer was paying. It is held but not paid: ${gap} is missing. Collect it and mark the booking paid, move the booking back, or cancel it and refund the payment. We asked the customer to pay the rest at the reception.`;
}

export function clubContactMessageEmail(message: ContactMessage, club: Club): EmailContent {
  return {
    subject: `Contact message (${message.subject}): ${message.name}`,
    preview: message.message.slice(0, 120),
    heading: `${message.name} sent a message`,
    sections: [
      {
        kind: 'details',
        rows: [
          ['From', message.name],
          ['Email', message.email],
          ['Subject', message.subject],
        ],
      },
      { kind: 'quote', text: message.message },
      {
        kind: 'note',
        text: `Reply to this email to answer the sender. The contact page promises an answer within ${inHours(replyTimesOf(club).reply_hours)}.`,
      },
      adminButton(club),
    ],
  };
}

function statusBadge(booking: Booking): NonNullable<EmailContent['badge']> {
  if (booking.status === 'paid') return { text: 'Paid', tone: 'success' };
  if (booking.status === 'cancelled') return { text: 'Cancelled', tone: 'danger' };
  return { text: 'Pending', tone: 'warning' };
}

function customerDetails(booking: Booking): EmailSection {
  return {
    kind: 'details',
    rows: [
      ['Name', booking.name],
      ['Phone', booking.phone],
      ['Email', booking.email],
    ],
  };
}

function adminButton(club: Club): EmailSection {
  return { kind: 'button', label: 'Open the dashboard', url: `${club.public_url}/admin` };
}
