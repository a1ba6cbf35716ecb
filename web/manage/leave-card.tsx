import { useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { hasBegun, isOver, placeText, playerOf, waitsText } from '../../src/domain/item-words.ts';
import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload.ts';
import { serverNow } from '../lib/server-time.ts';
import { useAction } from '../lib/use-action.ts';
import type { ItemDetails, PayerDetails } from '../shared/booking-view/use-booking-details.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { isStale } from './pay-share.tsx';

/** A player gives back the place in a booking, or leaves a match's waiting list. */
export function LeaveCard({ details: { payer, leave_gives_back } }: { details: PayerDetails }) {
  const isWaiting = payer.state === 'waiting';
  return (
    <LeaveForm
      payer={payer}
      givesBack={leave_gives_back}
      ask={isWaiting ? 'Leave the waiting list' : 'I can’t make it'}
      title={isWaiting ? 'You’re on the waiting list' : 'Can’t make it?'}
      text={
        isWaiting
          ? 'You won’t get any more emails about this match.'
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
  const player = playerOf({ item, name: payer.name });
  const isHeld = payer.state === 'joined' && !item.cancelled;
  if (isHeld && leave_gives_back === null && hasBegun(item, serverNow()) && !isOver(item, serverNow()))
    return (
      <p className="hint">
        It has begun, so {placeText(player)} can’t be given back here any more. Please call us if{' '}
        {player ?? 'you'} can’t come.
      </p>
    );
  return (
    <LeaveForm
      payer={payer}
      givesBack={leave_gives_back}
      ask={
        isWaiting
          ? 'Leave the waiting list'
          : isPlace
            ? `${player ?? 'I'} can’t make it`
            : 'I don’t want it any more'
      }
      title={isWaiting ? waitsText(player) : isPlace ? 'Can’t make it?' : 'End it?'}
      text={
        isWaiting
          ? 'We’ll stop writing to you about free places.'
          : payer.received > 0
            ? `You’ll get ${formatPkr(leave_gives_back ?? 0)} back.`
            : NOTHING_CAME
      }
      leave={
        isWaiting
          ? 'Leave'
          : isPlace
            ? `Give ${player === null ? 'my place' : placeText(player)} back`
            : 'End it'
      }
      stay={
        isWaiting
          ? 'Keep waiting'
          : isPlace
            ? `Keep ${player === null ? 'my place' : placeText(player)}`
            : 'Keep it'
      }
    />
  );
}

const NOTHING_CAME = 'You haven’t paid, so you owe nothing.';

/** Asks once more before the place goes, and says what is refunded. */
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
  /** PKR; null if the place can't be given back. */
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
