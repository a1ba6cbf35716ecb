import type { Booking } from '../domain/booking.ts';
import { shortDate } from '../domain/business-day.ts';
import type { Club } from '../domain/club.ts';
import { shortCourtName } from '../domain/court.ts';
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
  // The first candidate that fits is sent; the last one has only what a player needs.
  const candidates = [
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment} ${arriveEarly} ${phoneLine}`,
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment} ${arriveEarly}`,
    `${prefix}${court}, ${toGsm7(when)}. ${bookingAndPayment}`,
    `${prefix}${court}, ${toGsm7(shortWhen)}. ${bookingAndPayment} ${arriveEarly}`,
    `${prefix}${court}, ${toGsm7(shortWhen)}. ${bookingAndPayment}`,
  ].map(toGsm7);
  return (
    candidates.find((candidate) => countSeptets(candidate) <= SEGMENT_SEPTETS) ??
    truncateToSeptets(candidates.at(-1) ?? '', SEGMENT_SEPTETS)
  );
}
