import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { DEFAULT_CALENDAR } from '../domain/calendar.ts';
import type { Club, PageData } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import { todayOf } from '../domain/day-plan.ts';
import { shownOpeningText } from '../domain/opening-hours.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { calendarRoutes } from './routes.ts';
import { CalendarStore } from './store.ts';

/** When the club is open and what it charges. Only this module writes the table calendar_version. */
export function createCalendarModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  listActiveCourts: () => Court[];
  listBookingsToPlay: (now: number) => Booking[];
  now: () => number;
}) {
  const { guard, club, listActiveCourts, now } = deps;
  const store = new CalendarStore(club.db);
  const jobs: Job[] = [];
  const calendar = () => store.current();
  /** The business day that the club sells now. */
  const today = () => todayOf(calendar(), now());
  return {
    routes: calendarRoutes({
      ...{ guard, club, store, listActiveCourts },
      listBookingsToPlay: () => deps.listBookingsToPlay(now()),
    }),
    jobs,
    api: {
      calendar,
      today,
      /** What pages know of the hours; browsers have the default calendar. */
      pageData: (facts: Club): Pick<PageData, 'club' | 'calendar' | 'today'> => {
        const rules = calendar();
        const opening_text = shownOpeningText(facts.opening_text, rules, today());
        const club = { ...facts, opening_text };
        return rules === DEFAULT_CALENDAR ? { club } : { club, calendar: rules, today: today() };
      },
    },
  };
}

export type CalendarModule = ReturnType<typeof createCalendarModule>;
