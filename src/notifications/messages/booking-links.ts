import { mailboxOf } from '../../domain/canonical-mailbox.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { playInWords } from '../booking-sections.ts';
import type { Message } from '../message.ts';
import { renderEmail } from '../render-email.ts';

/** The manage links of an address's upcoming bookings. */
export const bookingLinks: Message = {
  kind: 'booking.links',
  label: 'Links to upcoming bookings',
  audience: 'customer',
  full: {
    queue: (event) =>
      event.kind === 'manage_links.requested'
        ? {
            key: `booking.links:${Bun.randomUUIDv7()}`,
            recipient: event.email,
            limit_key: mailboxOf(event.email),
            // The way back to a booking whose emails were dropped; the request has its own limit.
            required: true,
          }
        : null,
    compose: ({ recipient }, _, sources) => {
      const club = sources.club();
      const email = recipient ?? '';
      const bookings = sources.listUpcomingBookingsOf(email);
      if (bookings.length === 0)
        return { action: 'withdraw', reason: 'no upcoming booking has this address' };
      const isOne = bookings.length === 1;
      const count = isOne ? 'your upcoming booking' : `your ${bookings.length} upcoming bookings`;
      const content = {
        subject: `The links to ${count}`,
        preview: bookings.map(formatPlayDate).join(' · '),
        heading: 'Your bookings',
        sections: [
          {
            kind: 'paragraph' as const,
            text: `Here ${isOne ? 'is the link' : 'are the links'} to ${count}.`,
          },
          ...bookings.flatMap((booking) => [
            {
              kind: 'paragraph' as const,
              text: `Booking ${booking.id}: ${booking.court_name}\n${playInWords(booking)}`,
            },
            {
              kind: 'button' as const,
              label: `Manage booking ${booking.id}`,
              url: sources.manageUrl(booking),
            },
          ]),
          {
            kind: 'note' as const,
            text: `${REASON} If this wasn’t you, you don’t need to do anything. Questions? Call ${club.phone}.`,
          },
        ],
      };
      return renderEmail(email, content, club, REASON);
    },
  },
  samples: { two: {} },
};

const REASON = 'You’re getting this email because someone entered this address on our site.';
