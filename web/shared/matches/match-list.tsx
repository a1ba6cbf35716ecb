import { Fragment } from 'react';
import type { Match } from '../../../src/domain/api/match-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { levelLabel, placesLabel } from '../../../src/domain/match.ts';
import { formatPlayTime, playTimes, shortPlayDate } from '../../../src/domain/play-time.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';

/** Matches, each linking to its page. */
export function MatchList({
  matches,
  label,
  withDate = false,
}: {
  matches: readonly Match[];
  label: string;
  /** For lists without headings that name the day. */
  withDate?: boolean;
}) {
  return (
    <ul className="match-list" aria-label={label}>
      {matches.map((match) => (
        <li key={match.id}>
          <a href={`/matches/${match.id}`} className="card">
            <strong>
              {withDate && <NoWrap>{`${shortPlayDate(match)}, `}</NoWrap>}
              <MatchTimes match={match} />
            </strong>
            <PlacesBadge match={match} />
            <span>
              {shortCourtName(match.court_name)}, {levelLabel(match).toLowerCase()}
              {match.for === 'women' && ', women only'}
            </span>
            <span className="no-wrap">{formatPkr(match.price)}</span>
            {match.players.some(Boolean) && <small>With {match.players.filter(Boolean).join(', ')}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** `9 PM – 10:30 PM (until Sun, Nov 29)`; a line may break before the date, but not inside it or the times. */
export function MatchTimes({ match }: { match: Match }) {
  return playTimes(match).map((time, index) => (
    <Fragment key={time.start}>
      {index > 0 && ' and '}
      <span className="no-wrap">{time.timeRange}</span>
      <NoWrap>{formatPlayTime(match.date, time).slice(time.timeRange.length)}</NoWrap>
    </Fragment>
  ));
}

export function PlacesBadge({ match: { state, places_left } }: { match: Match }) {
  return (
    <span className={state === 'open' ? 'badge success' : 'badge'}>
      {state === 'over' ? 'Over' : placesLabel(places_left)}
    </span>
  );
}

export function MatchSummary({ match }: { match: Match }) {
  return (
    <p className="cluster">
      <PlacesBadge match={match} />
      <span>
        {levelLabel(match)}
        {match.for === 'women' && ', women only'}
      </span>
    </p>
  );
}
