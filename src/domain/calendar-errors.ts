import { addDays, daysBetween, WEEKDAYS, weekdayOf } from './business-day.ts';
import type { Calendar, CalendarException, DayRule, OpenDayRule } from './calendar.ts';
import type { CourtRate } from './court.ts';
import { slotsBetween } from './day-plan.ts';
import type { FieldErrors } from './failure.ts';
import { shortDate } from './format-date.ts';
import { formatPkr } from './format-money.ts';
import { discountOn } from './price.ts';
import { blockLabel, blocksOf, MINIMUM_SLOTS, slotIndexOf, timeLabel } from './slot.ts';

/** The longest exception, in days. */
const MAX_SPAN_DAYS = 366;

/** Errors by field in a calendar that fits its schema; empty when it can be saved. `courts` are those that sell. */
export function calendarErrors(calendar: Calendar, courts: readonly CourtRate[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const weekday of WEEKDAYS) {
    const error = dayRuleError(calendar.week[weekday], courts);
    const name = weekday.charAt(0).toUpperCase() + weekday.slice(1);
    if (error) errors[`week.${weekday}`] = `${name}: ${error}`;
  }
  for (const [at, exception] of calendar.exceptions.entries()) {
    const error = exceptionError(exception) ?? dayRuleError(exception.day, courts);
    const other = calendar.exceptions.slice(0, at).find((earlier) => overlap(earlier, exception));
    if (error) errors[`exceptions.${at}`] = `${exception.reason}: ${error}`;
    else if (other)
      errors[`exceptions.${at}`] =
        `${exception.reason} and ${other.reason} fall on the same days with the same rank. Please give one of them a higher rank.`;
  }
  return errors;
}

function exceptionError({ from, to, weekdays }: CalendarException): string | null {
  if (to < from) return 'The last day is before the first one.';
  const days = daysBetween(from, to) + 1;
  if (days > MAX_SPAN_DAYS)
    return `An exception lasts at most ${MAX_SPAN_DAYS} days. Please change the standing week instead.`;
  const reachesWeekday = Array.from({ length: Math.min(days, 7) }, (_, day) => addDays(from, day)).some(
    (date) => weekdays.includes(weekdayOf(date)),
  );
  return reachesWeekday
    ? null
    : `None of the chosen weekdays falls between ${shortDate(from)} and ${shortDate(to)}.`;
}

/** Both exceptions apply to the same date with the same rank. */
function overlap(a: CalendarException, b: CalendarException): boolean {
  if (a.rank !== b.rank) return false;
  const [, from = a.from] = [a.from, b.from].toSorted();
  const [to = a.to] = [a.to, b.to].toSorted();
  const days = Math.min(7, daysBetween(from, to) + 1);
  return Array.from({ length: Math.max(0, days) }, (_, day) => weekdayOf(addDays(from, day))).some(
    (weekday) => a.weekdays.includes(weekday) && b.weekdays.includes(weekday),
  );
}

function dayRuleError(rule: DayRule, courts: readonly CourtRate[]): string | null {
  return rule.open ? (hoursError(rule) ?? bandsError(rule, courts)) : null;
}

function hoursError({ hours }: OpenDayRule): string | null {
  if (hours.length === 0) return 'There are no opening hours. Please add some, or close the day.';
  const taken = new Set<number>();
  for (const { opens, closes } of hours) {
    const label = spanLabel(opens, closes);
    const slots = spanSlots(opens, closes);
    if (slots.length === 0)
      return `${label} closes before it opens. A business day ends at 6 AM of the next morning.`;
    if (slots.length < MINIMUM_SLOTS) return `${label} is too short. A booking needs one hour.`;
    if (slots.some((slot) => taken.has(slot))) return `${label} overlaps other opening hours.`;
    for (const slot of slots) taken.add(slot);
  }
  return null;
}

/** The bands must cover every open slot exactly once, and nothing else. */
function bandsError({ hours, bands }: OpenDayRule, courts: readonly CourtRate[]): string | null {
  const open = new Set(hours.flatMap(({ opens, closes }) => spanSlots(opens, closes)));
  const covered = new Set<number>();
  for (const { from, until, ...start } of bands) {
    const label = spanLabel(from, until);
    const slots = spanSlots(from, until);
    if (slots.length === 0) return `The price band ${label} ends before it starts.`;
    if (slots.some((slot) => !open.has(slot))) return `The price band ${label} is outside the opening hours.`;
    if (slots.some((slot) => covered.has(slot))) return `The price band ${label} overlaps another one.`;
    for (const { court_id, hourly_rate } of courts) {
      const discount = discountOn(start, court_id);
      if (discount > hourly_rate)
        return `The discount of ${formatPkr(discount)} an hour is above a court’s rate, ${formatPkr(hourly_rate)}.`;
    }
    for (const slot of slots) covered.add(slot);
  }
  const [hole] = blocksOf([...open].filter((slot) => !covered.has(slot)));
  return hole ? `No price band covers ${blockLabel(hole)}.` : null;
}

/** Empty unless the end is after the start. */
function spanSlots(from: string, until: string): number[] {
  // Only 06:00 can be both the first start and the last end.
  return from === until && from !== '06:00' ? [] : slotsBetween(from, until);
}

function spanLabel(from: string, until: string): string {
  return `${timeLabel(slotIndexOf(from) ?? 0)} – ${timeLabel(slotIndexOf(until) ?? 0)}`;
}
