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
        {isWaiting ? 'Leave the waiting list' : 'I can’t make it'}
      </button>
    );
  }
  return (
    <section className="card" aria-labelledby="leave-title">
      <h2 id="leave-title">{isWaiting ? 'You’re on the waiting list' : 'Can’t make it?'}</h2>
      <ErrorAlert text={error} />
      <p>
        {isWaiting
          ? 'You won’t get any more emails about this match.'
          : payer.received > 0
            ? `You’ll get ${formatPkr(leave_gives_back)} back, and the rest once another player has paid for your place.`
            : 'You haven’t paid, so you owe nothing.'}
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
