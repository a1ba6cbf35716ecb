import type { Booking } from '../../domain/booking.ts';
import { bookingLead, isUnderReview } from '../../domain/booking-heading.ts';
import { closedForText } from '../../domain/closed-for.ts';
import type { ClosedFor } from '../../domain/closing.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { bookingEmail } from '../booking-message.ts';
import {
  bookingButton,
  bookingDetails,
  changePolicy,
  courtAndPlay,
  ownPrice,
  ownSentence,
  paymentSteps,
  timesOf,
} from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { type EmailSection, greetingSection } from '../email-content.ts';
import { chatToPay } from '../payer-message.ts';
import { CARD, SAMPLE_BOOKING } from '../sample-data.ts';

interface Details {
  /** The previous time, with its price in PKR. */
  from?: { court_name: string; date: string; slots: string[]; amount: number };
  by_customer?: boolean;
  closed_for?: ClosedFor;
}

export const bookingMoved = bookingEmail<Details>({
  kind: 'booking.moved',
  label: 'Booking moved',
  on: {
    'booking.moved': ({ from, by_customer, closed_for }, { version }) => ({
      key: `v${version}`,
      details: { from, by_customer, closed_for },
    }),
  },
  withdrawnBy: ['booking.cancelled', 'booking.moved'],
  chat: {
    text: 'Your booking {{1}} has moved. It is now: {{2}}, {{3}}. The slot you had before is no longer held. Still to pay: {{4}}. Your booking page has all the details.',
    examples: ['1042', ...PLAY_EXAMPLES, 'nothing, it is paid'],
    button: 'Open my booking',
    values: ({ booking, payer }) => [`${booking.id}`, ...chatPlay(booking), chatToPay(payer)],
  },
  content: (composing) => {
    const {
      booking,
      club,
      now,
      details: { from, by_customer, closed_for },
    } = composing;
    const news = isSameTime(booking, from) ? 'a new court' : 'a new time';
    const opening = by_customer
      ? 'You rescheduled your booking.'
      : closed_for
        ? `${closedForText(closed_for)} We’ve moved your booking.`
        : 'We moved your booking.';
    return {
      subject: `Booking ${booking.id} has ${news}: ${formatPlayDate(booking)}`,
      preview: courtAndPlay(booking),
      badge: { text: 'Moved', tone: 'warning' },
      heading: `Your booking has ${news}`,
      sections: [
        greetingSection(
          booking.name,
          `${opening} Your old slot is no longer held. ${bookingLead(booking, now)}`,
        ),
        ...ownSentence(closed_for),
        bookingDetails(booking),
        ...(from ? [oldTime(from)] : []),
        ownPrice(booking),
        ...(booking.balance > 0 && !isUnderReview(booking) ? [paymentSteps(booking, club)] : []),
        bookingButton(booking),
        changePolicy(composing),
      ],
    };
  },
  samples: {
    'by-club': {},
    closed: { details: { closed_for: { reason: 'New net', note: 'Court 2 has the same glass walls.' } } },
    'by-customer': {
      details: {
        from: {
          court_name: 'Court 2 - Tournament Grade',
          date: '2026-11-22',
          slots: ['18:00', '18:30', '19:00', '19:30', '20:00'],
          amount: 12_500,
        },
        by_customer: true,
      },
    },
    'another court': {
      details: {
        from: {
          court_name: 'Court 2 - Tournament Grade',
          date: SAMPLE_BOOKING.date,
          slots: SAMPLE_BOOKING.slots,
          amount: 12_500,
        },
        closed_for: { reason: 'New glass', note: '' },
      },
    },
    paid: { booking: { status: 'paid', received: 10_000, balance: 2500 } },
    'part-paid': { booking: { ...CARD, received: 10_000, balance: 2500 } },
  },
});

/** Whether only the court has changed. */
function isSameTime(booking: Booking, from: Details['from']): boolean {
  return from !== undefined && from.date === booking.date && from.slots.join() === booking.slots.join();
}

function oldTime(from: NonNullable<Details['from']>): EmailSection {
  return {
    kind: 'details',
    rows: [
      ['Before', `${formatPlayDate(from)}\n${timesOf(from).join('\n')}`],
      ['Court', from.court_name],
      ['Price', formatPkr(from.amount)],
    ],
  };
}
