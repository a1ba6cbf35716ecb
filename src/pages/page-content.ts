import { nextOpenMatches } from '../domain/match.ts';
import type { PageContent, PageData } from '../domain/page-data.ts';
import type { DrawnContent } from '../http/page-server.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { Matches } from '../matches/module.ts';
import type { Slots } from '../slots/slots.ts';
import { type MatchStartSources, matchStarts } from './match-starts.ts';

interface ContentSources extends MatchStartSources {
  slots: Slots;
  matches: Matches;
}

/** What some pages show beside the club, at an address. */
export function contentOf(
  sources: ContentSources,
  content: PageContent,
  path: string,
  query: URLSearchParams,
): DrawnContent {
  const { slots, matches } = sources;
  switch (content) {
    case 'tonight': {
      const open = nextOpenMatches(matches.views.list());
      const data: Partial<PageData> = { tonight: slots.tonight() };
      if (open.length > 0) data.matches = open;
      return { variant: '', data };
    }
    case 'day': {
      const day = slots.firstDay(query);
      if (!day) return { variant: 'later', data: {} };
      return { variant: `${day.date} ${day.court_id ?? ''} ${day.linked}`, data: { day } };
    }
    case 'matches':
      return { variant: '', data: { matches: matches.views.list(), match_starts: matchStarts(sources) } };
    case 'match': {
      const match = findMatch(matches, path, query);
      return { variant: String(match?.id), data: { match } };
    }
  }
}

function findMatch({ views }: Matches, path: string, query: URLSearchParams) {
  const id = parseIdOrZero(path.split('/').at(-1) ?? '');
  const found = views.find(id, query.get('key') ?? '');
  return found && views.view(found.match, found.booking);
}
