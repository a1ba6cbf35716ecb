import { useEffect, useRef } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { refundWays } from '../../src/domain/money-ways.ts';
import { slotsGivenBack } from '../../src/domain/plan.ts';
import { hoursBackText, includedSlots } from '../../src/domain/plan-texts.ts';
import { cancellationOutcome, refundText, refundTexts } from '../../src/domain/refund.ts';
import { ownPart } from '../../src/domain/share.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { reloadBooking, reloadSlots } from '../lib/reload.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { CancellationPolicy } from '../shared/cancellation-policy.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** Cancels a booking, after saying what the club keeps and what the customer gets back. */
export function CancelCard({
  details: { booking, payers, self_service },
  now,
  onDone,
  onKeep,
}: {
  details: CustomerDetails;
  now: number;
  onDone: (message: string) => void;
  onKeep: () => void;
}) {
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const retryHeader = useIdempotencyKey();
  // The question rather than its answer, which a second press of the key would give.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { kept } = self_service;
  const { received } = ownPart(booking, payers);
  const giveBack = received - kept.own;
  const toPayers = booking.received - kept.all - giveBack;
  const isPaid = received > 0;
  const { percent } = cancellationOutcome(booking, 'customer', now);
  const hours = hoursBackText(booking.lines, slotsGivenBack(includedSlots(booking.lines), percent));

  const cancel = async () => {
    await run(async () => {
      const body = { amount_back: Math.max(0, giveBack + toPayers) };
      await callApi('POST /api/booking/:id/cancel', {
        params: { id: booking.id },
        keyOf: booking.id,
        body,
        headers: retryHeader({ id: booking.id, version: booking.version, body }),
      });
      onDone(
        giveBack > 0
          ? `Your booking is cancelled. You’ll get ${formatPkr(giveBack)} back.`
          : 'Your booking is cancelled.',
      );
    });
    void reloadSlots();
    void invalidateQueries('GET /api/auth/bookings', 'GET /api/auth/plans');
    await reloadBooking();
  };

  return (
    <section className="card" aria-labelledby="cancel-title" aria-busy={busy}>
      <h2 ref={title} id="cancel-title" tabIndex={-1}>
        Cancel this booking?
      </h2>
      <p className="small">
        <CancellationPolicy booking={booking} />
      </p>
      {isPaid ? (
        <dl className="manage-sums">
          <div>
            <dt>You paid</dt>
            <dd className="number">{formatPkr(received)}</dd>
          </div>
          <div>
            <dt>The club keeps</dt>
            <dd className="number">{formatPkr(kept.own)}</dd>
          </div>
          <div className="manage-total">
            <dt>You get back{percent === 50 ? ' (50%)' : percent === 100 ? ' (100%)' : ''}</dt>
            <dd className="number">{formatPkr(giveBack)}</dd>
          </div>
        </dl>
      ) : (
        (!hours || booking.receipt_received) && (
          <p>
            {!hours && 'You have not paid yet, so cancelling costs nothing.'}
            {booking.receipt_received &&
              ' We have not checked your receipt yet; please call us about that payment.'}
          </p>
        )
      )}
      {hours && <p>{hours}</p>}
      {giveBack > 0 && (
        <p>
          {refundTexts(refundWays(self_service.paid_ways, giveBack)) || refundText(booking.payment_method)}
        </p>
      )}
      {toPayers > 0 && <p>Your players get {formatPkr(toPayers)} back, each in the way they paid.</p>}
      <ErrorAlert text={error} />
      <div className="tiles">
        <button type="button" className="danger" disabled={busy} onClick={cancel}>
          {giveBack > 0 ? `Cancel and get ${formatPkr(giveBack)} back` : 'Yes, cancel it'}
        </button>
        <button type="button" className="ghost" disabled={busy} onClick={onKeep}>
          Keep my booking
        </button>
      </div>
    </section>
  );
}
