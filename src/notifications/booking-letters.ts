import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/money.ts';
import { PAYMENT_METHOD_LABELS, paymentInstructions } from '../domain/payment.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../domain/play-time.ts';
import { priceOf } from '../domain/price.ts';
import { refundOf } from '../domain/refund.ts';
import { slotIndexOf } from '../domain/slot.ts';
import { greeting, type LetterContent, type LetterPart } from './letter.ts';

export function receivedLetter(booking: Booking, club: Club): LetterContent {
  const paid = booking.status === 'paid';
  return {
    subject: `Booking ${booking.id} received: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${whenInWords(booking)}`,
    badge: paid ? { text: 'Paid', tone: 'good' } : { text: 'Payment pending', tone: 'wait' },
    heading: 'We are holding your court',
    parts: [
      greeting(
        booking.name,
        paid ? 'Your booking is in our book.' : 'Your booking is in our book. Here is how to pay for it.',
      ),
      facts(booking),
      sums(booking),
      ...(paid ? [] : [instructions(booking, club)]),
      seeBooking(booking, club),
      terms,
    ],
  };
}

export function paidLetter(booking: Booking, club: Club): LetterContent {
  return {
    subject: `Booking ${booking.id} is paid: see you on ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${whenInWords(booking)}`,
    badge: { text: 'Confirmed & Paid', tone: 'good' },
    heading: 'The court is yours',
    parts: [
      greeting(
        booking.name,
        'Your payment is confirmed. Please come 15 minutes early so that you start on time.',
      ),
      facts(booking),
      sums(booking),
      seeBooking(booking, club),
      terms,
    ],
  };
}

export function cancelledLetter(
  booking: Booking,
  club: Club,
  details: { cancelled_at: number; was_paid: boolean },
): LetterContent {
  return {
    subject: `Booking ${booking.id} is cancelled`,
    preview: `${booking.court_name}, ${whenInWords(booking)} is free again.`,
    badge: { text: 'Cancelled', tone: 'bad' },
    heading: 'Your booking is cancelled',
    parts: [
      greeting(booking.name, 'This booking is cancelled, and its time is free for others again.'),
      facts(booking),
      ...refund(booking, details),
      {
        kind: 'button',
        label: 'Book another time',
        url: `${club.public_url}/booking?court=${booking.court_id}`,
      },
      {
        kind: 'small',
        text: 'If the club had to cancel, or an emergency kept you away, write to us: other rules apply.',
      },
    ],
  };
}

/** `paidThen`: what it cost, in PKR, when it was marked paid; null when it is not paid or never was moved since. */
export function movedLetter(booking: Booking, club: Club, paidThen: number | null = null): LetterContent {
  const paid = booking.status === 'paid';
  return {
    subject: `Booking ${booking.id} has a new time: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${whenInWords(booking)}`,
    badge: { text: 'Moved', tone: 'wait' },
    heading: 'Your booking has a new time',
    parts: [
      greeting(
        booking.name,
        'Your booking was moved. This is how it stands now; the old time no longer holds.',
      ),
      facts(booking),
      sums(booking),
      ...(paid ? difference(booking, paidThen) : [instructions(booking, club)]),
      seeBooking(booking, club),
      terms,
    ],
  };
}

/** A paid booking has another price now: who owes whom, unless they have settled it at the desk. */
function difference(booking: Booking, paidThen: number | null): LetterPart[] {
  if (paidThen === null || paidThen === booking.computed_amount) return [];
  const gap = formatPkr(Math.abs(booking.computed_amount - paidThen));
  const what =
    paidThen < booking.computed_amount
      ? `please pay the difference of ${gap} at the reception`
      : `the difference of ${gap} goes back to you`;
  const text = `It cost ${formatPkr(paidThen)} when it was paid: ${what}, unless that is settled already.`;
  return [{ kind: 'words', text }];
}

export function receiptLetter(booking: Booking, club: Club): LetterContent {
  return {
    subject: `Receipt for booking ${booking.id} received`,
    preview: 'We check it within 24 hours.',
    badge: { text: 'Being checked', tone: 'wait' },
    heading: 'We have your receipt',
    parts: [
      greeting(
        booking.name,
        'Thank you. We check your receipt within 24 hours and write again when it is confirmed.',
      ),
      facts(booking),
      sums(booking),
      seeBooking(booking, club),
    ],
  };
}

/** Card money that came too late, twice, or in another amount: what becomes of it. */
export function strayPaymentLetter(booking: Booking, club: Club, amount: number): LetterContent {
  const sum = formatPkr(amount);
  return {
    subject: `Your card payment of ${sum} for booking ${booking.id}`,
    preview: 'It could not be used and goes back to you.',
    badge: { text: 'Goes back to you', tone: 'wait' },
    heading: 'We could not use your payment',
    parts: [
      greeting(
        booking.name,
        `${sum} came from your card for booking ${booking.id}, but ${WHY_STRAY[booking.status]} We give it back in full: ${CARD_RETURN}`,
      ),
      facts(booking),
      {
        kind: 'button',
        label: 'Book another time',
        url: `${club.public_url}/booking?court=${booking.court_id}`,
      },
      { kind: 'small', text: `Questions? Call ${club.phone} or answer this mail.` },
    ],
  };
}

