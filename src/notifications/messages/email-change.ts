import { bookingEmail } from '../booking-message.ts';
import { bookingDetails } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';

/**
 * Asks a booking's current address whether another may replace it. Anyone with the link may have typed the new one,
 * so only the page behind the button shows it.
 */
export const bookingEmailChange = bookingEmail<{ email: string }>({
  kind: 'booking.email_change',
  label: 'Confirm another email for a booking',
  on: {
    'booking.email_change_requested': ({ email }) => ({ key: Bun.randomUUIDv7(), details: { email } }),
  },
  duringCheckout: true,
  required: true,
  content: ({ booking, club, details: { email }, sources }) => ({
    subject: `Booking ${booking.id}: change its email address?`,
    preview: 'Nothing changes until you confirm it.',
    heading: 'Change the email of your booking?',
    sections: [
      greetingSection(
        booking.name,
        'Someone with the link to this booking asked us to send its emails to a different address. Use the button to see the address before anything changes.',
      ),
      bookingDetails(booking),
      { kind: 'button', label: 'Review the new address', url: sources.confirmationUrl(booking, email) },
      {
        kind: 'note',
        text: `The link works for 48 hours. Once you confirm, this address won’t get any more emails about the booking. If this wasn’t you, ignore this email or call ${club.phone}.`,
      },
    ],
  }),
  samples: { asked: { details: { email: 'ayesha.khan@example.org' } } },
});
