import type { Booking } from '../../domain/booking.ts';
import { isUnderReview } from '../../domain/booking-heading.ts';
import type { Club } from '../../domain/club.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate, nightOf, playTimes, shortPlayDate, startOfPlay } from '../../domain/play-time.ts';
import { bookingEmail, shortMessage } from '../booking-message.ts';
import { bookingButton, bookingDetails, courtAndPlay, ownPrice, paymentSteps } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import type { Message } from '../message.ts';
import { chatToPay } from '../payer-message.ts';
import { shortClub, shortCourt } from '../short-text.ts';

/**
 * A booking that starts within this time gets its text message at once; a later one gets a reminder this long before.
 */
export const REMINDER_LEAD_MS = 24 * 60 * 60_000;

/** Once per start time of a booking, as news or as a reminder; for a card booking, once money holds it. */
function occasionOf(_: object, booking: Booking, now: number) {
  const { court_id, date, start_time, payment_method, pay_by, status } = booking;
  // A partial card payment holds no slots; money taken by the reception ends the deadline.
  const isOnCardPage = payment_method === 'card' && status === 'pending' && pay_by !== null;
  const isSoon = startOfPlay(booking) - now <= REMINDER_LEAD_MS;
  return isOnCardPage || status === 'cancelled' || !isSoon
    ? null
    : { key: `${court_id}:${date}:${start_time}` };
}

const PLAY = {
  keyPrefix: 'play',
  withdrawnBy: ['booking.cancelled', 'booking.moved'] as const,
  latest: startOfPlay,
  suits: ({ status }: Booking) => status !== 'cancelled',
};

export const bookingSoon = shortMessage({
  ...PLAY,
  kind: 'booking.soon',
  label: 'Booking within 24 hours',
  on: {
    'booking.created': occasionOf,
    'booking.paid': (event, booking, now) =>
      booking.payment_method === 'card' ? occasionOf(event, booking, now) : null,
    'booking.moved': occasionOf,
  },
  texts: (booking, club) => playTexts(booking, club, ''),
  samples: { pending: {}, paid: { booking: { status: 'paid', received: 12_500, balance: 0 } } },
});

const REMINDER = {
  kind: 'booking.reminder',
  urgency: 2 as const,
  label: 'Reminder',
  samples: { pending: {} },
};

const reminderInShort = shortMessage({
  ...PLAY,
  ...REMINDER,
  on: { 'booking.reminder_due': occasionOf },
  texts: (booking, club) => playTexts(booking, club, 'reminder, '),
  chat: {
    text: 'You play soon: {{1}}, {{2}}. Your booking number is {{3}}. Still to pay: {{4}}. Please come 15 minutes early. Tell us here if you cannot come.',
    examples: [...PLAY_EXAMPLES, '1042', 'nothing, it is paid'],
    button: 'Open my booking',
    values: ({ booking, payer }) => [...chatPlay(booking), `${booking.id}`, chatToPay(payer)],
  },
});

/** Nothing queues it as an email, which stands in where a chat or a text message could not be delivered. */
const reminderInFull = bookingEmail({
  ...REMINDER,
  on: {},
  content: ({ booking, club }) => ({
    subject: `Reminder: you play on ${formatPlayDate(booking)}`,
    preview: courtAndPlay(booking),
    heading: 'See you soon',
    sections: [
      greetingSection(
        booking.name,
        'You play soon. Please arrive 15 minutes early so that you can start on time.',
      ),
      bookingDetails(booking),
      ownPrice(booking),
      ...(booking.balance > 0 && !isUnderReview(booking) ? [paymentSteps(booking, club)] : []),
      bookingButton(booking),
    ],
  }),
});

export const bookingReminder: Message = {
  ...reminderInShort,
  ...(reminderInFull.full ? { full: reminderInFull.full } : {}),
};

/** Each block in 12-hour club time with its calendar date. */
export function playTexts(booking: Booking, club: Pick<Club, 'name' | 'phone'>, prefix: string): string[] {
  const plays = playTimes(booking);
  const dates = new Set(plays.map((play) => play.calendar_date));
  const when =
    dates.size <= 1
      ? `${shortPlayDate(booking)}, ${plays.map((play) => play.timeRange).join(' + ')}`
      : plays.map((play) => `${nightOf(booking.date, play.calendar_date)}, ${play.timeRange}`).join(' + ');
  const [first] = plays;
  const shortWhen = first
    ? `${shortPlayDate(booking)}, from ${first.timeRange.split(' – ')[0]}`
    : booking.date;
  const opening = `${shortClub(club)}: ${prefix}${shortCourt(booking.court_name)}`;
  const payment = shortPayment(booking);
  const write = (time: string) => `${opening}, ${time}. No. ${booking.id}. ${payment}`;
  const early = 'Please come 15 min early.';
  return [
    `${write(when)} ${early} Tel ${club.phone}`,
    `${write(when)} ${early}`,
    write(when),
    `${write(shortWhen)} ${early}`,
    write(shortWhen),
  ];
}

/** The money, from the balance alone; a receipt being checked demands nothing. */
function shortPayment(booking: Booking): string {
  if (isUnderReview(booking)) return 'Receipt being checked.';
  return booking.balance > 0 ? `${formatPkr(booking.balance)} to pay.` : 'Paid.';
}
