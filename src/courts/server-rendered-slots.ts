import { addDays, isDate } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { HeldSlots } from '../domain/day-plan.ts';
import type { PageDay, Tonight } from '../domain/page-data.ts';
import { SLOT_MINUTES } from '../domain/slot.ts';
import { tonightOf } from '../domain/tonight.ts';

/** The server draws the wizard for the dates of a week; the browser asks for later ones. */
const DRAWN_DAYS = 7;

interface ServerRenderedSlotsDeps {
  activeCourtIds: () => number[];
  takenSlotIndexes: (courtId: number, date: string) => Set<number>;
  /** The offers of the waiting list that hold slots of a court's day. */
  listOpenOffers: (courtId: number, date: string) => HeldSlots[];
  calendar: () => Calendar;
  /** The business day that the club sells now. */
  today: () => string;
  /** How many days ahead customers can book. */
  daysAhead: () => number;
  now: () => number;
}

/** The free slots that the HTML of the wizard and the landing page contains. */
export function createServerRenderedSlots(deps: ServerRenderedSlotsDeps) {
  const { activeCourtIds, takenSlotIndexes, listOpenOffers, calendar, today, now } = deps;
  return {
    /**
     * The day that the wizard shows first at an address: the address names a day of this week, or else it is today.
     * Null for a later date, so that few different pages exist.
     */
    firstDay(query: URLSearchParams): PageDay | null {
      const [date, ids, asked] = [today(), activeCourtIds(), query.get('date') ?? ''];
      const isBookable = isDate(asked) && asked >= date && asked <= addDays(date, deps.daysAhead());
      const chosen = isBookable ? asked : date;
      if (chosen >= addDays(date, DRAWN_DAYS)) return null;
      const court_id = ids.find((id) => String(id) === query.get('court')) ?? null;
      return {
        date: chosen,
        at: startOfHalfHour(now()),
        court_id,
        linked: isBookable || court_id !== null,
        courts: ids.map((id) => ({
          id,
          taken: [...takenSlotIndexes(id, chosen)],
          // Only what the page shows, not who is offered the slots.
          held: listOpenOffers(id, chosen).map(({ slots, expires_at }) => ({ slots, expires_at })),
        })),
      };
    },
    tonight(): Tonight {
      const date = today();
      const taken = activeCourtIds().map((id) => takenSlotIndexes(id, date));
      return tonightOf(calendar(), taken, now());
    },
  };
}

/** A page changes only when a slot begins, not with each millisecond. */
function startOfHalfHour(now: number): number {
  return now - (now % (SLOT_MINUTES * 60_000));
}
