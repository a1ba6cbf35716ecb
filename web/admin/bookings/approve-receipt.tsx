import { useState } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ActionButton } from '../action-button.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';

/** A receipt approved a moment ago. */
export interface Approved {
  entry_id: number;
  booking_id: number;
  name: string;
  amount: number;
}

/**
 * Records a transfer of what the payer was asked for; a double press records it once. The admin compares the receipt
 * with the amount first, so any doubts are shown next to the button; approving then takes a second press.
 */
export function ApproveReceipt({
  booking,
  payer,
  amount,
  isDoubted,
  hasFocus = true,
  onApproved,
}: {
  booking: Booking;
  payer: { id: number; name: string; isCustomer: boolean };
  amount: number;
  isDoubted: boolean;
  /** Whether a dialog that opens with it starts there. */
  hasFocus?: boolean;
  onApproved?: ((approved: Approved) => void) | undefined;
}) {
  const { id, version } = booking;
  const { busy, error, run } = useChange('The payment could not be recorded. Please try again.');
  const retryHeader = useIdempotencyKey();
  // A newer receipt is confirmed separately.
  const [askedOf, setAskedOf] = useState<number | null>(null);
  const isAsked = askedOf === version;
  const asksFirst = isDoubted && !isAsked;
  const approve = () => {
    const body = { amount, method: 'bank_transfer', version, payer_id: payer.id } as const;
    const headers = retryHeader(body);
    return run(async () => {
      const { data } = await callApi('POST /api/admin/bookings/:id/payments', {
        params: { id },
        body,
        headers,
      });
      // Before reloading removes the line.
      onApproved?.({ entry_id: data.entry.id, booking_id: id, name: payer.name, amount });
    });
  };
  return (
    <>
      {isAsked && (
        <p className="admin-inbox-question">
          {`Has ${formatPkr(amount)} arrived in the bank for this ${payer.isCustomer ? 'booking' : 'share'}?`}
        </p>
      )}
      <button
        type="button"
        className={asksFirst ? 'quiet' : ''}
        data-autofocus={hasFocus || undefined}
        aria-busy={busy}
        aria-label={`${isAsked ? 'Yes, approve' : 'Approve'} the payment of ${payer.name}`}
        onClick={() => (asksFirst ? setAskedOf(version) : void approve())}
      >
        {isAsked ? 'Yes, approve' : asksFirst ? 'Approve …' : 'Approve'}
      </button>
      <ErrorAlert text={error} />
    </>
  );
}

/** The last approval, until the next one; undoing it puts the receipt back, which a cancelled booking has no use for. */
export function LastApproval({ approved, onUndone }: { approved: Approved | null; onUndone: () => void }) {
  const { href } = useUrlParams();
  const id = approved?.booking_id ?? 0;
  const { data } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id }, skip: approved === null });
  const isCancelled = data?.booking.id === id && data.booking.status === 'cancelled';
  return (
    <div role="status" className={approved ? 'alert success cluster' : ''}>
      {approved && (
        <>
          <span>
            Approved: <span translate="no">{`${approved.name}, ${formatPkr(approved.amount)}`}</span>,{' '}
            <a href={href({ booking: String(approved.booking_id) })}>booking #{approved.booking_id}</a>
            {isCancelled && '. It was cancelled since: open it to see what goes back.'}
          </span>
          {!isCancelled && (
            <ActionButton
              key={approved.entry_id}
              failure="The approval could not be undone. Please try again."
              act={() =>
                callApi('POST /api/admin/ledger/:id/reverse', {
                  params: { id: approved.entry_id },
                  body: { reason: 'Approved by mistake', reopens_receipt: true },
                })
              }
              onDone={onUndone}
            >
              Undo<span className="visually-hidden"> the approval of {approved.name}</span>
            </ActionButton>
          )}
        </>
      )}
    </div>
  );
}
