import type { ReceiptView } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatIban } from '../../../src/domain/iban.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { ApproveReceipt } from './approve-receipt.tsx';
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture } from './receipt-picture.tsx';
import { RejectReceipt } from './reject-receipt.tsx';

/** Whether reception has still to decide about the customer's receipt. */
export function receiptWaits({ receipt_received, status }: Booking): boolean {
  return receipt_received && status !== 'paid';
}

/** The receipt next to the amount it must show; a split booking comes with only its customer's money. */
export function ReceiptWithWarnings({ receipt, booking }: { receipt: ReceiptView | null; booking: Booking }) {
  if (!receipt) {
    const missingText = missingReceiptText(booking);
    return missingText && <p className="alert admin-receipt-missing">{missingText}</p>;
  }
  const isWaiting = receiptWaits(booking);
  const decision = (hasFocus: boolean) =>
    isWaiting && (
      <>
        {booking.status === 'pending' && (
          <ApproveReceipt
            booking={booking}
            payer={{ id: booking.payer_id, name: booking.name, isCustomer: true }}
            amount={booking.balance}
            isDoubted={receipt.reused_in.length > 0 || receipt.price_at_upload !== null}
            hasFocus={hasFocus}
          />
        )}
        <RejectReceipt booking={booking} />
      </>
    );
  return (
    <figure className="admin-receipt">
      <ReceiptDoubts booking={booking} doubt={receipt} />
      {isWaiting && <div className="cluster admin-receipt-decision">{decision(false)}</div>}
      <ReceiptPicture url={receipt.url} bookingId={booking.id} actions={decision(true)}>
        <ReceiptAmount amount={Math.max(booking.balance, 0) || booking.computed_amount} name={booking.name} />
        <ReceiptDoubts booking={booking} doubt={receipt} />
      </ReceiptPicture>
      <figcaption>
        Uploaded {dateTimeLabel(receipt.uploaded_at)}
        <ReceiptAccount iban={receipt.iban} />
        {receipt.rejected !== null && (
          <span className="alert warning admin-receipt-doubt cluster">Not accepted: {receipt.rejected}</span>
        )}
        <ReplacedReceipts receipts={receipt.replaced} bookingId={booking.id} />
      </figcaption>
    </figure>
  );
}

/** The account that the customer was given, with a warning if the club's has changed since. */
function ReceiptAccount({ iban }: { iban: string }) {
  const { bank } = usePageData().club;
  if (!iban) return null;
  if (iban === bank.iban) return <span className="muted"> for the account {formatIban(iban)}</span>;
  return (
    <strong className="alert warning admin-receipt-doubt cluster">
      The customer was told the earlier account {formatIban(iban)}: look for the payment there.
    </strong>
  );
}

/** Receipts that the customer replaced, newest first, each with its upload time. */
function ReplacedReceipts({ receipts, bookingId }: { receipts: ReceiptView['replaced']; bookingId: number }) {
  if (receipts.length === 0) return null;
  return (
    <ul className="admin-replaced-receipts" aria-label="Replaced receipts">
      {receipts.map(({ url, uploaded_at, rejected }) => (
        <li key={uploaded_at}>
          {url && (
            <ReceiptPicture
              url={url}
              bookingId={bookingId}
              name={`Replaced receipt for booking ${bookingId}`}
            />
          )}
          <span>
            {url ? 'Replaced receipt' : 'Replaced receipt, deleted'}, uploaded {dateTimeLabel(uploaded_at)}
            {rejected !== null && `. Not accepted: ${rejected}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function missingReceiptText(booking: Booking): string | null {
  if (booking.payment_method === 'bank_transfer') return 'No receipt uploaded yet.';
  if (!awaitsCardPayment(booking)) return null;
  return 'The customer is paying online. The booking becomes paid automatically, or is cancelled when time runs out.';
}
