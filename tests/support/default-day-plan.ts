import { dayPlanOf, openSlotIndexesOf, todayOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';

/** A day in the default calendar; every other day has the same hours and prices. */
export const DEFAULT_PLAN = dayPlanOf(DEFAULT_CALENDAR, '2026-11-20');

/** Its 42 slots in playing order. */
export const OPEN_SLOTS: readonly number[] = openSlotIndexesOf(DEFAULT_PLAN);

/** The current business day of a club with the default calendar. */
export function clubToday(): string {
  return todayOf(DEFAULT_CALENDAR, Date.now());
}
