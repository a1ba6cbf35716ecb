import type { ClosureStore } from '../bookings/closures.ts';
import type { BookingStore } from '../bookings/store.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import { addDays, isDate } from '../domain/business-day.ts';
import { closedTimesOf } from '../domain/closed-times.ts';
import { buildDaySlots, markOffered } from '../domain/day-plan.ts';
import type { PageDay, Tonight } from '../domain/page-data.ts';
import { SLOT_MINUTES } from '../domain/slot.ts';
import { tonightOf } from '../domain/tonight.ts';
import type { Settings } from '../settings/settings.ts';
import type { WaitlistStore } from '../waitlist/store.ts';

/** The server renders the wizard for the dates of a week; the browser asks for later ones. */
const DRAWN_DAYS = 7;

export interface SlotDeps {
  settings: Settings;
  calendar: ClubCalendar;
  courts: CourtStore;
  bookings: BookingStore;
  closures: ClosureStore;
  waitlist: WaitlistStore;
  now: () => number;
}

type FirstDay = Pick<PageDay, 'date' | 'court_id' | 'linked'>;

/** The free slots that customers see, in answers and in the HTML of the wizard and the landing page. */
export class Slots {
  readonly #deps: SlotDeps;

  constructor(deps: SlotDeps) {
    this.#deps = deps;
  }

  /** The slots of a court's business day. */
  ofDay(courtId: number, date: string) {
    const { calendar, bookings, waitlist, now } = this.#deps;
    const taken = bookings.takenSlotIndexes(courtId, date);
    const slots = buildDaySlots(calendar.planOf(date), taken, now());
    return markOffered(slots, waitlist.listOpenOffers(courtId, date));
  }

  /** What the reception has closed on a court's business day, in words; nothing if all of it is over or open. */
  closedOn(courtId: number, date: string): { closed?: string } {
    const { bookings, closures, now } = this.#deps;
    const taken = bookings.takenSlotIndexes(courtId, date);
    const closed = closedTimesOf(date, closures.listByDay(courtId, date), taken, now());
    return closed ? { closed } : {};
  }

  /**
   * The first day that the wizard shows: the one in the address if it is within a week, otherwise today. Null for a
   * later date, so that there are few different pages.
   */
  firstDay(query: URLSearchParams): FirstDay | null {
    const { settings, calendar, courts } = this.#deps;
    const today = calendar.today();
    const ids = courts.listActiveIds();
    const asked = query.get('date') ?? '';
    const lastDay = addDays(today, settings.facts().booking_days_ahead);
    const isBookable = isDate(asked) && asked >= today && asked <= lastDay;
    const date = isBookable ? asked : today;
    if (date >= addDays(today, DRAWN_DAYS)) return null;
    const court_id = ids.find((id) => String(id) === query.get('court')) ?? null;
    return { date, court_id, linked: isBookable || court_id !== null };
  }

  /** Adds what is taken and closed on that day. */
  pageDay(first: FirstDay): PageDay {
    const { courts, bookings, waitlist, now } = this.#deps;
    const { date } = first;
    return {
      ...first,
      at: startOfHalfHour(now()),
      courts: courts.listActiveIds().map((id) => ({
        id,
        taken: [...bookings.takenSlotIndexes(id, date)],
        // Only what the page shows, without the offer's customer.
        held: waitlist.listOpenOffers(id, date).map(({ slots, expires_at }) => ({ slots, expires_at })),
        ...this.closedOn(id, date),
      })),
    };
  }

  tonight(): Tonight {
    const { calendar, courts, bookings, closures, now } = this.#deps;
    const today = calendar.today();
    const held = courts.listActiveIds().map((id) => ({
      id,
      taken: bookings.takenSlotIndexes(id, today),
      closures: closures.listByDay(id, today),
    }));
    return tonightOf(calendar.current(), held, now());
  }
}

/** A page only changes when a slot begins, not every millisecond. */
function startOfHalfHour(now: number): number {
  return now - (now % (SLOT_MINUTES * 60_000));
}
