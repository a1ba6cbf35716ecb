import { formatPkr } from '../../src/domain/money.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { usePageData } from '../shared/page-data.tsx';
import { CopyButton } from './copy-button.tsx';
import { type BookingDetails, usePaymentInstructions } from './use-confirmation.ts';

/** How to pay, with everything a bank's app asks for ready to be copied. */
export function PaymentCard({ details }: { details: BookingDetails }) {
  const { booking } = details;
  const instructions = usePaymentInstructions(details);
  if (booking.status !== 'pending' || booking.receipt_received) return null;
  const { rows, paragraphs } = splitInstructions(instructions, booking.payment_method === 'bank_transfer');
  return (
    <section className="card highlighted" aria-labelledby="pay-title">
      <h2 id="pay-title">{instructions.title}</h2>
      {booking.payment_method === 'cash' && (
        <p className="pay-amount display number">{formatPkr(booking.computed_amount)}</p>
      )}
      {rows.length > 0 && (
        <dl className="pay-facts">
          {rows.map(({ label, value, clipboardText }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === 'IBAN' ? 'number pay-iban' : 'number'}>{value}</dd>
              {clipboardText && (
                <dd className="pay-copy">
                  <CopyButton value={clipboardText} label={label} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {booking.payment_method === 'bank_transfer' && <BankQrImage />}
      {paragraphs.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** The bank's own QR code, when the owner has given one: to be scanned, or saved and opened in the bank's app. */
function BankQrImage() {
  const { club, bank_picture } = usePageData();
  if (!bank_picture) return null;
  const { url, width, height } = bank_picture;
  return (
    <figure className="pay-qr">
      <img
        src={url}
        width={width}
        height={height}
        alt={`QR code of ${club.bank.bank_name || 'the bank'} for paying ${club.bank.account_title || club.name}`}
      />
      <figcaption>
        <p>Scan it with your bank's app. On this phone: save the picture and open it there.</p>
        <a
          className="button ghost"
          href={url}
          download="bank-qr"
          // The router takes every click that reaches it for a page of its own.
          onClick={(event) => event.stopPropagation()}
        >
          Save the QR code
        </a>
      </figcaption>
    </figure>
  );
}

interface PaymentDetail {
  label: string;
  value: string;
  /** What goes on the clipboard; nothing for what nobody pastes. */
  clipboardText?: string;
}

const CLIPBOARD_FORMATS: Record<string, (value: string) => string> = {
  Amount: (value) => value.replace(/\D/g, ''),
  'Account title': (value) => value,
  IBAN: (value) => value.replace(/\s/g, ''),
  Reference: (value) => value,
};

/** Lines such as `IBAN: PK36 …` become rows, with a Copy button where somebody types them elsewhere. */
function splitInstructions(
  { lines }: PaymentInstructions,
  copyable: boolean,
): { rows: PaymentDetail[]; paragraphs: string[] } {
  const rows: PaymentDetail[] = [];
  const paragraphs: string[] = [];
  for (const line of lines) {
    const [, label, value] = /^([A-Z][A-Za-z ]{1,24}): (.+)$/.exec(line) ?? [];
    if (!label || !value) paragraphs.push(line);
    else
      rows.push({
        label,
        value,
        ...(copyable && CLIPBOARD_FORMATS[label] ? { clipboardText: CLIPBOARD_FORMATS[label](value) } : {}),
      });
  }
  return { rows, paragraphs };
}
