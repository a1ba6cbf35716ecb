import type { TransferQr } from '../../../src/domain/api/booking-answers.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { saveSvgAsPng } from '../../lib/save-svg.ts';
import { QrPicture } from '../../ui/qr-picture.tsx';

/** A QR code for exactly what is owed; a phone can't scan its own screen, so the image can be saved. */
export function TransferQrCode({ qr: { svg, amount, expires_at } }: { qr: TransferQr }) {
  return (
    <figure className="pay-qr">
      <QrPicture svg={svg} alt={`QR code for a transfer of ${formatPkr(amount)}`} />
      <figcaption>
        <p>
          Scan this code with your banking app, or save it and open it in the app on this phone. It fills in
          the account and {formatPkr(amount)}
          {expires_at && `, and works until ${formatPayBy(expires_at)}`}.
        </p>
        <button type="button" className="ghost" onClick={() => saveSvgAsPng(svg, 'transfer-qr')}>
          Save picture
        </button>
      </figcaption>
    </figure>
  );
}
