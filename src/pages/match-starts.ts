import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import { addDays } from '../domain/business-day.ts';
import type { MatchStart } from '../domain/page-data.ts';
import { positionOf, startInstantOf, startsOf, startTimeOf } from '../domain/slot.ts';
import type { Settings } from '../settings/settings.ts';
import type { Slots } from '../slots/slots.ts';

/** How many days the list of matches shows. */
const SHOWN_DAYS = 7;
/** 9 PM, when most people can play. */
const WANTED_POSITION = positionOf(42);
/** Others need some time to find it. */
const NOTICE_MS = 3 * 60 * 60_000;

export interface MatchStartSources {
  settings: Settings;
  calendar: ClubCalendar;
  courts: CourtStore;
  slots: Slots;
  now: () => number;
}

/** For each coming day, the free hour closest to 9 PM at which the owner allows a match. */
export function matchStarts({ settings, calendar, courts, slots, now }: MatchStartSources): MatchStart[] {
  const { matches } = settings.current();
  if (!matches.allowed) return [];
  const count = Math.min(SHOWN_DAYS, matches.days_ahead + 1, settings.facts().booking_days_ahead + 1);
  const today = calendar.today();
  return Array.from({ length: count }, (_, index) => addDays(today, index)).flatMap((date) => {
    const starts = courts.listActiveIds().flatMap((court_id) => {
      const free = slots
        .ofDay(court_id, date)
        .filter(({ available, pricingTier }) => available && matches[pricingTier]);
      return startsOf(free.map(({ hour }) => hour))
        .filter((hour) => startInstantOf(date, hour) >= now() + NOTICE_MS)
        .map((hour) => ({ court_id, hour }));
    });
    const distance = ({ hour }: { hour: number }) => Math.abs(positionOf(hour) - WANTED_POSITION);
    const [nearest] = starts.sort((a, b) => distance(a) - distance(b));
    return nearest ? [{ court_id: nearest.court_id, date, time: startTimeOf(nearest.hour) }] : [];
  });
}
