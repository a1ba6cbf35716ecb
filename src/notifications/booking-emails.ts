import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/money.ts';
import { paymentInstructions, paymentMethodLabel } from '../domain/payment.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../domain/play-time.ts';
import { priceOf } from '../domain/price.ts';
import { refundOf } from '../domain/refund.ts';
import { slotIndexOf } from '../domain/slot.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email.ts';

export function bookingReceivedEmail(booking: Booking, club: Club): EmailContent {
  const paid = booking.status === 'paid';
  return {
    subject: `Booking ${booking.id} received: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: paid ? { text: 'Paid', tone: 'good' } : { text: 'Payment pending', tone: 'wait' },
    heading: 'We are holding your court',
    sections: [
      greetingSection(
        booking.name,
        paid ? 'Your booking is in our book.' : 'Your booking is in our book. Here is how to pay for it.',
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      ...(paid ? [] : [paymentSteps(booking, club)]),
      bookingButton(booking, club),
      cancellationPolicy,
    ],
  };
}

export function bookingPaidEmail(booking: Booking, club: Club): EmailContent {
  return {
    subject: `Booking ${booking.id} is paid: see you on ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: { text: 'Confirmed & Paid', tone: 'good' },
    heading: 'The court is yours',
    sections: [
      greetingSection(
        booking.name,
        'Your payment is confirmed. Please come 15 minutes early so that you start on time.',
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      bookingButton(booking, club),
      cancellationPolicy,
    ],
  };
}

export function bookingCancelledEmail(
  booking: Booking,
  club: Club,
  details: { cancelled_at: number; was_paid: boolean },
): EmailContent {
  return {
    subject: `Booking ${booking.id} is cancelled`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)} is free again.`,
    badge: { text: 'Cancelled', tone: 'bad' },
    heading: 'Your booking is cancelled',
    sections: [
      greetingSection(booking.name, 'This booking is cancelled, and its time is free for others again.'),
      bookingDetails(booking),
      ...refundSections(booking, details),
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
export function bookingMovedEmail(
  booking: Booking,
  club: Club,
  paidPrice: number | null = null,
): EmailContent {
  const paid = booking.status === 'paid';
  return {
    subject: `Booking ${booking.id} has a new time: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: { text: 'Moved', tone: 'wait' },
    heading: 'Your booking has a new time',
    sections: [
      greetingSection(
        booking.name,
        'Your booking was moved. This is how it stands now; the old time no longer holds.',
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      ...(paid ? priceDifference(booking, paidPrice) : [paymentSteps(booking, club)]),
      bookingButton(booking, club),
      cancellationPolicy,
    ],
  };
}

/** A paid booking has another price now: who owes whom, unless they have settled it at the desk. */
function priceDifference(booking: Booking, paidPrice: number | null): EmailSection[] {
  if (paidPrice === null || paidPrice === booking.computed_amount) return [];
  const gap = formatPkr(Math.abs(booking.computed_amount - paidPrice));
  const settlement =
    paidPrice < booking.computed_amount
      ? `please pay the difference of ${gap} at the reception`
      : `the difference of ${gap} goes back to you`;
  const text = `It cost ${formatPkr(paidPrice)} when it was paid: ${settlement}, unless that is settled already.`;
  return [{ kind: 'words', text }];
}

