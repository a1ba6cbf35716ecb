import { useMemo } from 'react';
import type { Calendar } from '../../src/domain/calendar.ts';
import { type DayPlan, dayPlanOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { usePageData } from './page-data.tsx';

export function useCalendar(): Calendar {
  return usePageData().calendar ?? DEFAULT_CALENDAR;
}

/** A business day's hours and prices; any day's while `date` is empty. */
export function useDayPlan(date: string): DayPlan {
  const calendar = useCalendar();
  return useMemo(() => dayPlanOf(calendar, date), [calendar, date]);
}
