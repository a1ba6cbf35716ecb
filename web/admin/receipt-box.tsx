import { useState } from 'react';
import type { AuditEntry, ReceiptView } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment } from '../../src/domain/payment.ts';
import { priceAtReceipt } from '../../src/domain/price-then.ts';
import { useParams } from './params.ts';
import { momentLabel } from './words.tsx';

/** The receipt beside the amount it must show. A tap makes it as large as the screen allows. */
export function ReceiptBox({
  receipt,
  booking,
  history,
}: {
  receipt: ReceiptView | null;
  booking: Booking;
  history: readonly AuditEntry[];
}) {
  const [large, setLarge] = useState(false);
  const { href } = useParams();
  if (!receipt) {
    const why = whyNone(booking);
    return why && <p className="notice desk-no-receipt">{why}</p>;
  }
  return (
    <figure className="desk-receipt" data-large={large}>
      <button
        type="button"
        className="desk-receipt-zoom"
        aria-pressed={large}
        aria-label={large ? 'Show the receipt small' : 'Show the receipt large'}
        onClick={() => setLarge(!large)}
      >
        <img src={receipt.url} alt={`Receipt for booking ${booking.id}`} />
      </button>
      <figcaption>
        Uploaded {momentLabel(receipt.uploaded_at)}
        {booking.status === 'pending' && <PriceThen history={history} now={booking.computed_amount} />}
        {receipt.reused_in.length > 0 && (
          <strong className="notice danger desk-reused">
            The same picture was sent for{' '}
            {receipt.reused_in.map((id, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <a href={href({ booking: String(id) })}>booking #{id}</a>
              </span>
            ))}
            .
          </strong>
        )}
      </figcaption>
    </figure>
  );
}

/** A booking that was moved since shows another amount than the one its customer sent. */
function PriceThen({ history, now }: { history: readonly AuditEntry[]; now: number }) {
  const then = priceAtReceipt(history);
  if (then === null || then === now) return null;
  return (
    <span className="notice warning desk-reused">
      It cost {formatPkr(then)} when this was sent, and {formatPkr(now)} since it was moved.
    </span>
  );
}

function whyNone(booking: Booking): string | null {
  if (booking.payment_method === 'bank_transfer') return 'No receipt was uploaded yet.';
  if (!awaitsCardPayment(booking)) return null;
  return 'The customer is paying online. It becomes paid by itself, or lets the court go when the time to pay is over.';
}
