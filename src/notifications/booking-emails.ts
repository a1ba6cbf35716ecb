import type { Booking } from '../domain/booking.ts';
import { describeBalanceToCustomer, hoursInWords, priceLines } from '../domain/booking-statement.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { type LedgerEntry, MONEY_METHOD_LABELS, type MoneyMethod } from '../domain/ledger.ts';
import { paymentInstructions, paymentMethodLabel } from '../domain/payment-instructions.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../domain/play-time.ts';
import { CANCELLATION_POLICY, RESCHEDULE_NOTICE_HOURS, refundText } from '../domain/refund.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email-content-types.ts';

/** A booking with its manage link, which every email to its customer has. */
export type EmailBooking = Booking & { manage_url: string };

export function bookingReceivedEmail(booking: EmailBooking, club: Club): EmailContent {
  const paid = booking.status === 'paid';
  return {
    subject: `Booking ${booking.id} received: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: paid ? { text: 'Paid', tone: 'success' } : { text: 'Payment pending', tone: 'warning' },
    heading: 'We have your booking',
    sections: [
      greetingSection(booking.name, paid ? 'Your court is booked and paid.' : heldText(booking)),
      bookingDetails(booking),
      priceBreakdown(booking),
      ...(paid ? [] : [paymentSteps(booking, club)]),
      bookingButton(booking),
      cancellationPolicy,
    ],
  };
}

function heldText({ pay_by }: Booking): string {
  if (!pay_by) return 'Your court is held. Please pay for it as follows.';
  return `Your court is held for you. Please pay by ${formatPayBy(pay_by)}: after that, other players can book this slot.`;
}

/** A booking that an admin restored may be confirmed while money is still to come. `entries` is its money. */
export function bookingPaidEmail(booking: EmailBooking, entries: readonly LedgerEntry[]): EmailContent {
  const isPaid = booking.balance <= 0;
  const intro = isPaid
    ? 'Your payment is confirmed.'
    : `Your court is confirmed. Please pay ${formatPkr(booking.balance)} at the reception.`;
  return {
    subject: `Booking ${booking.id} is ${isPaid ? 'paid' : 'confirmed'}: see you on ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: isPaid
      ? { text: 'Confirmed & Paid', tone: 'success' }
      : { text: 'Payment pending', tone: 'warning' },
    heading: 'Your court is confirmed',
    sections: [
      greetingSection(booking.name, `${intro} Please arrive 15 minutes early so that you can start on time.`),
      bookingDetails(booking),
      priceBreakdown(booking),
      ...paymentReceipt(booking, entries),
      bookingButton(booking),
      cancellationPolicy,
    ],
  };
}

/** What was paid and how, without what was undone. */
function paymentReceipt(booking: Booking, entries: readonly LedgerEntry[]): EmailSection[] {
  const counted = entries.filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null);
  if (counted.length === 0) return [];
  const rows = counted.map(({ kind, method, amount }): [string, string] => [
    `${AMOUNT_LABELS[kind]} by ${MONEY_METHOD_LABELS[method].toLowerCase()}`,
    formatPkr(Math.abs(amount)),
  ]);
  return [{ kind: 'amounts', rows, total: ['Balance', describeBalanceToCustomer(booking.balance)] }];
}

const AMOUNT_LABELS = { payment: 'Paid', refund: 'Refunded', correction: 'Corrected', top_up: 'Paid' };

/** PKR at the moment of a cancellation. */
export interface CancellationDetails {
  paid: number;
  kept: number;
  /** How the customer paid; without it, as the booking was to be paid. */
  paid_by?: MoneyMethod | null;
  /** The refund became the member's credit with the cancellation. */
  refund_to?: 'credit';
}

export function bookingCancelledEmail(
  booking: EmailBooking,
  club: Club,
  details: CancellationDetails,
): EmailContent {
  return {
    subject: `Booking ${booking.id} is cancelled`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: { text: 'Cancelled', tone: 'danger' },
    heading: 'Your booking is cancelled',
    sections: [
      greetingSection(booking.name, 'Your booking is cancelled. Other players can book this slot again.'),
      bookingDetails(booking),
      ...refundSections(booking, details),
      {
        kind: 'button',
        label: 'Book another time',
        url: `${club.public_url}/booking?court=${booking.court_id}`,
      },
      bookingButton(booking),
      {
        kind: 'note',
        text: 'If the club cancelled, or you had a medical emergency, please reply to this email: other refund terms apply.',
      },
    ],
  };
}

/** The time before a move; emails that an earlier version queued do not hold it. */
export interface MoveDetails {
  from?: { court_name: string; date: string; slots: string[]; amount: number };
  by_customer?: boolean;
}

export function bookingMovedEmail(
  booking: EmailBooking,
  club: Club,
  { from, by_customer }: MoveDetails = {},
): EmailContent {
  const paid = booking.status === 'paid';
  const opening = by_customer ? 'You rescheduled your booking.' : 'We moved your booking.';
  return {
    subject: `Booking ${booking.id} has a new time: ${formatPlayDate(booking)}`,
    preview: `${booking.court_name}, ${dateAndTimesInWords(booking)}`,
    badge: { text: 'Moved', tone: 'warning' },
    heading: 'Your booking has a new time',
    sections: [
      greetingSection(booking.name, `${opening} The new time is below; your old slot is no longer held.`),
      bookingDetails(booking),
      ...(from ? [oldTime(from)] : []),
      priceBreakdown(booking),
      ...(paid ? priceDifference(booking) : [paymentSteps(booking, club)]),
      bookingButton(booking),
      cancellationPolicy,
    ],
  };
}

