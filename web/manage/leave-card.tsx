import { useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload.ts';
import { useAction } from '../lib/use-action.ts';
import type { ItemDetails, PayerDetails } from '../shared/booking-view/use-booking-details.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { isStale } from './pay-share.tsx';

/** A player gives the place in a booking back, or leaves the waiting list of a match. */
export function LeaveCard({ details: { payer, leave_gives_back } }: { details: PayerDetails }) {
  const isWaiting = payer.state === 'waiting';
  return (
    <LeaveForm
      payer={payer}
      givesBack={leave_gives_back}
      ask={isWaiting ? 'Leave the waiting list' : 'I cannot come'}
      title={isWaiting ? 'You wait' : 'You cannot come?'}
      text={
        isWaiting
          ? 'You get no email about this match any more.'
          : payer.received > 0
            ? `You get ${formatPkr(leave_gives_back ?? 0)} back, and all of it as soon as another player has paid for your place.`
            : NOTHING_CAME
      }
      leave={isWaiting ? 'Leave' : 'Give my place back'}
      stay={isWaiting ? 'Keep waiting' : 'Keep my place'}
    />
  );
}

/** The same for a place in an event or a purchase. */
export function LeaveItemCard({ details: { payer, item, leave_gives_back } }: { details: ItemDetails }) {
  const isWaiting = payer.state === 'waiting';
  const isPlace = item.kind === 'event';
  return (
    <LeaveForm
      payer={payer}
      givesBack={leave_gives_back}
      ask={isWaiting ? 'Leave the waiting list' : isPlace ? 'I cannot come' : 'I do not want it any more'}
      title={isWaiting ? 'You wait for a place' : isPlace ? 'You cannot come?' : 'End it?'}
      text={
        isWaiting
          ? 'We do not write to you about a free place any more.'
          : payer.received > 0
            ? `You get ${formatPkr(leave_gives_back ?? 0)} back.`
            : NOTHING_CAME
      }
      leave={isWaiting ? 'Leave' : isPlace ? 'Give my place back' : 'End it'}
      stay={isWaiting ? 'Keep waiting' : isPlace ? 'Keep my place' : 'Keep it'}
    />
  );
}

const NOTHING_CAME = 'Nothing was received, so you owe nothing.';

/** Asks once more before the place goes, and says what comes back. */
function LeaveForm({
  payer,
  givesBack,
  ask,
  title,
  text,
  leave,
  stay,
}: {
  payer: { id: number };
  /** PKR; null when the place cannot be given back. */
  givesBack: number | null;
  ask: string;
  title: string;
  text: string;
  leave: string;
  stay: string;
}) {
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  if (givesBack === null) return null;
  const send = () =>
    run(async () => {
      try {
        await callApi('POST /api/payers/:id/leave', {
          params: { id: payer.id },
          keyOf: `p${payer.id}`,
          body: { amount_back: givesBack },
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
        {ask}
      </button>
    );
  }
  return (
    <section className="card" aria-labelledby="leave-title">
      <h2 id="leave-title">{title}</h2>
      <ErrorAlert text={error} />
      <p>{text}</p>
      <div className="stack">
        <button type="button" className="danger wide" disabled={busy} onClick={() => void send()}>
          {leave}
        </button>
        <button type="button" className="ghost wide" onClick={() => setAsking(false)}>
          {stay}
        </button>
      </div>
    </section>
  );
}
