import { formatPkr } from '../../src/domain/money.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { CopyButton } from './copy-button.tsx';
import { type BookingNews, useInstructions } from './use-confirmation.ts';

/** How to pay, with everything a bank's app asks for ready to be copied. */
export function PaymentCard({ news }: { news: BookingNews }) {
  const { booking } = news;
  const instructions = useInstructions(booking.id, news.instructions);
  if (!instructions || booking.status !== 'pending' || booking.receipt_received) return null;
  const { facts, words } = sortLines(instructions);
  return (
    <section className="card lit" aria-labelledby="pay-title">
      <h2 id="pay-title">{instructions.title}</h2>
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
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {booking.payment_method === 'cash' && (
        <p className="pay-amount display number">{formatPkr(booking.computed_amount)}</p>
      )}
    </section>
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

/** Lines such as `IBAN: PK36 …` become rows with a Copy button, the rest stays as it is. */
function sortLines({ lines }: PaymentInstructions): { facts: Fact[]; words: string[] } {
  const facts: Fact[] = [];
  const words: string[] = [];
  for (const line of lines) {
    const [, label, value] = /^([A-Z][A-Za-z ]{1,24}): (.+)$/.exec(line) ?? [];
    if (!label || !value) words.push(line);
    else facts.push({ label, value, ...(COPIES[label] ? { copy: COPIES[label](value) } : {}) });
  }
  return { facts, words };
}
