import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, paymentSteps } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';

/** The club's bank account has changed since the customer was told where to pay. */
export const bookingBankChanged = bookingEmail({
  kind: 'booking.bank_changed',
  label: 'New bank account',
  on: { 'booking.bank_changed': () => ({ key: Bun.randomUUIDv7() }) },
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'booking.bank_changed', 'receipt.received'],
  required: true,
  withdrawIf: ({ booking, club }) =>
    booking.status === 'pending' && club.bank.iban ? null : 'there is nothing to pay to this account',
  content: ({ booking, club }) => ({
    subject: `Booking ${booking.id}: our bank account has changed`,
    preview: 'Please use the new account for your transfer.',
    badge: { text: 'New bank account', tone: 'warning' },
    heading: 'Please use our new bank account',
    sections: [
      greetingSection(
        booking.name,
        'Our bank account has changed since you booked. Please send your transfer to the account below. If you’ve already paid into the old one, don’t pay again: upload your receipt on the booking page.',
      ),
      paymentSteps(booking, club),
      bookingDetails(booking),
      bookingButton(booking),
      {
        kind: 'note',
        text: `Not sure this email is from us? Check the account on the booking page, or call ${club.phone}.`,
      },
    ],
  }),
  samples: { pending: {} },
});
