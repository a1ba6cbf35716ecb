import type { Booking } from '../domain/booking.ts';
import { hoursInWords, priceLines } from '../domain/booking-statement.ts';
import type { ClosedFor } from '../domain/closing.ts';
import type { Club } from '../domain/club.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { type MoneyPart, paymentLabel } from '../domain/money-ways.ts';
import { paymentInstructions } from '../domain/payment-instructions.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../domain/play-time.ts';
import { cancellationPolicy, RESCHEDULE_NOTICE_HOURS } from '../domain/refund.ts';
import { rescheduleBlock } from '../domain/self-service.ts';
import { findTransferQr } from '../payments/transfer-qr.ts';
import type { Composing, EmailBooking } from './booking-message.ts';
import type { EmailContent, EmailSection } from './email-content.ts';

/** Number, court, date and time; times after midnight carry their own calendar date. */
export function bookingDetails(booking: Booking & { paid_ways: readonly MoneyPart[] }): EmailSection {
  const { id, status, pay_by } = booking;
  return {
    kind: 'details',
    rows: [
      ['Booking', String(id)],
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', timesOf(booking).join('\n')],
      ['Length', hoursInWords(booking.duration)],
      [
        'Payment',
        booking.computed_amount === 0
          ? 'Nothing to pay'
          : paymentLabel(booking.paid_ways, booking.payment_method),
      ],
      ...(status === 'pending' && pay_by ? [['Pay by', formatPayBy(pay_by)] as [string, string]] : []),
    ],
  };
}

/** `6 PM – 7:30 PM`, one per block. */
export function timesOf(play: { date: string; slots: readonly string[] }): string[] {
  return playTimes(play).map((time) => formatPlayTime(play.date, time));
}

/** What the customer pays when others pay the rest. */
function ownShare({ computed_amount, charge, received, balance }: Booking): EmailSection {
  return {
    kind: 'amounts',
    rows: [
      ['Price of the booking', formatPkr(computed_amount)],
      ['Your share', formatPkr(charge)],
      ['Received', formatPkr(received)],
    ],
    total: ['Still to pay', formatPkr(Math.max(0, balance))],
  };
}

/** What the customer pays: the price line by line, or their own share. */
export function ownPrice(booking: Booking): EmailSection {
  return booking.is_shared ? ownShare(booking) : priceBreakdown(booking);
}

/** The price line by line; a price above hours × rate appears only as the total. */
export function priceBreakdown(booking: Booking): EmailSection {
  return {
    kind: 'amounts',
    rows: priceLines(booking).map(({ label, amount }) => [label, formatPkr(amount)]),
    total: ['Total', formatPkr(booking.computed_amount)],
  };
}

/** `Saturday, November 21, 2026, 6 PM – 7:30 PM` */
export function playInWords(booking: Booking): string {
  const times = playTimes(booking).map((play) => play.timeRange);
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}

/** `Court 1 - Premium Panoramic, Saturday, November 21, 2026, 6 PM – 7:30 PM` */
export function courtAndPlay(booking: Booking): string {
  return `${booking.court_name}, ${playInWords(booking)}`;
}

export function paymentSteps(booking: Booking, club: Club): EmailSection {
  const { id, payment_method, computed_amount, charge, received, status, is_shared } = booking;
  const amount = is_shared ? charge : computed_amount;
  const demand = { id, amount, received, status };
  const { title, lines } = paymentInstructions(payment_method, demand, club);
  // The confirmation page shows the same lines, next to the upload.
  return {
    kind: 'steps',
    title,
    lines: lines.map((line) => line.replace('receipt here', 'receipt on the booking page (button below)')),
    qr: findTransferQr(booking, club),
  };
}

/** The booking's page including its key: everything a customer can do alone. */
export function bookingButton({ manage_url }: EmailBooking): EmailSection {
  return { kind: 'button', label: 'Manage your booking', url: manage_url };
}

export function bookAnotherTime({ court_id }: Booking, club: Club): EmailSection {
  return { kind: 'button', label: 'Book another time', url: `${club.public_url}/booking?court=${court_id}` };
}

/** The club's personal note about a closed court. */
export function ownSentence(closed?: ClosedFor): EmailSection[] {
  return closed?.note ? [{ kind: 'paragraph', text: closed.note }] : [];
}

export function questionsNote({ phone }: Club): EmailSection {
  return { kind: 'note', text: `Questions? Call ${phone} or reply to this email.` };
}

/** What a customer can still change alone; the free move is mentioned only while it's possible. */
export function changePolicy({
  booking,
  sources,
  now,
}: Pick<Composing, 'booking' | 'sources' | 'now'>): EmailSection {
  const policy = cancellationPolicy(booking);
  const text = rescheduleBlock(booking, sources.isRescheduleUsed(booking.id), now)
    ? `${policy} Use the button to cancel.`
    : `${policy} You can also move your booking once for free, up to ${RESCHEDULE_NOTICE_HOURS} hours before. Use the button for either.`;
  return { kind: 'note', text };
}

export function statusBadge({ status, balance }: Booking): NonNullable<EmailContent['badge']> {
  if (status === 'paid' && balance <= 0) return { text: 'Paid', tone: 'success' };
  if (status === 'paid') return { text: 'Confirmed', tone: 'warning' };
  if (status === 'cancelled') return { text: 'Cancelled', tone: 'danger' };
  return { text: 'Pending', tone: 'warning' };
}

/** For the club: how to reach the customer. */
export function customerDetails({
  name,
  phone,
  email,
}: Pick<Booking, 'name' | 'phone' | 'email'>): EmailSection {
  const rows: [string, string][] = [
    ['Name', name],
    ['Phone', phone],
    ['Email', email],
  ];
  return { kind: 'details', rows: rows.filter(([, value]) => value !== '') };
}

export function dashboardButton({ public_url }: Club): EmailSection {
  return { kind: 'button', label: 'Open the dashboard', url: `${public_url}/admin` };
}
