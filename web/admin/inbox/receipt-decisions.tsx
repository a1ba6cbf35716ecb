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
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture } from '../bookings/receipt-picture.tsx';
import { RejectReceipt } from '../bookings/reject-receipt.tsx';
import { useChange } from '../use-change.ts';

/**
 * The admin compares the receipt with the amount first, so the picture stands beside the buttons. What speaks against
 * the receipt stands here too, and then an approval takes a second press.
 */
export function ReceiptDecision({
  booking,
  doubt,
  isMissing,
}: {
  booking: Booking;
  doubt: ReceiptDoubt | undefined;
  isMissing: boolean;
}) {
  const { approve, ...approval } = useApproval(booking, booking.balance);
  return (
    <Approval
      name={booking.name}
      version={booking.version}
      question={`Has ${formatPkr(booking.balance)} arrived in the bank for this booking?`}
      isDoubted={doubt !== undefined || isMissing}
      {...approval}
      onApprove={approve}
      reject={<RejectReceipt booking={booking} />}
    >
      <ReceiptPicture url={`/api/booking/${booking.id}/receipt`} bookingId={booking.id}>
        <ReceiptAmount amount={booking.balance} name={booking.name} />
      </ReceiptPicture>
      {doubt && <ReceiptDoubts booking={booking} doubt={doubt} />}
      <NotInBank bookingId={booking.id} />
    </Approval>
  );
}

/** The receipt of a player's share beside its amount. */
export function ShareReceipt({ line: { booking, player } }: { line: Inbox['share_receipts'][number] }) {
  const { balance, receipt } = player;
  const { approve, ...approval } = useApproval(booking, balance, player.id);
  const name = player.name || 'a player';
  const isMissing = useMissingTransfers().some(({ player_id }) => player_id === player.id);
  const isReused = receipt !== null && receipt.reused_in.length > 0;
  return (
    <>
      <BookingListItem booking={booking} amount={balance} suffix={`, share of ${name}`} />
      <Approval
        name={name}
        version={booking.version}
        question={`Has ${formatPkr(balance)} arrived in the bank for this share?`}
        isDoubted={isReused || isMissing}
        {...approval}
        onApprove={approve}
        reject={<RejectReceipt booking={booking} player={player} />}
      >
        {receipt && (
          <ReceiptPicture
            url={receipt.url}
            bookingId={booking.id}
            name={`Receipt of ${name} for booking ${booking.id}`}
          >
            <ReceiptAmount amount={balance} name={name} />
          </ReceiptPicture>
        )}
        {isReused && (
          <ReceiptDoubts booking={booking} doubt={{ reused_in: receipt.reused_in, price_at_upload: null }} />
        )}
        {isMissing && <NotInBank bookingId={booking.id} />}
      </Approval>
    </>
  );
}

/** Records a transfer of what the customer or the player was asked for; pressed twice, once. */
function useApproval({ id, version }: Booking, amount: number, player_id?: number) {
  const { busy, error, run } = useChange('The payment could not be recorded. Please try again.');
  const retryHeader = useIdempotencyKey();
  const body = { amount, method: 'bank_transfer', version, player_id } as const;
  const approve = () =>
    void run(() =>
      callApi('POST /api/admin/bookings/:id/payments', {
        params: { id },
        body,
        headers: retryHeader(body),
      }),
    );
  return { busy, error, approve };
}

function Approval({
  name,
  version,
  question,
  isDoubted,
  busy,
  error,
  onApprove,
  reject,
  children,
}: {
  name: string;
  /** Of the booking; a newer receipt is asked about anew. */
  version: number;
  /** What the admin confirms when the receipt is doubted. */
  question: string;
  isDoubted: boolean;
  busy: boolean;
  error: string | null;
  onApprove: () => void;
  reject: ReactNode;
  /** The receipt, and what speaks against it. */
  children: ReactNode;
}) {
  const [askedOf, setAskedOf] = useState<number | null>(null);
  const isAsked = askedOf === version;
  const asksFirst = isDoubted && !isAsked;
  return (
    <div className="admin-inbox-receipt cluster">
      {children}
      {isAsked && <p className="admin-inbox-question">{question}</p>}
      <button
        type="button"
        className={asksFirst ? 'quiet' : ''}
        aria-busy={busy}
        aria-label={`${isAsked ? 'Yes, approve' : 'Approve'} the payment of ${name}`}
        onClick={() => (asksFirst ? setAskedOf(version) : onApprove())}
      >
        {isAsked ? 'Yes, approve' : asksFirst ? 'Approve …' : 'Approve'}
      </button>
      {reject}
      <ErrorAlert text={error} />
    </div>
  );
}