/** The booking was moved to another price while its customer paid the one before. */
export function sumDiffersLetter(
  booking: Booking,
  club: Club,
  news: { amount: number; due: number },
): LetterContent {
  const [came, due] = [formatPkr(news.amount), formatPkr(news.due)];
  const short = news.amount < news.due;
  const gap = formatPkr(Math.abs(news.due - news.amount));
  return {
    subject: short
      ? `Booking ${booking.id}: ${came} is in, ${gap} is still to be paid`
      : `Booking ${booking.id}: you paid ${gap} too much, it goes back to you`,
    preview: `${came} came from your card; the booking costs ${due}.`,
    badge: short ? { text: 'Part paid', tone: 'wait' } : { text: 'Goes back to you', tone: 'wait' },
    heading: short ? 'A part is still to be paid' : 'You paid too much',
    parts: [
      greeting(
        booking.name,
        short
          ? `Your booking was changed while you were paying: ${came} came from your card, and it costs ${due} now. We hold your court; please pay ${gap} at the reception.`
          : `Your booking was changed while you were paying: ${came} came from your card, and it costs ${due} now. It is paid, and we give ${gap} back: ${CARD_RETURN}`,
      ),
      facts(booking),
      seeBooking(booking, club),
      { kind: 'small', text: `Questions? Call ${club.phone} or answer this mail.` },
    ],
  };
}

const WHY_STRAY = {
  pending: 'it is not the amount this booking costs, so the booking is not paid.',
  paid: 'that booking is paid already.',
  cancelled: 'that booking was over by then and its time is no longer held for you.',
};

const CARD_RETURN = 'it takes 3 to 7 business days to a card and 1 to 3 to a mobile wallet.';

/** Number, court, date and time, with every calendar date that differs from the evening's. */
export function facts(booking: Booking): LetterPart {
  const plays = playTimes(booking);
  return {
    kind: 'facts',
    rows: [
      ['Booking', String(booking.id)],
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', plays.map((play) => formatPlayTime(booking.date, play)).join('\n')],
      ['Length', hoursInWords(booking.duration)],
      ['Payment', paymentLabel(booking.payment_method)],
    ],
  };
}

/** The price, line by line; a price that was agreed otherwise stands alone. */
export function sums(booking: Booking): LetterPart {
  const price = priceOf(
    booking.slots.map(slotIndexOf).filter((hour) => hour !== null),
    booking.hourly_rate,
  );
  const agrees = price.total === booking.computed_amount;
  return {
    kind: 'sums',
    rows: agrees
      ? price.lines.map((line) => [
          line.label === 'Court'
            ? `Court, ${hoursInWords(booking.duration)} at ${formatPkr(booking.hourly_rate)}`
            : line.label,
          formatPkr(line.amount),
        ])
      : [],
    total: ['Total', formatPkr(booking.computed_amount)],
  };
}

/** `Saturday, November 21, 2026, 6:00 PM – 7:30 PM` */
export function whenInWords(booking: Booking): string {
  const times = playTimes(booking).map((play) => play.timeRange);
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}

export function paymentLabel(method: string): string {
  return Object.hasOwn(PAYMENT_METHOD_LABELS, method)
    ? PAYMENT_METHOD_LABELS[method as keyof typeof PAYMENT_METHOD_LABELS].label
    : method;
}

const WAY_BACK: Record<string, string> = {
  cash: 'You get it in cash at the reception.',
  bank_transfer: 'A bank transfer takes 2 to 5 business days.',
  card: `It goes back the way it came: ${CARD_RETURN}`,
};

const LEFT = { 100: '24 hours or more', 50: '12 to 24 hours', 0: 'less than 12 hours' };

function refund(booking: Booking, details: { cancelled_at: number; was_paid: boolean }): LetterPart[] {
  if (!details.was_paid && booking.card_received !== null) {
    const text = `${formatPkr(booking.card_received)} came from your card for it. We give it back in full: ${CARD_RETURN}`;
    return [{ kind: 'words', text }];
  }
  if (!details.was_paid) {
    const text =
      'We have not confirmed a payment for it. If you have sent one already, answer with your receipt: we return it by our refund policy.';
    return [{ kind: 'words', text }];
  }
  const { percent, amount } = refundOf(booking, details.cancelled_at);
  const rule = `It was cancelled ${LEFT[percent]} before the start: by our refund policy ${percent}% is returned.`;
  if (amount === 0) return [{ kind: 'words', text: rule }];
  return [
    {
      kind: 'sums',
      rows: [['Paid', formatPkr(booking.computed_amount)]],
      total: [`Refund (${percent}%)`, formatPkr(amount)],
    },
    {
      kind: 'words',
      text: `${rule} ${WAY_BACK[booking.payment_method] ?? WAY_BACK.bank_transfer}`,
    },
  ];
}

function instructions(booking: Booking, club: Club): LetterPart {
  const { title, lines } = paymentInstructions(
    booking.payment_method,
    { id: booking.id, amount: booking.computed_amount, received: booking.card_received },
    club,
  );
  // The page says "here"; a letter has to say where.
  return {
    kind: 'steps',
    title,
    lines: lines.map((line) => line.replace('of the receipt here.', 'of the receipt on the page below.')),
  };
}

function seeBooking(booking: Booking, club: Club): LetterPart {
  const query = new URLSearchParams({
    booking_id: String(booking.id),
    court: String(booking.court_id),
    date: booking.date,
    time: booking.start_time,
    payment_method: booking.payment_method,
  });
  return { kind: 'button', label: 'See your booking', url: `${club.public_url}/success?${query}` };
}

const terms: LetterPart = {
  kind: 'small',
  text: 'Plans change: 24 hours or more before the start you get 100% back and may move the booking once for free; 12 to 24 hours before, 50%; later, nothing.',
};

function hoursInWords(minutes: number): string {
  const hours = minutes / 60;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
