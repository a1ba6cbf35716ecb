import { formatPkr } from '../../domain/format-money.ts';
import { clubEmail } from '../booking-message.ts';
import {
  bookingDetails,
  courtAndPlay,
  customerDetails,
  dashboardButton,
  priceBreakdown,
  statusBadge,
} from '../booking-sections.ts';

/** Sent once a card booking is paid. */
export const clubBooking = clubEmail({
  kind: 'club.booking',
  label: 'To the club: new booking',
  on: {
    'booking.created': () => ({ key: 'new' }),
    'booking.paid': (_, { payment_method }) => (payment_method === 'card' ? { key: 'new' } : null),
  },
  withdrawnBy: ['booking.cancelled'],
  withdrawIf: ({ booking, sources }) =>
    sources.recipients.isWalkIn(booking.id) ? 'an admin created the booking' : null,
  content: ({ booking, club }) => ({
    subject: `New booking ${booking.id}: ${courtAndPlay(booking)}`,
    preview: `${booking.name}, ${formatPkr(booking.computed_amount)}`,
    badge: statusBadge(booking),
    heading: `New booking ${booking.id}`,
    sections: [
      bookingDetails(booking),
      customerDetails(booking),
      priceBreakdown(booking),
      dashboardButton(club),
    ],
  }),
  samples: { pending: {} },
});
