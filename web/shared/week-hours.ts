import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { type WeekdayGroup, weekdayGroups } from '../../src/domain/opening-hours.ts';
import type { PageData } from '../../src/domain/page-data.ts';

/** Hours and prices in the week when the page was made. */
export function weekHours({ calendar = DEFAULT_CALENDAR, today = '' }: PageData): WeekdayGroup[] {
  return weekdayGroups(calendar, today);
}
