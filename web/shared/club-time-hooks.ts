import { clubTimestamp } from '../../src/domain/business-day.ts';
import { todayOf } from '../../src/domain/day-plan.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { usePageData } from './page-data.tsx';
import { useCalendar } from './use-calendar.ts';

/** The business day being sold now; empty during hydration, unless the server rendered a day. */
export function useToday(): string {
  const calendar = useCalendar();
  const now = useClubMinute();
  return now ? todayOf(calendar, now) : '';
}

/** True after midnight while the previous evening is still going on. */
export function useTonight(): boolean {
  const today = useToday();
  const now = useClubMinute();
  return today !== '' && clubTimestamp(now).slice(0, 10) > today;
}

/** The current minute; during hydration, the half-hour of the day the server rendered, otherwise 0. */
export function useClubMinute(): number {
  const { day } = usePageData();
  return useCurrentMinute() || (day?.at ?? 0);
}
