import { formatPkr } from '../../src/domain/money.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { usePageData } from '../lib/page-data.tsx';
import { CopyButton } from './copy-button.tsx';
import { type BookingNews, useInstructions } from './use-confirmation.ts';

/** How to pay, with everything a bank's app asks for ready to be copied. */
export function PaymentCard({ news }: { news: BookingNews }) {
  const { booking } = news;
  const instructions = useInstructions(news);
  if (booking.status !== 'pending' || booking.receipt_received) return null;
  const { facts, words } = sortLines(instructions, booking.payment_method === 'bank_transfer');
  return (
    <section className="card lit" aria-labelledby="pay-title">
      <h2 id="pay-title">{instructions.title}</h2>
      {booking.payment_method === 'cash' && (
        <p className="pay-amount display number">{formatPkr(booking.computed_amount)}</p>
      )}
      {facts.length > 0 && (
        <dl className="pay-facts">
          {facts.map(({ label, value, copy }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === 'IBAN' ? 'number pay-iban' : 'number'}>{value}</dd>
              {copy && (
                <dd className="pay-copy">
                  <CopyButton value={copy} what={label} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {booking.payment_method === 'bank_transfer' && <BankQr />}
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** The bank's own QR code, when the owner has given one: to be scanned, or saved and opened in the bank's app. */
function BankQr() {
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

interface Fact {
  label: string;
  value: string;
  /** What goes on the clipboard; nothing for what nobody pastes. */
  copy?: string;
}

const COPIES: Record<string, (value: string) => string> = {
  Amount: (value) => value.replace(/\D/g, ''),
  'Account title': (value) => value,
  IBAN: (value) => value.replace(/\s/g, ''),
  Reference: (value) => value,
};

/** Lines such as `IBAN: PK36 …` become rows, with a Copy button where somebody types them elsewhere. */
function sortLines({ lines }: PaymentInstructions, copies: boolean): { facts: Fact[]; words: string[] } {
  const facts: Fact[] = [];
  const words: string[] = [];
  for (const line of lines) {
    const [, label, value] = /^([A-Z][A-Za-z ]{1,24}): (.+)$/.exec(line) ?? [];
    if (!label || !value) words.push(line);
    else facts.push({ label, value, ...(copies && COPIES[label] ? { copy: COPIES[label](value) } : {}) });
  }
  return { facts, words };
}
