import { formatPkr } from '../../domain/format-money.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { bookingEmail, clubEmail } from '../booking-message.ts';
import {
  bookingButton,
  bookingDetails,
  customerDetails,
  dashboardButton,
  questionsNote,
  statusBadge,
} from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { CARD } from '../sample-data.ts';

/** The card payment in PKR, and the price at that moment. */
interface Details {
  amount: number;
  due: number;
  /** The provider confirmed the full price before it reported this amount. */
  disputed: boolean;
}
const occasionOf = ({ amount, due, disputed }: Details) => ({
  key: String(amount),
  details: { amount, due, disputed },
});
const PAID_CARD = { ...CARD, status: 'paid' as const };
const SHORT = { booking: CARD, details: { amount: 10_000, due: 12_500, disputed: false } };
const OVER = { booking: PAID_CARD, details: { amount: 15_000, due: 12_500, disputed: false } };

/** The price changed while the customer was paying by card. */
export const amountMismatch = bookingEmail<Details>({
  kind: 'payment.amount_mismatch',
  label: 'Card payment does not match the price',
  on: { 'payment.amount_mismatch': (event) => (event.disputed ? null : occasionOf(event)) },
  required: true,
  withdrawIf: ({ booking, details: { amount, due } }) => {
    if (amount >= due) return null;
    // The missing amount was settled in the meantime; the email about that replaces this one.
    if (booking.status !== 'pending') return `the booking is ${booking.status}`;
    return booking.computed_amount === due ? null : 'the booking was moved';
  },
  chat: {
    text: 'The price changed while you were paying: we received {{1}} by card, and your booking {{2}} now costs {{3}}. {{4}} Your booking page has the details.',
    examples: [
      'PKR 10,000',
      '1042',
      'PKR 12,500',
      'Your court is held. Please pay PKR 2,500 at the reception.',
    ],
    button: 'Open my booking',
    values: ({ booking, details: { amount, due } }) => [
      formatPkr(amount),
      `${booking.id}`,
      formatPkr(due),
      nextText({ amount, due }),
    ],
  },
  content: ({ booking, club, details: { amount, due } }) => {
    const [received, price] = [formatPkr(amount), formatPkr(due)];
    const gap = formatPkr(Math.abs(due - amount));
    const isShort = amount < due;
    const intro = `The price changed while you were paying: we received ${received} by card, and your booking now costs ${price}.`;
    return {
      subject: isShort
        ? `Booking ${booking.id}: ${received} received, ${gap} still to pay`
        : `Booking ${booking.id}: you paid ${gap} too much, and we’ll refund it`,
      preview: `We received ${received} by card; the booking costs ${price}.`,
      badge: { text: isShort ? 'Part paid' : 'To be refunded', tone: 'warning' },
      heading: isShort ? 'Please pay the rest' : 'You paid too much',
      sections: [
        greetingSection(booking.name, `${intro} ${nextText({ amount, due })}`),
        bookingDetails(booking),
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: { short: SHORT, over: OVER },
});

function nextText({ amount, due }: Pick<Details, 'amount' | 'due'>): string {
  const gap = formatPkr(Math.abs(due - amount));
  return amount < due
    ? `Your court is held. Please pay ${gap} at the reception.`
    : `Your booking is paid, and we will refund ${gap}. ${CARD_REFUND_TIME}`;
}

export const clubAmountMismatch = clubEmail<Details>({
  kind: 'club.amount_mismatch',
  label: 'To the club: card payment does not match',
  on: { 'payment.amount_mismatch': occasionOf },
  content: ({ booking, club, details }) => {
    const [received, price] = [formatPkr(details.amount), formatPkr(details.due)];
    return {
      subject: `Card payment does not match: ${received} instead of ${price}, booking ${booking.id}`,
      preview: `${booking.name}: ${received} received, ${price} due.`,
      badge: statusBadge(booking),
      heading: 'A card payment does not match the price',
      sections: [
        { kind: 'amounts', rows: [['Price of the booking', price]], total: ['Received by card', received] },
        {
          kind: 'paragraph',
          text: `${instructionsFor(booking.id, details)} The booking is now ${booking.status}.`,
        },
        bookingDetails(booking),
        customerDetails(booking),
        dashboardButton(club),
      ],
    };
  },
  samples: {
    short: SHORT,
    over: OVER,
    disputed: { booking: PAID_CARD, details: { amount: 50, due: 12_500, disputed: true } },
  },
});

function instructionsFor(id: number, { amount, due, disputed }: Details): string {
  const gap = formatPkr(Math.abs(due - amount));
  if (disputed) {
    return `Booking ${id} was marked paid because the provider confirmed the full price. The provider now reports a different amount. Please check the payment in the provider’s dashboard before the booking starts.`;
  }
  if (amount > due) {
    return `Booking ${id} became cheaper while the customer was paying. It is paid. Please refund ${gap} in the provider’s dashboard; the customer expects it.`;
  }
  return `Booking ${id} became more expensive while the customer was paying. Its slot is held, but ${gap} is still due. We asked the customer to pay it at the reception. Collect it and mark the booking paid, move the booking back to its earlier time, or cancel it and refund the payment.`;
}
