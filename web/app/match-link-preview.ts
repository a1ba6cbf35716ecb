import { shortCourtName } from '../../src/domain/court.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { levelLabel, placesLabel } from '../../src/domain/match.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { playTimes, shortPlayDate } from '../../src/domain/play-time.ts';

/** What a shared link shows. */
export interface LinkPreview {
  title: string;
  description: string;
  url: string;
  /** The address of a picture of its own. */
  image?: string;
  /** Only whoever has the link is to find it. */
  isPrivate?: boolean;
}

/** What a shared link to a match shows; null for a page without one. */
export function matchLinkPreview({ match }: PageData): LinkPreview | null {
  if (!match) return null;
  const [time] = playTimes(match);
  const details = [
    match.state === 'over' ? 'This match is over' : placesLabel(match.places_left),
    levelLabel(match).toLowerCase(),
    ...(match.for === 'women' ? ['women only'] : []),
    `${formatPkr(match.price)} each`,
  ];
  return {
    title: `Padel on ${shortPlayDate(match)}, ${time?.timeRange}`,
    description: `${shortCourtName(match.court_name)}: ${details.join(', ')}.`,
    url: match.share,
  };
}
