import { formatPkr } from '../../../src/domain/format-money.ts';
import type { PaymentInstructions } from '../../../src/domain/payment-instructions.ts';
import { usePageData } from '../page-data.tsx';
import { CopyButton } from './copy-button.tsx';
import { TransferQrCode } from './transfer-qr-code.tsx';
import type { CustomerDetails } from './use-booking-details.ts';

/** How to pay for a booking, or the extra it costs since it was moved. */
export function PaymentCard({ details: { booking, instructions } }: { details: CustomerDetails }) {
  const { status, receipt_received, balance } = booking;
  if (status === 'cancelled' || (status === 'pending' && receipt_received)) return null;
  if (status === 'paid' && balance <= 0) return null;
  return (
    <InstructionsCard
      instructions={instructions}
      method={booking.payment_method}
      cashAmount={booking.payment_method === 'cash' ? formatPkr(booking.balance) : ''}
    />
  );
}

/** Payment instructions, with a Copy button next to each detail that a banking app asks for. */
export function InstructionsCard({
  instructions: { title, details, notes, qr },
  method,
  cashAmount = '',
}: {
  instructions: PaymentInstructions;
  method: string;
  cashAmount?: string;
}) {
  return (
    <section className="card highlighted" aria-labelledby="pay-title" data-keep-visible>
      <h2 id="pay-title">{title}</h2>
      {cashAmount && (
        <p className="pay-amount display number" translate="no">
          {cashAmount}
        </p>
      )}
      {details.length > 0 && (
        <dl className="pay-facts">
          {details.map(({ label, value, copy }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd translate="no" className={label === 'IBAN' ? 'number pay-iban' : 'number'}>
                {value}
              </dd>
              {copy && (
                <dd className="pay-copy">
                  <CopyButton value={copy} label={label} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {qr ? <TransferQrCode qr={qr} /> : method === 'bank_transfer' && <BankQrImage />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
}

/** The QR code issued by the owner's bank, if the owner has uploaded it. */
function BankQrImage() {
  const { club, bank_qr_image } = usePageData();
  if (!bank_qr_image) return null;
  const { url, width, height } = bank_qr_image;
  return (
    <figure className="pay-qr">
      <img
        src={url}
        width={width}
        height={height}
        alt={`QR code of ${club.bank.bank_name || 'the bank'} for paying ${club.bank.account_title || club.name}`}
      />
      <figcaption>
        <p>Scan the code with your banking app, or save it and open it in the app on this phone.</p>
        <a
          className="button ghost"
          href={url}
          download="bank-qr"
          // Otherwise the router would treat the picture as a page.
          onClick={(event) => event.stopPropagation()}
        >
          Save the QR code
        </a>
      </figcaption>
    </figure>
  );
}
