import { useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload-booking.ts';
import { useAction } from '../lib/use-action.ts';
import type { PayerDetails } from '../shared/booking-view/use-booking-details.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { isStale } from './pay-share.tsx';

/** A player gives the place back, or leaves the waiting list, after reading what goes back. */
export function LeaveCard({ details: { payer, leave_gives_back } }: { details: PayerDetails }) {
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  if (leave_gives_back === null) return null;
  const isWaiting = payer.state === 'waiting';
  const leave = () =>
    run(async () => {
      try {
        await callApi('POST /api/payers/:id/leave', {
          params: { id: payer.id },
          body: { amount_back: leave_gives_back },
        });
      } catch (cause) {
        if (isStale(cause)) await reloadBooking();
        throw cause;
      }
      await reloadBooking();
    });
  if (!asking) {
    return (
      <button type="button" className="ghost wide" aria-expanded={false} onClick={() => setAsking(true)}>
        {isWaiting ? 'Leave the waiting list' : 'I cannot come'}
      </button>
    );
  }
  return (
    <section className="card" aria-labelledby="leave-title">
      <h2 id="leave-title">{isWaiting ? 'You wait' : 'You cannot come?'}</h2>
      <ErrorAlert text={error} />
      <p>
        {isWaiting
          ? 'You get no email about this match any more.'
          : payer.received > 0
            ? `You get ${formatPkr(leave_gives_back)} back, and all of it as soon as another player has paid for your place.`
            : 'Nothing was received, so you owe nothing.'}
      </p>
      <div className="stack">
        <button type="button" className="danger wide" disabled={busy} onClick={() => void leave()}>
          {isWaiting ? 'Leave' : 'Give my place back'}
        </button>
        <button type="button" className="ghost wide" onClick={() => setAsking(false)}>
          {isWaiting ? 'Keep waiting' : 'Keep my place'}
        </button>
      </div>
    </section>
  );
}
