import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/money.ts';
import { bookingDetails, dateAndTimesInWords, priceBreakdown } from './booking-emails.ts';
import type { EmailContent, EmailSection } from './email.ts';
import type { ContactMessage } from './recipients.ts';

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
    preview: `${booking.name} has sent a receipt. Please compare it with the account.`,
    badge: statusBadge(booking),
    heading: 'A receipt waits to be checked',
    sections: [
      {
        kind: 'words',
        text: `Please compare it with the bank account: ${formatPkr(booking.computed_amount)}, reference booking ${booking.id}. The customer was told to expect an answer within 24 hours.`,
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
    subject: `Card money to give back: ${formattedAmount}, booking ${booking.id}`,
    preview: `${booking.name} has paid for a booking that cannot take the money.`,
    badge: statusBadge(booking),
    heading: 'Card money that pays for nothing',
    sections: [
      {
        kind: 'words',
        text: `${formattedAmount} came through the card provider for booking ${booking.id}, which costs ${formatPkr(booking.computed_amount)} and is ${booking.status}. It was not counted as its payment. Please give it back in the provider's dashboard, or agree with the customer; they were told to expect it back.`,
      },
      bookingDetails(booking),
      customerDetails(booking),
      adminButton(club),
    ],
  };
}

/** What came by card, in PKR, beside what the booking cost at that moment. */
export interface AmountMismatch {
  amount: number;
  due: number;
  /** The provider first vouched for the whole price. */
  disputed: boolean;
}

export function clubAmountMismatchEmail(
  booking: Booking,
  club: Club,
  mismatch: AmountMismatch,
): EmailContent {
  const [received, due] = [formatPkr(mismatch.amount), formatPkr(mismatch.due)];
  return {
    subject: `Card payment of another sum: ${received} instead of ${due}, booking ${booking.id}`,
    preview: `${booking.name}: ${received} came, ${due} was due.`,
    badge: statusBadge(booking),
    heading: 'Not the sum this booking costs',
    sections: [
      {
        kind: 'sums',
        rows: [['Price of the booking', due]],
        total: ['Came by card', received],
      },
      { kind: 'words', text: `${mismatchInstructions(booking, mismatch)} It is ${booking.status} now.` },
      bookingDetails(booking),
      customerDetails(booking),
      adminButton(club),
    ],
  };
}

function mismatchInstructions({ id }: Booking, { amount, due, disputed }: AmountMismatch): string {
  const gap = formatPkr(Math.abs(due - amount));
  if (disputed) {
    return `Booking ${id} was marked paid on the provider's word, and now the provider tells of another sum. Please look the payment up in its dashboard before the time of play.`;
  }
  if (amount > due) {
    return `Booking ${id} became cheaper while its customer was paying. It is paid; please give ${gap} back in the provider's dashboard. The customer was told to expect it.`;
  }
  return `Booking ${id} became dearer while its customer was paying. It is held but not paid: ${gap} is missing. Collect it and mark the booking paid, move it back, or cancel it and give the money back. The customer was asked to pay the rest at the reception.`;
}

export function clubContactMessageEmail(message: ContactMessage, club: Club): EmailContent {
  return {
    subject: `Message from the site (${message.subject}): ${message.name}`,
    preview: message.message.slice(0, 120),
    heading: `${message.name} writes`,
    sections: [
      {
        kind: 'facts',
        rows: [
          ['From', message.name],
          ['Email', message.email],
          ['Subject', message.subject],
        ],
      },
      { kind: 'quote', text: message.message },
      {
        kind: 'small',
        text: 'Answer this mail to write back to the sender. We promise an answer in 24 hours.',
      },
      adminButton(club),
    ],
  };
}

function statusBadge(booking: Booking): NonNullable<EmailContent['badge']> {
  if (booking.status === 'paid') return { text: 'Paid', tone: 'good' };
  if (booking.status === 'cancelled') return { text: 'Cancelled', tone: 'bad' };
  return { text: 'Pending', tone: 'wait' };
}

function customerDetails(booking: Booking): EmailSection {
  return {
    kind: 'facts',
    rows: [
      ['Name', booking.name],
      ['Phone', booking.phone],
      ['Email', booking.email],
    ],
  };
}

function adminButton(club: Club): EmailSection {
  return { kind: 'button', label: 'Open the desk', url: `${club.public_url}/admin` };
}
