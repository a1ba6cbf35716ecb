import { formatPkr } from '../../domain/format-money.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { clubEmail, payerEmail } from '../booking-message.ts';
import {
  bookAnotherTime,
  bookingDetails,
  customerDetails,
  dashboardButton,
  questionsNote,
  statusBadge,
} from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  type PayerMessage,
  pageButton,
  playDetails,
  shareAmounts,
  titled,
} from '../payer-message.ts';
import { CANCELLED, CARD } from '../sample-data.ts';

/** PKR. */
interface Details {
  amount: number;
}
const UNMATCHED = {
  on: { 'payment.unmatched': ({ amount }: Details) => ({ key: String(amount), details: { amount } }) },
  duringCheckout: true as const,
  samples: {
    player: { booking: CARD, payer: { received: 2500, balance: -1250 }, details: { amount: 1250 } },
    cancelled: { booking: { ...CANCELLED, ...CARD }, details: { amount: 12_500 } },
    paid: { booking: { ...CARD, status: 'paid' as const }, details: { amount: 12_500 } },
  },
};

/** Why the customer's money does not count. */
const REASONS = {
  pending: 'it does not match the price, so the booking is not paid.',
  paid: 'the booking is already paid.',
  cancelled: 'the booking had already been cancelled and its slot is no longer held for you.',
};

function reasonOf({ position, booking }: PayerMessage): string {
  return position === 1 ? REASONS[booking.status] : 'it no longer needs to be paid.';
}

/** Promises a refund for a card payment that came too late, twice, or with the wrong amount. */
export const paymentUnmatched = payerEmail<Details>({
  ...UNMATCHED,
  kind: 'payment.unmatched',
  label: 'Card payment to refund',
  required: true,
  chat: {
    text: 'We received {{1}} by card for your {{2}}, but {{3}} We’ll refund it in full, which can take a few business days. Your own page has the details.',
    examples: ['PKR 12,500', 'booking 1042', REASONS.paid],
    button: 'Open my page',
    values: ({ payer, details }) => [formatPkr(details.amount), chatOwed(payer), reasonOf(payer)],
  },
  content: ({ payer, booking, club, details }) => {
    const amount = formatPkr(details.amount);
    const isCustomer = payer.position === 1;
    const what = isCustomer ? `booking ${booking.id}` : 'your share';
    return {
      subject: titled(payer, `your card payment of ${amount}`),
      preview: 'We will refund it in full.',
      badge: { text: 'To be refunded', tone: 'warning' },
      heading: 'We will refund your payment',
      sections: [
        greetingSection(
          payer.name,
          `We received ${amount} by card for ${what}, but ${reasonOf(payer)} We will refund it in full. ${CARD_REFUND_TIME}`,
        ),
        playDetails(payer),
        ...(isCustomer ? [bookAnotherTime(booking, club)] : [shareAmounts(payer)]),
        ...(payer.state === 'left' ? [] : [pageButton(payer)]),
        questionsNote(club),
      ],
    };
  },
});

export const clubUnmatched = clubEmail<Details>({
  ...UNMATCHED,
  kind: 'club.unmatched',
  label: 'To the club: card payment to refund',
  content: ({ booking, club, details }) => {
    const amount = formatPkr(details.amount);
    return {
      subject: `Card payment to refund: ${amount}, booking ${booking.id}`,
      preview: `${booking.name} paid, but the payment does not count for the booking.`,
      badge: statusBadge(booking),
      heading: 'Please refund a card payment',
      sections: [
        {
          kind: 'paragraph',
          text: `The card provider reports ${amount} for booking ${booking.id}, which costs ${formatPkr(booking.computed_amount)} and is ${booking.status}. The payment does not count for this booking. Please refund it in the provider’s dashboard, or agree something else with the customer, who expects the refund.`,
        },
        bookingDetails(booking),
        customerDetails(booking),
        dashboardButton(club),
      ],
    };
  },
});
