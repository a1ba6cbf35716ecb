import { nextOpenMatches } from '../../src/domain/match.ts';
import { useQuery } from '../lib/query.ts';
import { MatchList } from '../shared/matches/match-list.tsx';
import { usePageData } from '../shared/page-data.tsx';

/** The next matches with free places, if there are any. */
export function OpenMatches() {
  const { matches: drawn } = usePageData();
  // A visitor coming from another page of the site has none in that page's HTML.
  const { data: matches = [] } = useQuery('GET /api/matches', { drawn });
  const open = nextOpenMatches(matches);
  if (open.length === 0) return null;
  return (
    <section id="matches" className="landing-section" aria-labelledby="matches-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Players wanted</p>
          <h2 id="matches-title">Open matches</h2>
          <p className="lead muted">Take a free place and pay your share. No account needed.</p>
        </header>
        <MatchList matches={open} label="Open matches" withDate />
        <p className="landing-more">
          <a href="/matches">All open matches</a>
        </p>
      </div>
    </section>
  );
}
