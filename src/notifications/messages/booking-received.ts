import { bookingLead, isUnderReview } from '../../domain/booking-heading.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { bookingEmail } from '../booking-message.ts';
import {
  bookingButton,
  bookingDetails,
  changePolicy,
  courtAndPlay,
  ownPrice,
  paymentSteps,
} from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { chatToPay } from '../payer-message.ts';
import { HELD, MORNING } from '../sample-data.ts';

export const bookingReceived = bookingEmail({
  kind: 'booking.received',
  label: 'Booking received',
  on: { 'booking.created': () => ({ key: 'new' }) },
  describes: 'pending',
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'booking.moved'],
  chat: {
    text: 'Your court is held for you: {{1}}, {{2}}. Your booking number is {{3}}. To pay: {{4}}. Open your booking to see how to pay, to send your receipt or to change it.',
    examples: [...PLAY_EXAMPLES, '1042', 'PKR 12,500 by 7 PM'],
    button: 'Open my booking',
    atOnce: true,
    values: ({ booking, payer }) => [...chatPlay(booking), `${booking.id}`, chatToPay(payer)],
  },
  content: (composing) => {
    const { booking, club, now } = composing;
    const paid = booking.balance <= 0;
    const isChecked = isUnderReview(booking);
    const held = isChecked
      ? `Your court is held. ${bookingLead(booking, now)}`
      : booking.pay_by
        ? `Your court is held for you. Please pay by ${formatPayBy(booking.pay_by)}: after that, other players can book this slot.`
        : 'Your court is held for you. Here’s how to pay.';
    return {
      subject: `Booking ${booking.id} received: ${formatPlayDate(booking)}`,
      preview: courtAndPlay(booking),
      badge: paid ? { text: 'Paid', tone: 'success' } : { text: 'Payment pending', tone: 'warning' },
      heading: 'We have your booking',
      sections: [
        greetingSection(booking.name, paid ? 'Your court is booked and paid.' : held),
        bookingDetails(booking),
        ownPrice(booking),
        ...(paid || isChecked ? [] : [paymentSteps(booking, club)]),
        bookingButton(booking),
        changePolicy(composing),
      ],
    };
  },
  samples: { transfer: {}, cash: { booking: MORNING }, held: { booking: HELD } },
});