export function receiptReceivedEmail(booking: Booking, club: Club): EmailContent {
  return {
    subject: `Receipt for booking ${booking.id} received`,
    preview: 'We check it within 24 hours.',
    badge: { text: 'Being checked', tone: 'wait' },
    heading: 'We have your receipt',
    sections: [
      greetingSection(
        booking.name,
        'Thank you. We check your receipt within 24 hours and write again when it is confirmed.',
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      bookingButton(booking, club),
    ],
  };
}

/** Card money that came too late, twice, or in another amount: what becomes of it. */
export function unmatchedPaymentEmail(booking: Booking, club: Club, amount: number): EmailContent {
  const formattedAmount = formatPkr(amount);
  return {
    subject: `Your card payment of ${formattedAmount} for booking ${booking.id}`,
    preview: 'It could not be used and goes back to you.',
    badge: { text: 'Goes back to you', tone: 'wait' },
    heading: 'We could not use your payment',
    sections: [
      greetingSection(
        booking.name,
        `${formattedAmount} came from your card for booking ${booking.id}, but ${UNMATCHED_REASONS[booking.status]} We give it back in full: ${CARD_REFUND_TIME}`,
      ),
      bookingDetails(booking),
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
export function amountMismatchEmail(
  booking: Booking,
  club: Club,
  mismatch: { amount: number; due: number },
): EmailContent {
  const [received, due] = [formatPkr(mismatch.amount), formatPkr(mismatch.due)];
  const isUnderpaid = mismatch.amount < mismatch.due;
  const gap = formatPkr(Math.abs(mismatch.due - mismatch.amount));
  return {
    subject: isUnderpaid
      ? `Booking ${booking.id}: ${received} is in, ${gap} is still to be paid`
      : `Booking ${booking.id}: you paid ${gap} too much, it goes back to you`,
    preview: `${received} came from your card; the booking costs ${due}.`,
    badge: isUnderpaid ? { text: 'Part paid', tone: 'wait' } : { text: 'Goes back to you', tone: 'wait' },
    heading: isUnderpaid ? 'A part is still to be paid' : 'You paid too much',
    sections: [
      greetingSection(
        booking.name,
        isUnderpaid
          ? `Your booking was changed while you were paying: ${received} came from your card, and it costs ${due} now. We hold your court; please pay ${gap} at the reception.`
          : `Your booking was changed while you were paying: ${received} came from your card, and it costs ${due} now. It is paid, and we give ${gap} back: ${CARD_REFUND_TIME}`,
      ),
      bookingDetails(booking),
      bookingButton(booking, club),
      { kind: 'small', text: `Questions? Call ${club.phone} or answer this mail.` },
    ],
  };
}

const UNMATCHED_REASONS = {
  pending: 'it is not the amount this booking costs, so the booking is not paid.',
  paid: 'that booking is paid already.',
  cancelled: 'that booking was over by then and its time is no longer held for you.',
};

const CARD_REFUND_TIME = 'it takes 3 to 7 business days to a card and 1 to 3 to a mobile wallet.';

/** Number, court, date and time, with every calendar date that differs from the evening's. */
export function bookingDetails(booking: Booking): EmailSection {
  const plays = playTimes(booking);
  return {
    kind: 'facts',
    rows: [
      ['Booking', String(booking.id)],
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', plays.map((play) => formatPlayTime(booking.date, play)).join('\n')],
      ['Length', hoursInWords(booking.duration)],
      ['Payment', paymentMethodLabel(booking.payment_method)],
    ],
  };
}

/** The price, line by line; a price that was agreed otherwise stands alone. */
export function priceBreakdown(booking: Booking): EmailSection {
  const price = priceOf(
    booking.slots.map(slotIndexOf).filter((hour) => hour !== null),
    booking.hourly_rate,
  );
  const matchesPriceList = price.total === booking.computed_amount;
  return {
    kind: 'sums',
    rows: matchesPriceList
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
export function dateAndTimesInWords(booking: Booking): string {
  const times = playTimes(booking).map((play) => play.timeRange);
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}

const REFUND_TEXTS: Record<string, string> = {
  cash: 'You get it in cash at the reception.',
  bank_transfer: 'A bank transfer takes 2 to 5 business days.',
  card: `It goes back the way it came: ${CARD_REFUND_TIME}`,
};

const TIME_BEFORE_START = { 100: '24 hours or more', 50: '12 to 24 hours', 0: 'less than 12 hours' };

function refundSections(
  booking: Booking,
  details: { cancelled_at: number; was_paid: boolean },
): EmailSection[] {
  if (!details.was_paid && booking.card_received !== null) {
    const text = `${formatPkr(booking.card_received)} came from your card for it. We give it back in full: ${CARD_REFUND_TIME}`;
    return [{ kind: 'words', text }];
  }
  if (!details.was_paid) {
    const text =
      'We have not confirmed a payment for it. If you have sent one already, answer with your receipt: we return it by our refund policy.';
    return [{ kind: 'words', text }];
  }
  const { percent, amount } = refundOf(booking, details.cancelled_at);
  const rule = `It was cancelled ${TIME_BEFORE_START[percent]} before the start: by our refund policy ${percent}% is returned.`;
  if (amount === 0) return [{ kind: 'words', text: rule }];
  return [
    {
      kind: 'sums',
      rows: [['Paid', formatPkr(booking.computed_amount)]],
      total: [`Refund (${percent}%)`, formatPkr(amount)],
    },
    {
      kind: 'words',
      text: `${rule} ${REFUND_TEXTS[booking.payment_method] ?? REFUND_TEXTS.bank_transfer}`,
    },
  ];
}

function paymentSteps(booking: Booking, club: Club): EmailSection {
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

function bookingButton(booking: Booking, club: Club): EmailSection {
  const query = new URLSearchParams({
    booking_id: String(booking.id),
    court: String(booking.court_id),
    date: booking.date,
    time: booking.start_time,
    payment_method: booking.payment_method,
  });
  return { kind: 'button', label: 'See your booking', url: `${club.public_url}/success?${query}` };
}

const cancellationPolicy: EmailSection = {
  kind: 'small',
  text: 'Plans change: 24 hours or more before the start you get 100% back and may move the booking once for free; 12 to 24 hours before, 50%; later, nothing.',
};

function hoursInWords(minutes: number): string {
  const hours = minutes / 60;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