function oldTime({ court_name, date, slots, amount }: NonNullable<MoveDetails['from']>): EmailSection {
  const old = { date, slots };
  const times = playTimes(old).map((play) => formatPlayTime(date, play));
  return {
    kind: 'details',
    rows: [
      ['Before', `${formatPlayDate(old)}\n${times.join('\n')}`],
      ['Court', court_name],
      ['Price', formatPkr(amount)],
    ],
  };
}

/** Asks for what a paid booking costs more since it was moved, or promises to refund what it costs less. */
function priceDifference({ received, balance }: Booking): EmailSection[] {
  if (balance === 0) return [];
  const difference = formatPkr(Math.abs(balance));
  const settlement =
    balance > 0
      ? `Please pay the difference of ${difference} at the reception.`
      : `We will refund the difference of ${difference}.`;
  return [{ kind: 'paragraph', text: `You paid ${formatPkr(received)}. ${settlement}` }];
}

export function receiptReceivedEmail(booking: EmailBooking): EmailContent {
  return {
    subject: `Receipt for booking ${booking.id} received`,
    preview: 'We will check it within 24 hours.',
    badge: { text: 'Being checked', tone: 'warning' },
    heading: 'We have your receipt',
    sections: [
      greetingSection(
        booking.name,
        'Thank you. We will check your receipt within 24 hours and email you when your payment is confirmed.',
      ),
      bookingDetails(booking),
      priceBreakdown(booking),
      bookingButton(booking),
    ],
  };
}

/** Number, court, date and time; times after midnight carry their own calendar date. */
export function bookingDetails(booking: Booking): EmailSection {
  const plays = playTimes(booking);
  return {
    kind: 'details',
    rows: [
      ['Booking', String(booking.id)],
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', plays.map((play) => formatPlayTime(booking.date, play)).join('\n')],
      ['Length', hoursInWords(booking.duration)],
      ['Payment', paymentMethodLabel(booking.payment_method)],
      ...payByRow(booking),
    ],
  };
}

function payByRow({ status, pay_by }: Booking): [string, string][] {
  return status === 'pending' && pay_by ? [['Pay by', formatPayBy(pay_by)]] : [];
}

/** The price line by line; a price above hours × rate is shown as the total only. */
export function priceBreakdown(booking: Booking): EmailSection {
  return {
    kind: 'amounts',
    rows: priceLines(booking).map(({ label, amount }) => [label, formatPkr(amount)]),
    total: ['Total', formatPkr(booking.computed_amount)],
  };
}

/** `Saturday, November 21, 2026, 6:00 PM – 7:30 PM` */
export function dateAndTimesInWords(booking: Booking): string {
  const times = playTimes(booking).map((play) => play.timeRange);
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}

/** The money of a cancelled booking, in the ledger's figures: what came, what is kept, what goes back. */
function refundSections(booking: Booking, details: CancellationDetails): EmailSection[] {
  const { paid, kept } = details;
  if (paid <= 0) {
    const text =
      'We have not confirmed a payment for this booking. If you have already paid, please reply with your receipt, and we will refund you by our refund policy.';
    return [{ kind: 'paragraph', text }];
  }
  if (paid === kept) {
    const text = `You paid ${formatPkr(paid)}. Under our refund policy nothing is refunded.`;
    return [{ kind: 'paragraph', text }];
  }
  const text =
    booking.balance < 0
      ? refundText(details.paid_by ?? booking.payment_method)
      : details.refund_to === 'credit'
        ? 'The refund was added to your credit. You can pay with it when you book again.'
        : 'The refund has been paid, or added to your credit.';
  return [
    {
      kind: 'amounts',
      rows: [
        ['Paid', formatPkr(paid)],
        ['Kept', formatPkr(kept)],
      ],
      total: [`Refund (${Math.round(((paid - kept) / paid) * 100)}%)`, formatPkr(paid - kept)],
    },
    { kind: 'paragraph', text },
  ];
}

export function paymentSteps(booking: Booking, club: Club): EmailSection {
  const { title, lines } = paymentInstructions(
    booking.payment_method,
    { id: booking.id, amount: booking.computed_amount, received: booking.received },
    club,
  );
  // The confirmation page shows the same lines, with the upload beside them.
  return {
    kind: 'steps',
    title,
    lines: lines.map((line) => line.replace('receipt here', 'receipt on the booking page (button below)')),
  };
}

/** The booking's own page with its key: everything a customer can do alone. */
export function bookingButton({ manage_url }: EmailBooking): EmailSection {
  return { kind: 'button', label: 'Manage your booking', url: manage_url };
}

const cancellationPolicy: EmailSection = {
  kind: 'note',
  text: `${CANCELLATION_POLICY} You can also move your booking once for free, up to ${RESCHEDULE_NOTICE_HOURS} hours before. Both work on the page that the button opens.`,
};
