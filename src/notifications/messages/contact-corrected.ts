import { formatPlayDate } from '../../domain/play-time.ts';
import { email as emailChannel } from '../../outbox/channels/email.ts';
import { payerReach, shortForm } from '../booking-message.ts';
import { bookingDetails } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import type { Message } from '../message.ts';
import { renderEmail } from '../render-email.ts';
import { shortClub } from '../short-text.ts';

/**
 * Sent to the address that the club removed from a booking, because whoever reads the new one can cancel and enter an
 * account for the refund. The old address may have been a stranger's by mistake, so the email has no link and doesn't
 * show the new address.
 */
export const contactCorrected: Message = {
  kind: 'booking.contact_corrected',
  label: 'Email corrected, to the old address',
  audience: 'customer',
  both: true,
  // The email goes to the booking's old address, which no other channel knows.
  person: (row, sources) => (row.channel === emailChannel.id ? null : payerReach(row, sources)),
  full: {
    queue: (event) =>
      event.kind === 'booking.email_corrected' && event.by_club && event.from !== ''
        ? {
            key: `${event.booking_id}:booking.contact_corrected:${Bun.randomUUIDv7()}`,
            booking_id: event.booking_id,
            recipient: event.from,
            details: { to: event.from },
          }
        : null,
    compose: ({ booking_id, details }, _, sources) => {
      const booking = booking_id === null ? null : sources.findBooking(booking_id);
      if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
      const club = sources.club();
      // A later correction redirects waiting messages, but never this one.
      const { to } = JSON.parse(details) as { to: string };
      const content = {
        subject: `Booking ${booking.id}: we changed its email address`,
        preview: `${formatPlayDate(booking)}. Not you? Please call ${club.phone}.`,
        badge: { text: 'Email changed', tone: 'warning' as const },
        heading: 'The email address of this booking was changed',
        sections: [
          greetingSection(
            booking.name,
            'Our reception has entered another email address for this booking. Emails about it no longer come here, and your old link has stopped working. Anyone who gets email at the new address can cancel the booking and say where a refund goes.',
          ),
          bookingDetails({ ...booking, paid_ways: sources.findPayer(booking.payer_id)?.paid_ways ?? [] }),
          {
            kind: 'note' as const,
            text: `If you asked for this, there’s nothing to do. If you didn’t, please call ${club.phone} now.`,
          },
        ],
      };
      const reason = `You’re getting this email because booking ${booking.id} had this address until now.`;
      return renderEmail(to, content, club, reason);
    },
  },
  short: shortForm('booking.contact_corrected', {
    on: {
      'booking.email_corrected': ({ by_club }) => (by_club ? { key: Bun.randomUUIDv7() } : null),
    },
    duringCheckout: true,
    texts: ({ id }, club) => [
      `${shortClub(club)}: we changed the email of your booking no. ${id}. Its link goes to the new address. Not you? Please call ${club.phone}.`,
    ],
  }),
  samples: { by_club: { details: { to: 'ayesha@gmial.example' } } },
};
