import type { Booking } from '../../domain/booking.ts';
import { cleanName } from '../../domain/clean-words.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { chatToPay } from '../payer-message.ts';
import { HELD } from '../sample-data.ts';

/**
 * Sends the host the players' links after the reception has split the booking or was asked for one, because the
 * reception can't see them.
 */
export const hostShares = bookingEmail({
  kind: 'host.shares',
  label: 'Host: links of the players',
  on: {
    'payers.split': ({ by_club }) => (by_club ? { key: Bun.randomUUIDv7() } : null),
    'host.link_requested': () => ({ key: Bun.randomUUIDv7() }),
  },
  aboutOthers: true,
  content: ({ booking, club, sources }) => {
    const links = sources.listShareLinks(booking);
    return {
      subject: `Booking ${booking.id}: the links for your players`,
      preview: 'Send each player their own link.',
      heading: 'The price is split',
      sections: [
        greetingSection(booking.name, 'Send each player their own link, so that they can pay their share.'),
        bookingDetails(booking),
        ...links.map(({ name, charge, url }, index) => ({
          kind: 'note' as const,
          text: `${cleanName(name) || `Player ${index + 2}`}, ${formatPkr(charge)}:\n${url}`,
        })),
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: { split: {} },
});

/** Sent at the deadline: unpaid shares are now the host's. */
export const hostSharesClosed = bookingEmail<{ amount: number; opened: boolean }>({
  kind: 'host.shares_closed',
  label: 'Host: unpaid shares',
  on: {
    'payers.closed': ({ amount, opened }) =>
      amount > 0 ? { key: `${amount}`, details: { amount, opened } } : null,
  },
  withdrawIf: ({ booking }) => (booking.status === 'paid' ? 'the booking is paid' : null),
  chat: {
    text: 'Your players had to pay their shares by now, and {{1}} is still unpaid: {{2}}, {{3}}. You keep the court. To pay: {{4}}. Your booking page shows who has paid.',
    examples: ['PKR 5,000', ...PLAY_EXAMPLES, 'PKR 7,500 by 7 PM'],
    button: 'Open my booking',
    values: ({ booking, payer, details: { amount } }) => [
      formatPkr(amount),
      ...chatPlay(booking),
      chatToPay(payer),
    ],
  },
  content: ({ booking, club, details: { amount, opened } }) => ({
    subject: `Booking ${booking.id}: ${formatPkr(amount)} of your players’ shares is unpaid`,
    preview: 'The deadline has passed. Please pay the rest.',
    badge: { text: 'Payment pending', tone: 'warning' },
    heading: 'Please pay the rest',
    sections: [
      greetingSection(
        booking.name,
        `Your players had to pay their shares by now, and ${formatPkr(amount)} is still unpaid. You keep the court. ${opened ? 'Other players can now take the open places; please pay the rest' : 'Please pay the rest'}${untilOf(booking)}`,
      ),
      bookingDetails(booking),
      bookingButton(booking),
      questionsNote(club),
    ],
  }),
  samples: {
    held: { booking: HELD, details: { amount: 5000, opened: false } },
    closed: { details: { amount: 5000, opened: false } },
    opened: { details: { amount: 5000, opened: true } },
  },
});

function untilOf({ balance, pay_by }: Booking): string {
  if (pay_by === null || balance <= 0) return ' before you play.';
  return `, ${formatPkr(balance)} including your own share, by ${formatPayBy(pay_by)}: after that, other players can book this slot.`;
}
