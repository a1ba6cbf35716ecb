import { type ReactNode, useState } from 'react';
import type { ReceiptDoubt } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Inbox } from '../../../src/domain/api/inbox-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NotInBank, useMissingTransfers } from '../bank/not-in-bank.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import {
  ReceiptAmount,
  ReceiptDoubts,
  ReceiptPicture,
  ShareReceiptPicture,
} from '../bookings/receipt-picture.tsx';
import { RejectReceipt } from '../bookings/reject-receipt.tsx';
import { useChange } from '../use-change.ts';

/** The receipt of a booking beside its amount. */
export function ReceiptDecision({
  booking,
  doubt,
  isMissing,
}: {
  booking: Booking;
  doubt: ReceiptDoubt | undefined;
  isMissing: boolean;
}) {
  return (
    <Approval booking={booking} amount={booking.balance} isDoubted={doubt !== undefined || isMissing}>
      <ReceiptPicture url={`/api/booking/${booking.id}/receipt`} bookingId={booking.id}>
        <ReceiptAmount amount={booking.balance} name={booking.name} />
      </ReceiptPicture>
      {doubt && <ReceiptDoubts booking={booking} doubt={doubt} />}
      <NotInBank bookingId={booking.id} />
    </Approval>
  );
}

/** The receipt of a player's share beside its amount. */
export function ShareReceipt({ line: { booking, payer } }: { line: Inbox['share_receipts'][number] }) {
  const { balance, receipt } = payer;
  const name = payer.name || 'a player';
  const isMissing = useMissingTransfers().some(({ payer_id }) => payer_id === payer.id);
  return (
    <>
      <BookingListItem booking={booking} amount={balance} suffix={`, share of ${name}`} />
      <Approval
        booking={booking}
        payer={payer}
        amount={balance}
        isDoubted={isMissing || (receipt !== null && receipt.reused_in.length > 0)}
      >
        {receipt && <ShareReceiptPicture receipt={receipt} booking={booking} amount={balance} name={name} />}
        {receipt && <ReceiptDoubts booking={booking} doubt={receipt} />}
        {isMissing && <NotInBank bookingId={booking.id} />}
      </Approval>
    </>
  );
}

/**
 * Records a transfer of what the customer or the player was asked for; pressed twice, once. The admin compares the
 * receipt with the amount first, so the picture stands beside the buttons, and so does what speaks against it: then an
 * approval takes a second press.
 */
function Approval({
  booking: { id, version, name },
  booking,
  payer,
  amount,
  isDoubted,
  children,
}: {
  booking: Booking;
  /** Whose share it is; without one the booking's. */
  payer?: { id: number; name: string };
  amount: number;
  isDoubted: boolean;
  /** The receipt, and what speaks against it. */
  children: ReactNode;
}) {
  const { busy, error, run } = useChange('The payment could not be recorded. Please try again.');
  const retryHeader = useIdempotencyKey();
  // A newer receipt is asked about anew.
  const [askedOf, setAskedOf] = useState<number | null>(null);
  const isAsked = askedOf === version;
  const asksFirst = isDoubted && !isAsked;
  const approve = () => {
    const body = { amount, method: 'bank_transfer', version, payer_id: payer?.id } as const;
    const headers = retryHeader(body);
    return run(() => callApi('POST /api/admin/bookings/:id/payments', { params: { id }, body, headers }));
  };
  return (
    <div className="admin-inbox-receipt cluster">
      {children}
      {isAsked && (
        <p className="admin-inbox-question">
          {`Has ${formatPkr(amount)} arrived in the bank for this ${payer ? 'share' : 'booking'}?`}
        </p>
      )}
      <button
        type="button"
        className={asksFirst ? 'quiet' : ''}
        aria-busy={busy}
        aria-label={`${isAsked ? 'Yes, approve' : 'Approve'} the payment of ${payer ? payer.name || 'a player' : name}`}
        onClick={() => (asksFirst ? setAskedOf(version) : void approve())}
      >
        {isAsked ? 'Yes, approve' : asksFirst ? 'Approve …' : 'Approve'}
      </button>
      <RejectReceipt booking={booking} {...(payer ? { payer } : {})} />
      <ErrorAlert text={error} />
    </div>
  );
}
