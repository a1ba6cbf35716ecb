import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { shortCourtName } from '../domain/court.ts';
import { shortDate } from '../domain/format-date.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { playTimes } from '../domain/play-time.ts';
import { countSeptets, SEGMENT_SEPTETS, toGsm7, truncateToSeptets } from './gsm7.ts';

/**
 * Renders a text message about a booking that fits one segment of 160 GSM-7 characters, with the 12-hour club time
 * and the calendar date of each block.
 */
export function renderSms(
  kind: 'sms.booked' | 'sms.reminder',
  booking: Booking,
  club: Pick<Club, 'name' | 'phone'>,
): string {
  const plays = playTimes(booking);
  const dates = new Set(plays.map((play) => play.calendar_date));
  const when =
    dates.size <= 1
      ? `${shortDate(plays[0]?.calendar_date ?? booking.date)}, ${plays.map((play) => play.timeRange).join(' + ')}`
      : plays.map((play) => `${shortDate(play.calendar_date)}, ${play.timeRange}`).join(' + ');
  const first = plays[0];
  const shortWhen = first
    ? `${shortDate(first.calendar_date)}, from ${first.timeRange.split(' – ')[0]}`
    : booking.date;

  const name = truncateToSeptets(toGsm7(club.name), 30);
  const court = truncateToSeptets(toGsm7(shortCourtName(booking.court_name)), 24);
  const prefix = kind === 'sms.reminder' ? `${name}: reminder, ` : `${name}: `;
  const payment = booking.status === 'paid' ? 'Paid.' : 'Payment pending.';
  const bookingAndPayment = `No. ${booking.id}. ${payment}`;
  const arriveEarly = 'Please come 15 min early.';
  const phoneLine = `Tel ${club.phone}`;
  return firstThatFits([
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment} ${arriveEarly} ${phoneLine}`,
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment} ${arriveEarly}`,
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment}`,
    `${prefix}${court}, ${toGsm7(shortWhen)}. ${bookingAndPayment} ${arriveEarly}`,
    `${prefix}${court}, ${toGsm7(shortWhen)}. ${bookingAndPayment}`,
  ]);
}

export type DeadlineSmsKind = 'sms.payment_due' | 'sms.released';

/** Renders a text message about the time to pay, in one segment of 160 GSM-7 characters. */
export function renderDeadlineSms(
  kind: DeadlineSmsKind,
  booking: Booking,
  club: Pick<Club, 'name' | 'phone'>,
): string {
  const name = truncateToSeptets(toGsm7(club.name), 30);
  const [first] = playTimes(booking);
  const when = first
    ? `${shortDate(first.calendar_date)}, ${first.timeRange.split(' – ')[0]}`
    : shortDate(booking.date);
  const court = truncateToSeptets(toGsm7(shortCourtName(booking.court_name)), 24);
  const payBy = formatPayBy(booking.pay_by ?? '');
  const text =
    kind === 'sms.payment_due'
      ? `${name}: please pay ${formatPkr(booking.balance)} for no. ${booking.id} (${court}, ${when}) by ${payBy}, or the slot is released.`
      : `${name}: no. ${booking.id} (${court}, ${when}) was not paid by ${payBy}. The slot is no longer held.`;
  return firstThatFits([`${text} Tel ${club.phone}`, text, text.replace(`${court}, `, '')]);
}

/** The first text that fits one segment; the last one has only what a player needs. */
export function firstThatFits(texts: readonly string[]): string {
  const candidates = texts.map(toGsm7);
  return (
    candidates.find((candidate) => countSeptets(candidate) <= SEGMENT_SEPTETS) ??
    truncateToSeptets(candidates.at(-1) ?? '', SEGMENT_SEPTETS)
  );
}
