import type { ClubEvent } from '../../db/club-event.ts';
import { bookAgainPath } from '../../domain/book-again-path.ts';
import type { Booking } from '../../domain/booking.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { isReleased } from '../../domain/late-receipt.ts';
import { startOfPlay } from '../../domain/play-time.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, courtAndPlay } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { RELEASED } from '../sample-data.ts';
import { shortClub, shortCourt, shortStart } from '../short-text.ts';

/** The system released an unpaid booking. */
export const bookingReleased = bookingEmail({
  kind: 'booking.released',
  label: 'Released: not paid in time',
  on: { 'booking.cancelled': (event, booking) => released(event, booking, `v${booking.version}`) },
  withdrawnBy: ['booking.paid'],
  suits: ({ status }) => status === 'cancelled',
  // A decision about a late receipt ends the deadline mentioned here, and has its own message.
  withdrawIf: ({ booking }) => (isReleased(booking) ? null : 'the late receipt has been decided'),
  calendar: false,
  chat: {
    text: 'Your booking {{1}} was not paid in time: {{2}}, {{3}}. Other players can book this time again, and you owe nothing. If you have paid already, please send us your receipt.',
    examples: ['1042', ...PLAY_EXAMPLES],
    button: 'Open my booking',
    values: ({ booking }) => [`${booking.id}`, ...chatPlay(booking)],
  },
  content: ({ booking, club }) => {
    const days = club.booking_rules.late_receipt_days;
    const paidText =
      booking.payment_method === 'bank_transfer' && days > 0
        ? `Already paid? Upload your receipt on the booking page within ${days === 1 ? 'a day' : `${days} days`}: if the slot is still free, you get it back; otherwise we’ll give you credit or a refund.`
        : `Already paid? Call ${club.phone} or reply to this email.`;
    return {
      subject: `Booking ${booking.id} was not paid in time`,
      preview: `${courtAndPlay(booking)}: other players can book it again.`,
      badge: { text: 'Released', tone: 'danger' },
      heading: 'Your slot is no longer held',
      sections: [
        greetingSection(
          booking.name,
          `We did not receive your payment by ${formatPayBy(booking.pay_by ?? '')}, so other players can book this slot again. You owe nothing.`,
        ),
        bookingDetails(booking),
        { kind: 'button', label: 'Book the same slot again', url: club.public_url + bookAgainPath(booking) },
        { kind: 'note', text: paidText },
        bookingButton(booking),
      ],
    };
  },
  short: {
    on: { 'booking.cancelled': (event, booking) => released(event, booking, `${booking.pay_by}`) },
    latest: startOfPlay,
    suits: isReleased,
    texts: (booking, club) => {
      const start = shortStart(booking);
      const courtAndStart = `${shortCourt(booking.court_name)}, ${start}`;
      const write = (place: string) =>
        `${shortClub(club)}: no. ${booking.id} (${place}) was not paid by ${formatPayBy(booking.pay_by ?? '')}. The slot is no longer held.`;
      return [`${write(courtAndStart)} Tel ${club.phone}`, write(courtAndStart), write(start)];
    },
  },
  samples: { transfer: { booking: RELEASED }, cash: { booking: { ...RELEASED, payment_method: 'cash' } } },
});

/** The customer of an unpaid card booking has had no email about it, so its end needs none. */
function released(
  { unpaid }: Extract<ClubEvent, { kind: 'booking.cancelled' }>,
  { payment_method, received }: Booking,
  key: string,
) {
  return unpaid && !(payment_method === 'card' && received === 0) ? { key } : null;
}
