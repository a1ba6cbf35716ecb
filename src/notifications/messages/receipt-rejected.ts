import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { isReleased } from '../../domain/late-receipt.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, paymentSteps, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { HELD, RELEASED } from '../sample-data.ts';

const reason = 'The picture shows PKR 1,250 instead of PKR 12,500.';

/** The booking has a new deadline, or was released before. */
export const receiptRejected = bookingEmail<{ reason: string }>({
  kind: 'receipt.rejected',
  label: 'Receipt not accepted',
  on: {
    'receipt.rejected': (event) => ({ key: `r${event.receipt_id}`, details: { reason: event.reason } }),
  },
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'receipt.received'],
  suits: (booking) => booking.status !== 'cancelled' || isReleased(booking),
  calendar: false,
  content: ({ booking, club, details }) => {
    const isHeld = booking.status === 'pending';
    const payBy = isHeld && booking.pay_by ? ` by ${formatPayBy(booking.pay_by)}` : '';
    const next = isHeld
      ? `Your court is still held for you. Please pay and upload a new receipt${payBy}.`
      : 'Your slot is no longer held. If you have paid, please upload another receipt or reply to this email.';
    return {
      subject: `Booking ${booking.id}: we could not accept your receipt`,
      preview: details.reason,
      badge: { text: 'Receipt not accepted', tone: 'warning' },
      heading: 'We could not accept your receipt',
      sections: [
        greetingSection(booking.name, next),
        { kind: 'quote', text: details.reason },
        bookingDetails(booking),
        ...(isHeld ? [paymentSteps(booking, club)] : []),
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: {
    held: { booking: HELD, details: { reason } },
    released: { booking: RELEASED, details: { reason } },
  },
});
