import { lazy, Suspense, useRef, useState } from 'react';
import type { Match } from '../../src/domain/api/match-routes.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { ASK_HOURS } from '../../src/domain/match.ts';
import { MAX_OTHERS } from '../../src/domain/payer.ts';
import { splitBlock } from '../../src/domain/self-service.ts';
import { othersOf } from '../../src/domain/share.ts';
import { callApi } from '../lib/api.ts';
import { Row } from '../shared/booking-view/row.tsx';
import { ShareRows, useShareChange } from '../shared/booking-view/split-card.tsx';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { MatchSummary } from '../shared/matches/match-list.tsx';
import { ShareMatch } from '../shared/matches/share-match.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

const HOUR_MS = 60 * 60_000;

const FindPlayersForm = lazy(() => import('./find-players-form.tsx'));

/** Opens a booking to other players, then shows its host who has joined and what happens if it doesn't fill. */
export function MatchCard({ details, now }: { details: CustomerDetails; now: number }) {
  const { booking, payers, match } = details;
  const { open_matches } = usePageData();
  const card = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { busy, error, change } = useShareChange(card);
  const canChange = splitBlock(booking, now) === null;
  if (!match && (!open_matches || !canChange || othersOf(payers).length === MAX_OTHERS)) return null;

  return (
    <Row
      id="match-title"
      ref={card}
      title={match ? 'Open match' : 'Find players'}
      hint={!match && 'Others join and pay their shares.'}
      startsOpen={match?.state === 'open'}
      isBusy={busy}
      onToggle={setIsOpen}
    >
      <ErrorAlert text={error} />
      {match && <HostView details={details} match={match} now={now} busy={busy} change={change} />}
      {!match && isOpen && (
        <Suspense fallback={<p aria-busy="true">One moment …</p>}>
          <FindPlayersForm details={details} busy={busy} change={change} />
        </Suspense>
      )}
    </Row>
  );
}

function HostView({
  details,
  match,
  now,
  busy,
  change,
}: {
  details: CustomerDetails;
  match: Match;
  now: number;
  busy: boolean;
  change: (action: () => Promise<unknown>) => void;
}) {
  const { booking } = details;
  const canChange = splitBlock(booking, now) === null;
  const decide = (decision: 'keep' | 'close') =>
    change(() =>
      callApi('PUT /api/booking/:id/open', {
        params: { id: booking.id },
        keyOf: booking.id,
        body: { decision },
      }),
    );
  return (
    <>
      <MatchSummary match={match} />
      {match.state === 'open' && <ShareMatch match={match} />}
      <ShareRows details={details} now={now} canChange={canChange} busy={busy} change={change} />
      {canChange && match.state === 'open' && (
        <Decision match={match} now={now} busy={busy} onKeep={() => decide('keep')} />
      )}
      {canChange && (
        <p>
          <button type="button" className="quiet" disabled={busy} onClick={() => decide('close')}>
            Close to other players
          </button>
          {booking.status === 'pending' && booking.pay_by && (
            <small className="muted"> You may then have to pay sooner.</small>
          )}
        </p>
      )}
    </>
  );
}

/** What happens if the match doesn't fill, and how the host can keep the court. */
function Decision({
  match: { decide_at },
  now,
  busy,
  onKeep,
}: {
  match: Match;
  now: number;
  busy: boolean;
  onKeep: () => void;
}) {
  if (decide_at === null) return <p>You keep the court and pay for any free places.</p>;
  const isNear = Date.parse(decide_at) - now <= ASK_HOURS * HOUR_MS;
  return (
    <div className={isNear ? 'alert warning' : 'match-decision'}>
      <p>
        If it is not full by {formatPayBy(decide_at)}, we cancel it and everybody gets everything back.
        {isNear && ' Do you want to play anyway? To cancel now, press Cancel above.'}
      </p>
      <button type="button" className={isNear ? '' : 'ghost'} disabled={busy} onClick={onKeep}>
        Keep it; I’ll pay the rest
      </button>
    </div>
  );
}
