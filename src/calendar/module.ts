import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import { todayOf } from '../domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../domain/default-calendar.ts';
import { shownOpeningText, weekdayGroups } from '../domain/opening-hours.ts';
import type { PageData } from '../domain/page-data.ts';
import { largestDiscount } from '../domain/price.ts';
import { SLOT_MINUTES } from '../domain/slot.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { calendarRoutes } from './routes.ts';
import { CalendarStore } from './store.ts';

type PageHours = Pick<PageData, 'club' | 'calendar' | 'today' | 'largest_discount'>;

/** When the club is open and what it charges. Only this module writes the table calendar_version. */
export function createCalendarModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  listActiveCourts: () => Court[];
  listBookingsToPlay: (now: number) => Booking[];
  now: () => number;
}) {
  const { guard, club, listActiveCourts, now } = deps;
  const store = new CalendarStore(club);
  const jobs: Job[] = [];
  const calendar = () => store.current();
  /** The business day that the club sells now. */
  const today = () => todayOf(calendar(), now());
  let pageFacts: { facts: Club; rules: Calendar; date: string; data: PageHours } | null = null;
  /** What pages know of the hours; browsers have the default calendar. The same object until something changes. */
  const pageData = (facts: Club): PageHours => {
    const [rules, date] = [calendar(), today()];
    if (pageFacts?.facts === facts && pageFacts.rules === rules && pageFacts.date === date)
      return pageFacts.data;
    const club = { ...facts, opening_text: shownOpeningText(facts.opening_text, rules, date) };
    const hours = { club, largest_discount: largestDiscount(weekdayGroups(rules, date)) };
    const data = rules === DEFAULT_CALENDAR ? hours : { ...hours, calendar: rules, today: date };
    pageFacts = { facts, rules, date, data };
    return data;
  };
  return {
    routes: calendarRoutes({
      ...{ guard, club, store, listActiveCourts },
      listBookingsToPlay: () => deps.listBookingsToPlay(now()),
    }),
    jobs,
    api: {
      calendar,
      today,
      /** Another number from each half-hour on: then slots become past and days begin. */
      halfHour: () => Math.floor(now() / (SLOT_MINUTES * 60_000)),
      pageData,
    },
  };
}

export type CalendarModule = ReturnType<typeof createCalendarModule>;
