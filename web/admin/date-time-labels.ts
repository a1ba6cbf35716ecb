import type { Offer } from '../../src/domain/api/waitlist-routes.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { businessDayOf, CLUB_TIME_ZONE, clubTimestamp } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { formatTimeOfDay } from '../../src/domain/format-time.ts';
import { nightOf } from '../../src/domain/play-time.ts';
import { blockLabel, blocksOf, calendarDateOf, slotIndexOf } from '../../src/domain/slot.ts';
import { serverNow } from '../lib/server-time.ts';

export function hoursOfSlots(slots: readonly string[]): number[] {
  return slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
}

/** `6 PM – 7:30 PM, 9 PM – 10 PM` */
export function timesLabel(slots: readonly string[]): string {
  return blocksOf(hoursOfSlots(slots)).map(blockLabel).join(', ');
}

/**
 * `Fri, Nov 20`, with the year unless it is the current one; after midnight `Fri night, Nov 20 (on Sat, Nov 21)`.
 */
export function dayLabel(booking: Pick<Booking, 'date' | 'start_time'>): string {
  const slotIndex = slotIndexOf(booking.start_time);
  const calendarDate = slotIndex === null ? booking.date : calendarDateOf(booking.date, slotIndex);
  const day = `${nightOf(booking.date, calendarDate)}${yearUnlessCurrent(booking.date)}`;
  return calendarDate === booking.date ? day : `${day} (on ${shortDate(calendarDate)})`;
}

/** `6:15 PM`: when a waiting list offer ends. */
export function offerEnd({ expires_at }: Pick<Offer, 'expires_at'>): string {
  return formatPayBy(expires_at, Date.parse(expires_at));
}

/** `Nov 20, 3:10 PM` in club time, with the year unless it is the current one, from an ISO 8601 instant. */
export function dateTimeLabel(instant: string): string {
  const date = dateLabel(instant);
  const time = formatTimeOfDay(clubTimestamp(Date.parse(instant)).slice(11, 16));
  return `${yearUnlessCurrent(instant) ? date : date.replace(/, \d+$/, '')}, ${time}`;
}

/** `Nov 20, 2026` */
export function dateLabel(instant: string): string {
  return dateFormat.format(new Date(instant));
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: CLUB_TIME_ZONE,
});

/** `, 2025` from a date or an instant; empty in the current year. */
function yearUnlessCurrent(date: string): string {
  const year = date.slice(0, 4);
  return year === businessDayOf(serverNow()).slice(0, 4) ? '' : `, ${year}`;
}
