import { useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { levelLabel } from '../../src/domain/match.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { formatPlayDate } from '../../src/domain/play-time.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { MatchTimes, PlacesBadge } from '../shared/matches/match-list.tsx';
import { ShareMatch } from '../shared/matches/share-match.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { JoinForm } from './join-form.tsx';
import { matchAddress } from './match-address.ts';
import { playerNames } from './player-names.ts';

type Match = NonNullable<PageData['match']>;

/** A match, as its link shows it: who plays, when, for how much, and the form to take a place. */
export default function MatchScreen() {
  const { match: drawn } = usePageData();
  const query = useQuery('GET /api/matches/:id', {
    ...(drawn ? matchAddress(drawn) : { params: { id: 0 } }),
    drawn: drawn ?? undefined,
    skip: !drawn,
  });
  const match = query.data ?? drawn;
  const { user } = useAuth();
  const reload = () => void invalidateQueries('GET /api/matches/:id');
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      {match ? (
        <>
          <MatchHead match={match} />
          <div className="stack">
            <MatchCard match={match} />
            {match.state !== 'over' && (
              <>
                <JavaScriptRequired feature="Joining" />
                <JoinForm key={user?.id ?? 0} match={match} user={user} onRefused={reload} />
                <ShareMatch match={match} />
              </>
            )}
            <p className="cluster">
              <a className="button ghost" href="/matches">
                All open matches
              </a>
            </p>
            <Report match={match} />
          </div>
        </>
      ) : (
        <>
          <header className="page-head">
            <h1>This match isn’t open</h1>
            <p className="lead">The host has closed it, or the link isn’t complete.</p>
          </header>
          <a className="button" href="/matches">
            All open matches
          </a>
        </>
      )}
    </main>
  );
}

function MatchHead({ match }: { match: Match }) {
  return (
    <header className="page-head">
      <p className="eyebrow">Open match</p>
      <h1>
        <MatchTimes match={match} />
      </h1>
      <p className="lead">{formatPlayDate(match)}</p>
    </header>
  );
}

function MatchCard({ match }: { match: Match }) {
  return (
    <section className="card highlighted" aria-label="The match">
      <p className="cluster">
        <PlacesBadge match={match} />
        {match.for === 'women' && <span className="badge warm">Women only</span>}
        {match.state !== 'over' && (
          <a className="button requires-javascript" href="#join">
            {match.state === 'full' ? 'Wait for a place' : 'Join'}
          </a>
        )}
      </p>
      {match.text && <p className="match-text">{match.text}</p>}
      <Facts
        of={{
          Court: match.court_name,
          Level: levelLabel(match),
          Players: playerNames(match),
          'Your share': <NoWrap>{formatPkr(match.price)}</NoWrap>,
        }}
      />
      {match.decide_at && match.state === 'open' && (
        <p className="small muted match-note">
          If it is not full by {formatPayBy(match.decide_at)}, it is cancelled and you get everything back,
          unless the host pays for the free places.
        </p>
      )}
    </section>
  );
}

/** Sends the reception a message about the match in one tap. */
function Report({ match }: { match: Match }) {
  const [isReported, setIsReported] = useState(false);
  const { busy, error, run } = useAction('Your report did not reach us. Please try again.');
  const report = () =>
    run(async () => {
      await callApi('POST /api/matches/:id/report', matchAddress(match));
      setIsReported(true);
    });
  return (
    <div className="requires-javascript">
      <ErrorAlert text={error} />
      <p role="status">{isReported && 'Thank you. The reception will look at this match.'}</p>
      {!isReported && (
        <button type="button" className="quiet" disabled={busy} onClick={() => void report()}>
          Report this match
        </button>
      )}
    </div>
  );
}
