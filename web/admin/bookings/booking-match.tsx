import { useState } from 'react';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { splitBlock } from '../../../src/domain/self-service.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { MatchSummary } from '../../shared/matches/match-list.tsx';
import { ShareMatch } from '../../shared/matches/share-match.tsx';
import { ActionButton } from '../action-button.tsx';

const FAILURE = 'The match could not be changed. Please try again.';

/** How full an open match is and when it is decided; the reception can decide for its host. */
export function BookingMatch({ detail: { booking, match } }: { detail: BookingDetail }) {
  const [now] = useState(serverNow);
  if (!match || match.state === 'over') return null;
  const decide = (decision: 'keep' | 'close') =>
    callApi('PUT /api/booking/:id/open', { params: { id: booking.id }, keyOf: null, body: { decision } });
  const isUndecided = match.state === 'open' && match.decide_at !== null;
  return (
    <section aria-labelledby="booking-match">
      <h3 id="booking-match">Open match</h3>
      <MatchSummary match={match} />
      {isUndecided && (
        <p>
          If it is not full by {formatPayBy(match.decide_at ?? '')}, it is cancelled and everybody gets
          everything back.
        </p>
      )}
      {match.state === 'open' && match.places_left > 0 && <ShareMatch match={match} />}
      {splitBlock(booking, now) === null && (
        <div className="cluster">
          {isUndecided && (
            <ActionButton failure={FAILURE} act={() => decide('keep')}>
              Keep it; the host pays the rest
            </ActionButton>
          )}
          <ActionButton failure={FAILURE} act={() => decide('close')}>
            Close to other players
          </ActionButton>
        </div>
      )}
    </section>
  );
}
