import { useState } from 'react';
import type { TransferQr } from '../../../src/domain/api/booking-answers.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';

/** Fills the screen with a booking's code, so that the reception can turn it towards the customer. */
export function CustomerQr({
  qr,
  bookingId,
  onOpen,
}: {
  qr: TransferQr;
  bookingId: number;
  onOpen: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { bank } = usePageData().club;
  const open = () => {
    setOpen(true);
    onOpen();
  };
  return (
    <>
      <button type="button" className="ghost" onClick={open}>
        Show the QR code
      </button>
      {isOpen && (
        <Dialog title={`Booking ${bookingId}`} onClose={() => setOpen(false)} full>
          <div className="customer-qr">
            <p className="display number">{formatPkr(qr.amount)}</p>
            <QrPicture svg={qr.svg} alt={`QR code for a transfer of ${formatPkr(qr.amount)}`} />
            <p>Scan it with your banking app to pay {bank.account_title}.</p>
            {qr.expires_at && <p className="muted">Pay by {formatPayBy(qr.expires_at)}</p>}
          </div>
        </Dialog>
      )}
    </>
  );
}
