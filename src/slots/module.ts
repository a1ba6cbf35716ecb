import type { Bookings } from '../bookings/module.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import type { Base } from '../http/base.ts';
import { JsonResponseCache } from '../http/json-response-cache.ts';
import type { Settings } from '../settings/settings.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { slotRoutes } from './routes.ts';
import { Slots } from './slots.ts';

/** What is free, for answers to browsers and for the HTML of pages. */
export function createSlots(
  base: Base,
  below: {
    settings: Settings;
    calendar: ClubCalendar;
    courts: CourtStore;
    bookings: Bookings;
    waitlist: Waitlist;
  },
) {
  const { settings, calendar, courts, bookings, waitlist } = below;
  const slots = new Slots({
    settings,
    calendar,
    courts,
    bookings: bookings.store,
    closures: bookings.closures,
    waitlist: waitlist.store,
    now: base.now,
  });
  const answers = new JsonResponseCache(
    base.headers,
    base.club.untilChanged(
      () => new Map(),
      () => calendar.halfHour(),
    ),
  );
  return { slots, routes: slotRoutes(base, slots, courts, answers) };
}
