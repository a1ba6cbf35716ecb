import { type FormEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod, proposedMethod } from '../../../src/domain/ledger.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Options } from '../../ui/field.tsx';
import { AmountInput } from '../money/cash-drawer.tsx';

/** How many people may share a booking's price. */
const PAYERS = [1, 2, 3, 4];

/** The next payment or refund of a booking; nothing once it is settled. */
export function LedgerForm({ detail }: { detail: BookingDetail }) {
  const { balance } = detail.booking;
  if (balance === 0) return null;
  return (
    <div className="admin-money admin-money-next">
      <EntryForm key={Math.sign(balance)} detail={detail} isRefund={balance < 0} />
    </div>
  );
}

/**
 * Takes a payment or gives money back. It proposes the balance, or each payer's share of it, so that a price
 * shared by four takes four taps.
 */
function EntryForm({ detail: { booking, credit }, isRefund }: { detail: BookingDetail; isRefund: boolean }) {
  const [payers, setPayers] = useState(1);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [method, setMethod] = useState<MoneyMethod>(proposedMethod(booking.payment_method));
  const [reference, setReference] = useState('');
  const { error, busy, run } = useAction('The entry could not be saved. Please try again.');
  /** A retry of the same request has the same key, so that the server records it once. */
  const attempt = useRef({ body: '', key: '' });

  const due = Math.abs(booking.balance);
  const share = Math.ceil(due / payers);
  const paysWithCredit = method === 'credit' && !isRefund;
  const amount = typedAmount ?? String(paysWithCredit ? Math.min(share, credit ?? 0) : share);
  const methods = Object.entries(MONEY_METHOD_LABELS).filter(
    ([value]) => value !== 'credit' || (isRefund ? booking.user_id !== null : (credit ?? 0) > 0),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entry = { amount: Number(amount), method, ...(reference ? { reference } : {}) };
    const body = { ...entry, version: booking.version };
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() };
    void run(async () => {
      try {
        await callApi(
          isRefund ? 'POST /api/admin/bookings/:id/refunds' : 'POST /api/admin/bookings/:id/payments',
          { params: { id: booking.id }, body, headers: { 'idempotency-key': attempt.current.key } },
        );
        attempt.current = { body: '', key: '' };
        setPayers((count) => Math.max(1, count - 1));
        setTypedAmount(null);
        setReference('');
        if (paysWithCredit) setMethod('cash');
        toast.success(isRefund ? 'Refund recorded' : 'Payment recorded');
      } finally {
        await invalidateQueries('/api/admin');
      }
    });
  };
  return (
    <form className="admin-money-form" onSubmit={submit}>
      {!isRefund && (
        <fieldset>
          <legend>Split by</legend>
          {PAYERS.map((count) => (
            <button
              key={count}
              type="button"
              className="quiet"
              aria-pressed={count === payers}
              onClick={() => {
                setPayers(count);
                setTypedAmount(null);
              }}
            >
              {count}
            </button>
          ))}
        </fieldset>
      )}
      <AmountInput label="Amount in PKR" value={amount} onChange={setTypedAmount} />
      <label>
        {isRefund ? 'Given back by' : 'Paid by'}
        <select value={method} onChange={(event) => setMethod(event.target.value as MoneyMethod)}>
          <Options
            of={methods.map(([value, label]) => [
              value,
              value === 'credit' && !isRefund ? `${label} (${formatPkr(credit ?? 0)} left)` : label,
            ])}
          />
        </select>
      </label>
      <label>
        Reference (optional)
        <input maxLength={200} value={reference} onChange={(event) => setReference(event.target.value)} />
      </label>
      <ErrorAlert text={error} />
      <button type="submit" aria-busy={busy}>
        {isRefund ? 'Record refund' : 'Take payment'}
      </button>
    </form>
  );
}
