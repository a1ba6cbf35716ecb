import type { Booking } from '../domain/booking.ts';
import { shortDate } from '../domain/business-day.ts';
import type { Club } from '../domain/club.ts';
import { playTimes } from '../domain/play-time.ts';
import { cutTo, ONE_PART, septets, toGsm7 } from './gsm7.ts';

/**
 * One text message about a booking, never longer than one part of 160 GSM-7 letters: the time in 12-hour
 * club time with the calendar date on which it is played.
 */
export function textMessage(
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
  const short = first
    ? `${shortDate(first.calendar_date)}, from ${first.timeRange.split(' – ')[0]}`
    : booking.date;

  const name = cutTo(toGsm7(club.name), 30);
  const court = cutTo(toGsm7(booking.court_name.split(' - ')[0] ?? booking.court_name), 24);
  const opening = kind === 'sms.reminder' ? `${name}: reminder, ` : `${name}: `;
  const payment = booking.status === 'paid' ? 'Paid.' : 'Payment pending.';
  const closing = `No. ${booking.id}. ${payment}`;
  const early = 'Please come 15 min early.';
  const help = `Tel ${club.phone}`;
  // The fullest one that fits; what a player cannot do without stands in the last.
  const drafts = [
    `${opening}${court}, ${toGsm7(when)}. ${closing} ${early} ${help}`,
    `${opening}${court}, ${toGsm7(when)}. ${closing} ${early}`,
    `${opening}${court}, ${toGsm7(when)}. ${closing}`,
    `${opening}${court}, ${toGsm7(short)}. ${closing} ${early}`,
    `${opening}${court}, ${toGsm7(short)}. ${closing}`,
  ].map(toGsm7);
  return drafts.find((draft) => septets(draft) <= ONE_PART) ?? cutTo(drafts.at(-1) ?? '', ONE_PART);
}
