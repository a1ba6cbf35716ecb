import { formatPkr } from '../../domain/format-money.ts';
import { requiredEmail } from '../booking-message.ts';
import { bookAnotherTime, bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { CANCELLED } from '../sample-data.ts';

/** The money of a late receipt came, but the slot is gone; PKR. */
export const receiptRefundDue = requiredEmail<{ amount: number }>({
  kind: 'receipt.refund_due',
  label: 'Late payment to refund',
  on: {
    'receipt.refund_due': ({ amount }, { version }) => ({ key: `v${version}`, details: { amount } }),
  },
  content: ({ booking, club, details }) => {
    const sum = formatPkr(details.amount);
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
        bookAnotherTime(booking, club),
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: { due: { booking: { ...CANCELLED, balance: -12_500 }, details: { amount: 12_500 } } },
});
