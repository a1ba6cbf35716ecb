import { addDays, isDate, WEEKDAYS, type Weekday, weekdayOf } from '../../../src/domain/business-day.ts';
import type { Calendar, CalendarException } from '../../../src/domain/calendar.ts';
import { dayPlanOf, openSlotsOf } from '../../../src/domain/day-plan.ts';
import { weekdaysLabel } from '../../../src/domain/opening-hours.ts';
import {
  isChanged,
  type PriceChange,
  type PricedCourt,
  priceChanges,
} from '../../../src/domain/price-changes.ts';
import type { ChangedDays } from './confirm-prices.tsx';

/**
 * The days that customers will see differently, those of one change together: weekdays of the standing week, or the days
 * on which one of `exceptions` counts or counted.
 */
export function listChangedDays(
  calendar: Calendar,
  next: Calendar,
  exceptions: readonly CalendarException[] | null,
  courts: readonly PricedCourt[],
): ChangedDays[] {
  const days = exceptions
    ? WEEKDAYS.flatMap((weekday) => {
        const date = firstDateOf(weekday, exceptions);
        return date ? { weekday, plans: [dayPlanOf(calendar, date), dayPlanOf(next, date)] as const } : [];
      })
    : WEEKDAYS.map((weekday) => ({
        weekday,
        plans: [openSlotsOf(calendar.week[weekday]), openSlotsOf(next.week[weekday])] as const,
      }));
  const groups = new Map<string, { weekdays: Weekday[]; changes: PriceChange[] }>();
  for (const { weekday, plans } of days) {
    const changes = priceChanges(plans[0].slots, plans[1].slots, courts);
    if (!changes.some(isChanged)) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { weekdays: [], changes };
    group.weekdays.push(weekday);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ weekdays, changes }) => ({ label: weekdaysLabel(weekdays), changes }));
}

/** The first date of a weekday on which one of the exceptions counts. */
function firstDateOf(weekday: Weekday, exceptions: readonly CalendarException[]): string | null {
  for (const { from, to, weekdays } of exceptions) {
    if (!weekdays.includes(weekday) || !isDate(from)) continue;
    for (let day = 0; day < WEEKDAYS.length; day += 1) {
      const date = addDays(from, day);
      if (date <= to && weekdayOf(date) === weekday) return date;
    }
  }
  return null;
}
