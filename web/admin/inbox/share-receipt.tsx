import { useRef, useState } from 'react';
import type { Inbox } from '../../../src/domain/api/inbox-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NotInBank, useMissingTransfers } from '../bank/not-in-bank.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { ReceiptDoubts, ReceiptPicture } from '../bookings/receipt-picture.tsx';
import { RejectReceipt } from '../bookings/reject-receipt.tsx';

/** The receipt of a player's share beside its amount; a doubted one takes a second press. */
export function ShareReceipt({ line: { booking, player } }: { line: Inbox['share_receipts'][number] }) {
  const { busy, error, run } = useAction('The payment could not be recorded. Please try again.');
  const [isAsked, setAsked] = useState(false);
  const key = useRef(crypto.randomUUID());
  const { balance, receipt } = player;
  const name = player.name || 'a player';
  const isMissing = useMissingTransfers().some(({ player_id }) => player_id === player.id);
  const isReused = receipt !== null && receipt.reused_in.length > 0;
  const isDoubted = isReused || isMissing;
  const approve = () =>
    run(async () => {
      await callApi('POST /api/admin/bookings/:id/payments', {
        params: { id: booking.id },
        body: { player_id: player.id, amount: balance, method: 'bank_transfer', version: booking.version },
        headers: { 'idempotency-key': key.current },
      });
      await invalidateQueries('/api/admin');
    });
  return (
    <>
      <BookingListItem booking={booking} amount={balance} suffix={`, share of ${name}`} />
      <div className="admin-inbox-receipt">
        {receipt && (
          <ReceiptPicture
            url={receipt.url}
            bookingId={booking.id}
            name={`Receipt of ${name} for booking ${booking.id}`}
          >
            <p className="admin-receipt-amount">
              <strong>{formatPkr(balance)}</strong> <span className="muted">from {name}</span>
            </p>
          </ReceiptPicture>
        )}
        {isReused && (
          <ReceiptDoubts booking={booking} doubt={{ reused_in: receipt.reused_in, price_at_upload: null }} />
        )}
        {isMissing && <NotInBank bookingId={booking.id} />}
        {isAsked && (
          <p className="admin-inbox-question">Has {formatPkr(balance)} arrived in the bank for this share?</p>
        )}
        <button
          type="button"
          className={isDoubted && !isAsked ? 'quiet' : ''}
          aria-busy={busy}
          disabled={busy}
          aria-label={`${isAsked ? 'Yes, approve' : 'Approve'} the payment of ${name}`}
          onClick={() => (isDoubted && !isAsked ? setAsked(true) : void approve())}
        >
          {isAsked ? 'Yes, approve' : isDoubted ? 'Approve …' : 'Approve'}
        </button>
        <RejectReceipt booking={booking} player={player} />
        <ErrorAlert text={error} />
      </div>
    </>
  );
}
