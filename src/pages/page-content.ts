import { isDate } from '../domain/business-day.ts';
import { nextEvents } from '../domain/event-labels.ts';
import { nextOpenMatches } from '../domain/match.ts';
import type { PageContent, PageData, StoppedBooking } from '../domain/page-data.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { Events } from '../events/module.ts';
import type { EventRow } from '../events/store.ts';
import type { DrawnContent } from '../http/page-server.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { Matches } from '../matches/module.ts';
import type { Slots } from '../slots/slots.ts';
import type { TournamentsModule } from '../tournaments/module.ts';
import { type MatchStartSources, matchStarts } from './match-starts.ts';

interface ContentSources extends MatchStartSources {
  slots: Slots;
  matches: Matches;
  events: Events;
  tournaments: TournamentsModule['views'];
}

/** What some pages show besides the club, depending on the address. */
export function contentOf(
  sources: ContentSources,
  content: PageContent,
  path: string,
  query: URLSearchParams,
): DrawnContent {
  const { slots, matches, events } = sources;
  switch (content) {
    case 'tonight':
      return { variant: '', data: () => landingData(sources) };
    case 'day': {
      const first = slots.firstDay(query);
      if (!first) return { variant: 'later', data: () => ({}) };
      const { date, court_id, linked } = first;
      return {
        variant: `${date} ${court_id ?? ''} ${linked}`,
        data: () => ({ day: slots.pageDay(first) }),
      };
    }
    case 'matches':
      return {
        variant: '',
        data: () => ({ matches: matches.views.list(), match_starts: matchStarts(sources) }),
      };
    case 'events':
      return { variant: '', data: () => ({ events: events.views.list() }) };
    case 'event': {
      const found = events.views.find(numberIn(path), query.get('key') ?? '');
      if (!found) return { variant: 'none', data: () => ({ event: null }) };
      return { variant: String(found.id), data: () => eventData(sources, found) };
    }
    case 'stopped': {
      const stopped = stoppedBooking(query);
      // Anybody can make up such an address, so its rendering must not push out another page's.
      return stopped
        ? { variant: '', data: () => ({ stopped }), kept: false }
        : { variant: '', data: () => ({}) };
    }
    case 'tournament': {
      const found = events.views.find(parseIdOrZero(path.split('/')[2] ?? ''), query.get('key') ?? '');
      if (!found) return { variant: 'none', data: () => ({ tournament: null }) };
      return { variant: String(found.id), data: () => ({ tournament: sources.tournaments.find(found.id) }) };
    }
    case 'match': {
      const found = matches.views.find(numberIn(path), query.get('key') ?? '');
      if (!found) return { variant: 'none', data: () => ({ match: null }) };
      const { match, booking } = found;
      return { variant: String(match.id), data: () => ({ match: matches.views.view(match, booking) }) };
    }
  }
}

function landingData({ slots, matches, events }: ContentSources): Partial<PageData> {
  const open = nextOpenMatches(matches.views.list());
  const next = nextEvents(events.views.list());
  return {
    tonight: slots.tonight(),
    ...(open.length > 0 ? { matches: open } : {}),
    ...(next.length > 0 ? { events: next } : {}),
  };
}

function eventData({ events, tournaments }: ContentSources, event: EventRow): Partial<PageData> {
  const tournament = tournaments.find(event.id);
  return { event: events.views.view(event), ...(tournament ? { tournament } : {}) };
}

/** Null unless everything the address says about a booking is well-formed. */
function stoppedBooking(query: URLSearchParams): StoppedBooking | null {
  const [court, date, time] = ['court', 'date', 'time'].map((name) => query.get(name) ?? '');
  if (!court || !/^\d{1,4}$/.test(court) || !date || !isDate(date) || slotIndexOf(time ?? '') === null)
    return null;
  return { court, date, time: time ?? '' };
}

/** The number at the end of `/matches/12`; 0 for anything else. */
function numberIn(path: string): number {
  return parseIdOrZero(path.split('/').at(-1) ?? '');
}
