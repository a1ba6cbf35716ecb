import { useState } from 'react';
import type { ReceiptView } from '../../../src/domain/api/admin-booking-routes.ts';
import { type AuditEntry, priceAtReceipt } from '../../../src/domain/audit-log.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatIban } from '../../../src/domain/iban.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { RejectReceipt } from './reject-receipt.tsx';

/** The receipt beside the amount it must show; a tap enlarges it. */
export function ReceiptWithWarnings({
  receipt,
  booking,
  history,
}: {
  receipt: ReceiptView | null;
  booking: Booking;
  history: readonly AuditEntry[];
}) {
  const [enlarged, setEnlarged] = useState(false);
  const { href } = useUrlParams();
  if (!receipt) {
    const missingText = missingReceiptText(booking);
    return missingText && <p className="alert admin-receipt-missing">{missingText}</p>;
  }
  return (
    <figure className="admin-receipt" data-large={enlarged}>
      <button
        type="button"
        className="admin-receipt-zoom"
        aria-pressed={enlarged}
        aria-label={enlarged ? 'Show the receipt small' : 'Show the receipt large'}
        onClick={() => setEnlarged(!enlarged)}
      >
        <img src={receipt.url} alt={`Receipt for booking ${booking.id}`} />
      </button>
      <figcaption>
        Uploaded {dateTimeLabel(receipt.uploaded_at)}
        <ReceiptAccount iban={receipt.iban} />
        {booking.status === 'pending' && (
          <PriceChangedAlert history={history} currentPrice={booking.computed_amount} />
        )}
        {receipt.reused_in.length > 0 && (
          <strong className="alert danger admin-receipt-warning">
            The same picture was uploaded for{' '}
            {receipt.reused_in.map((id, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <a href={href({ booking: String(id) })}>booking #{id}</a>
              </span>
            ))}
            .
          </strong>
        )}
        {receipt.rejected !== null && (
          <span className="alert warning admin-receipt-warning">Not accepted: {receipt.rejected}</span>
        )}
        {booking.receipt_received && booking.status !== 'paid' && <RejectReceipt booking={booking} />}
        <ReplacedReceipts receipts={receipt.replaced} />
      </figcaption>
    </figure>
  );
}

/** The account that the customer was told, with a warning when the club has another one by now. */
function ReceiptAccount({ iban }: { iban: string }) {
  const { bank } = usePageData().club;
  if (!iban) return null;
  if (iban === bank.iban) return <span className="muted"> for the account {formatIban(iban)}</span>;
  return (
    <strong className="alert warning admin-receipt-warning">
      The customer was told the earlier account {formatIban(iban)}: look for the payment there.
    </strong>
  );
}

/** The receipts that the customer replaced, newest first, each with its upload time. */
function ReplacedReceipts({ receipts }: { receipts: ReceiptView['replaced'] }) {
  if (receipts.length === 0) return null;
  return (
    <ul className="admin-replaced-receipts" aria-label="Replaced receipts">
      {receipts.map(({ url, uploaded_at, rejected }) => (
        <li key={uploaded_at}>
          {url ? (
            <a href={url} target="_blank" rel="noreferrer">
              Replaced receipt
            </a>
          ) : (
            'Replaced receipt, deleted'
          )}
          , uploaded {dateTimeLabel(uploaded_at)}
          {rejected !== null && `. Not accepted: ${rejected}`}
        </li>
      ))}
    </ul>
  );
}

/** Warns that an admin moved the booking to another price after the upload. */
function PriceChangedAlert({
  history,
  currentPrice,
}: {
  history: readonly AuditEntry[];
  currentPrice: number;
}) {
  const priceWhenUploaded = priceAtReceipt(history);
  if (priceWhenUploaded === null || priceWhenUploaded === currentPrice) return null;
  return (
    <span className="alert warning admin-receipt-warning">
      The price was {formatPkr(priceWhenUploaded)} at the upload and is {formatPkr(currentPrice)} since the
      move.
    </span>
  );
}

function missingReceiptText(booking: Booking): string | null {
  if (booking.payment_method === 'bank_transfer') return 'No receipt uploaded yet.';
  if (!awaitsCardPayment(booking)) return null;
  return 'The customer is paying online. The booking becomes paid automatically, or is cancelled when the time to pay is over.';
}
