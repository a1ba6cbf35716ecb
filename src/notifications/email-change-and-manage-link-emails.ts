import type { Club } from '../domain/club.ts';
import { formatPlayDate } from '../domain/play-time.ts';
import { bookingDetails, dateAndTimesInWords, type EmailBooking } from './booking-emails.ts';
import { type EmailContent, greetingSection } from './email-content-types.ts';

/** Asks the present address of a booking whether `email` may replace it. */
export function confirmEmailChangeEmail(
  booking: EmailBooking,
  club: Club,
  email: string,
  confirmationUrl: string,
): EmailContent {
  return {
    subject: `Booking ${booking.id}: change its email address?`,
    preview: 'Nothing changes until you confirm it.',
    heading: 'Change the email of your booking?',
    sections: [
      greetingSection(
        booking.name,
        'A person with the link to this booking asked us to send its emails to another address:',
      ),
      { kind: 'quote', text: email },
      bookingDetails(booking),
      { kind: 'button', label: 'Use the new address', url: confirmationUrl },
      {
        kind: 'note',
        text: `The link works for 48 hours, and this address then gets no more emails about the booking. If it was not you, do nothing, or call ${club.phone}.`,
      },
    ],
  };
}

/** The manage links of an address's coming bookings. */
export function manageLinksEmail(bookings: readonly EmailBooking[], club: Club): EmailContent {
  const count = bookings.length === 1 ? 'your coming booking' : `your ${bookings.length} coming bookings`;
  return {
    subject: `The links to ${count}`,
    preview: bookings.map(formatPlayDate).join(' · '),
    heading: 'Your bookings',
    sections: [
      {
        kind: 'paragraph',
        text: `Here ${bookings.length === 1 ? 'is the link' : 'are the links'} to ${count}.`,
      },
      ...bookings.flatMap((booking) => [
        {
          kind: 'paragraph' as const,
          text: `Booking ${booking.id}: ${booking.court_name}\n${dateAndTimesInWords(booking)}`,
        },
        { kind: 'button' as const, label: `Manage booking ${booking.id}`, url: booking.manage_url },
      ]),
      {
        kind: 'note',
        text: `You receive this email because its address was typed on our site. If it was not you, do nothing. Questions? Call ${club.phone}.`,
      },
    ],
  };
}
