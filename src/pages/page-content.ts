import { isDate } from '../domain/business-day.ts';
import { nextEvents } from '../domain/event-labels.ts';
import { nextOpenMatches } from '../domain/match.ts';
import type { PageContent, PageData, StoppedBooking } from '../domain/page-data.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { Events } from '../events/module.ts';
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
    case 'tonight': {
      const open = nextOpenMatches(matches.views.list());
      const data: Partial<PageData> = { tonight: slots.tonight() };
      if (open.length > 0) data.matches = open;
      const next = nextEvents(events.views.list());
      if (next.length > 0) data.events = next;
      return { variant: '', data };
    }
    case 'day': {
      const day = slots.firstDay(query);
      if (!day) return { variant: 'later', data: {} };
      return { variant: `${day.date} ${day.court_id ?? ''} ${day.linked}`, data: { day } };
    }
    case 'matches':
      return { variant: '', data: { matches: matches.views.list(), match_starts: matchStarts(sources) } };
    case 'events':
      return { variant: '', data: { events: events.views.list() } };
    case 'event': {
      const found = events.views.find(numberIn(path), query.get('key') ?? '');
      if (!found) return { variant: 'none', data: { event: null } };
      const tournament = sources.tournaments.find(found.id);
      const data: Partial<PageData> = { event: events.views.view(found) };
      if (tournament) data.tournament = tournament;
      return { variant: String(found.id), data };
    }
    case 'stopped': {
      const stopped = stoppedBooking(query);
      // Anybody can make up such an address, so its rendering must not push out another page's.
      return stopped ? { variant: '', data: { stopped }, kept: false } : { variant: '', data: {} };
    }
    case 'tournament': {
      const id = parseIdOrZero(path.split('/')[2] ?? '');
      const tournament = sources.tournaments.findOpen(id, query.get('key') ?? '');
      return { variant: String(tournament?.event_id), data: { tournament } };
    }
    case 'match': {
      const match = findMatch(matches, path, query);
      return { variant: String(match?.id), data: { match } };
    }
  }
}

/** Null unless everything the address says about a booking is well-formed. */
function stoppedBooking(query: URLSearchParams): StoppedBooking | null {
  const [court, date, time] = ['court', 'date', 'time'].map((name) => query.get(name) ?? '');
  if (!court || !/^\d{1,4}$/.test(court) || !date || !isDate(date) || slotIndexOf(time ?? '') === null)
    return null;
  return { court, date, time: time ?? '' };
}

function findMatch({ views }: Matches, path: string, query: URLSearchParams) {
  const found = views.find(numberIn(path), query.get('key') ?? '');
  return found && views.view(found.match, found.booking);
}

/** The number at the end of `/matches/12`; 0 for anything else. */
function numberIn(path: string): number {
  return parseIdOrZero(path.split('/').at(-1) ?? '');
}
