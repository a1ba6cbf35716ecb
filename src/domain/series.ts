/**
 * A series: one court at one time every few weeks. Each date is a booking of its own; the series only says which
 * bookings belong together and how they are paid.
 */
import type { Booking } from './booking.ts';
import { addDays, daysBetween, WEEKDAYS, type Weekday, weekdayOf } from './business-day.ts';
import { invalidField } from './failure.ts';
import { blockLabel, consecutiveSlotIndexes, isAfterMidnight, slotIndexOf } from './slot.ts';

export const MAX_SERIES_DATES = 26;
export const MAX_EVERY_WEEKS = 4;
/** How close to its last date a series is said to end soon. */
export const ENDS_SOON_DAYS = 14;

export const PAYMENT_RULES = ['each_time', 'monthly', 'credit'] as const;
/**
 * `each_time`: each date is due before its play. `monthly`: all dates of a month are due before the first of them.
 * `credit`: each date is taken from the member's credit two days before its play.
 */
export type PaymentRule = (typeof PAYMENT_RULES)[number];

export const PAYMENT_RULE_LABELS: Record<PaymentRule, string> = {
  each_time: 'Each time',
  monthly: 'Monthly, before the first date of the month',
  credit: 'From credit, two days before each date',
};

/** Where and when one date is played. */
export interface SeriesPlace {
  court_id: number;
  date: string;
  start_time: string;
}

/** The business days of a series, at most 26. Throws `invalid` with the field that is wrong. */
export function seriesDates(input: {
  weekday: Weekday;
  every_weeks: number;
  from: string;
  until?: string | undefined;
  count?: number | undefined;
}): string[] {
  const { weekday, every_weeks, from, until, count } = input;
  if ((until === undefined) === (count === undefined)) {
    throw invalidField('until', 'Please give either the last date or the number of dates.');
  }
  if (until !== undefined && until < from) {
    throw invalidField('until', 'The last date is before the first one.');
  }
  const first = addDays(from, daysUntil(weekday, from));
  const step = 7 * every_weeks;
  const number = until === undefined ? (count ?? 0) : Math.floor(daysBetween(first, until) / step) + 1;
  if (number < 1) throw invalidField('until', `There is no ${weekdayName(weekday)} between these dates.`);
  if (number > MAX_SERIES_DATES) {
    throw invalidField(
      'until',
      `A weekly booking has at most ${MAX_SERIES_DATES} dates. Please choose an earlier last date.`,
    );
  }
  return Array.from({ length: number }, (_, index) => addDays(first, index * step));
}

/** 0 to 6 days. */
function daysUntil(weekday: Weekday, date: string): number {
  return (WEEKDAYS.indexOf(weekday) - WEEKDAYS.indexOf(weekdayOf(date)) + 7) % 7;
}

/** `Tuesday` */
export function weekdayName(weekday: Weekday): string {
  return `${weekday[0]?.toUpperCase()}${weekday.slice(1)}`;
}

/** `Tuesday`; for a start after midnight `Tuesday night`. */
export function eveningName(weekday: Weekday, startTime: string): string {
  const night = isAfterMidnight(slotIndexOf(startTime) ?? -1) ? ' night' : '';
  return `${weekdayName(weekday)}${night}`;
}

/** Only a single booking without a pause can be asked for every week: a series has one start and one length. */
export function isRepeatable({
  series_id,
  start_time,
  slots,
}: Pick<Booking, 'series_id' | 'start_time' | 'slots'>): boolean {
  const unbroken = consecutiveSlotIndexes(start_time, slots.length) ?? [];
  return (
    series_id === null &&
    slots.length >= 2 &&
    slots.every((slot) => unbroken.includes(slotIndexOf(slot) ?? -1))
  );
}

/** `8 PM – 9:30 PM` */
export function seriesTimeLabel({
  start_time,
  half_hours,
}: {
  start_time: string;
  half_hours: number;
}): string {
  const slotIndexes = consecutiveSlotIndexes(start_time, half_hours) ?? [];
  return blockLabel({ first: slotIndexes[0] ?? 0, last: slotIndexes.at(-1) ?? 0 });
}

/** `Every Tuesday, 8 PM – 9:30 PM`, `Every second Tuesday, …` */
export function seriesLabel(series: {
  weekday: Weekday;
  every_weeks: number;
  start_time: string;
  half_hours: number;
}): string {
  return `${everyLabel(series.every_weeks)} ${eveningName(series.weekday, series.start_time)}, ${seriesTimeLabel(series)}`;
}

const EVERY_WORDS = ['', 'Every', 'Every second', 'Every third', 'Every fourth'];

export function everyLabel(everyWeeks: number): string {
  return EVERY_WORDS[everyWeeks] ?? `Every ${everyWeeks} weeks,`;
}

/** `1 date`, `13 dates` */
export function countDates(count: number): string {
  return count === 1 ? '1 date' : `${count} dates`;
}
