import { type ReactNode, useState } from 'react';
import type { ReceiptView } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFoot } from '../dialog-foot.tsx';
import { useUrlParams } from '../url-params.ts';

/** A receipt as a thumbnail; a press shows it large over the page, below `children` and above its decision. */
export function ReceiptPicture({
  url,
  bookingId,
  name = `Receipt for booking ${bookingId}`,
  children,
  actions,
}: {
  url: string;
  /** Needed without a name. */
  bookingId?: number;
  name?: string;
  children?: ReactNode;
  /** What can be decided while the image is large. */
  actions?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="admin-receipt-picture"
        aria-label={`Show large: ${name}`}
        data-line-focus={actions ? '' : undefined}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt={name} loading="lazy" />
      </button>
      {isOpen && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          {children}
          <img className="admin-receipt-large" src={url} alt={name} />
          {actions && <DialogFoot>{actions}</DialogFoot>}
        </Dialog>
      )}
    </>
  );
}

/** What a receipt must show. */
export function ReceiptAmount({ amount, name }: { amount: number; name: string }) {
  return (
    <p className="admin-receipt-amount">
      <strong>{formatPkr(amount)}</strong> <span className="muted">from {name}</span>
    </p>
  );
}

/**
 * Doubts about a receipt: the same image for another booking, shown next to it, or a price that has changed since.
 */
export function ReceiptDoubts({
  booking = null,
  doubt: { reused_in, price_at_upload },
}: {
  /** Null for a place or purchase, whose price at the upload isn't compared. */
  booking?: Booking | null;
  doubt: Pick<ReceiptView, 'reused_in' | 'price_at_upload'>;
}) {
  const { href } = useUrlParams();
  return (
    <>
      {reused_in.map(({ booking_id, name, status, url }) => (
        <div key={url ?? booking_id} className="alert danger admin-receipt-doubt cluster">
          {url && <ReceiptPicture url={url} name={`Receipt of ${name}`} />}
          {booking_id === null ? (
            <strong>The same picture came from {name} for an event or a plan.</strong>
          ) : (
            <strong>
              The same picture was sent for{' '}
              <a href={href({ booking: String(booking_id) })}>
                booking #{booking_id} by {name}
              </a>
              , {status}.
            </strong>
          )}
        </div>
      ))}
      {price_at_upload !== null && booking !== null && booking.status !== 'paid' && (
        <p className="alert warning admin-receipt-doubt cluster">
          The price was {formatPkr(price_at_upload)} at the upload and is {formatPkr(booking.computed_amount)}{' '}
          since the move.
        </p>
      )}
    </>
  );
}
