import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { BookingDetail } from '../../src/domain/admin-api.ts';
import {
  describeBalance,
  type EntryKind,
  type LedgerEntry,
  MONEY_METHOD_LABELS,
  type MoneyMethod,
  proposedMethod,
} from '../../src/domain/ledger.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useAction } from './admin-query.tsx';
import { dateTimeLabel } from './format.ts';

/** A booking's money: what it costs, what came, what is left, and the next payment or refund. */
export function BookingMoney({ detail }: { detail: BookingDetail }) {
  const { booking, entries } = detail;
  // After one share the others are proposed, until everything has come.
  const [payers, setPayers] = useState(1);
  return (
    <div className="admin-money">
      <p className="admin-payment-amount">{formatPkr(booking.charge)}</p>
      <p className="admin-money-balance" data-balance={Math.sign(booking.balance)} role="status">
        {describeBalance(booking.balance)}
      </p>
      {entries.length > 0 && (
        <ul className="admin-money-entries">
          {entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {booking.balance !== 0 && (
        <EntryForm
          key={`${booking.version} ${payers}`}
          detail={detail}
          payers={payers}
          onPayers={setPayers}
        />
      )}
    </div>
  );
}

const KIND_LABELS: Record<EntryKind, string> = {
  payment: 'Paid',
  refund: 'Given back',
  correction: 'Corrected',
  top_up: 'Credit sold',
};

function EntryLine({ entry }: { entry: LedgerEntry }) {
  const { error, busy, run } = useAction('The entry could not be undone. Please try again.');
  const [reason, setReason] = useState<string | null>(null);
  const canUndo = entry.reverses === null && entry.reversed_by === null;
  const undo = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await callApi('POST /api/admin/ledger/:id/reverse', {
        params: { id: entry.id },
        body: { reason: reason ?? '' },
      });
      await invalidateQueries('/api/admin');
      toast.success('Entry undone');
    });
  };
  return (
    <li data-undone={entry.reversed_by === null ? undefined : ''}>
      <span>
        {KIND_LABELS[entry.kind]} {formatPkr(Math.abs(entry.amount))}, {MONEY_METHOD_LABELS[entry.method]}
      </span>
      <span className="muted small">
        {dateTimeLabel(entry.at)}
        {entry.actor_name ? `, ${entry.actor_name}` : ''}
        {entry.note ? `: ${entry.note}` : ''}
      </span>
      {canUndo && reason === null && (
        <button type="button" className="quiet" onClick={() => setReason('')}>
          Undo
        </button>
      )}
      {reason !== null && canUndo && (
        <form onSubmit={undo} className="admin-money-undo">
          <label>
            Why is it undone?
            <input required value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
          {error && <p role="alert">{error}</p>}
          <button type="submit" className="danger" aria-busy={busy}>
            Undo the entry
          </button>
        </form>
      )}
    </li>
  );
}

/** How many people may share a booking's price. */
const PAYERS = [1, 2, 3, 4];

/** Takes a payment or gives money back; the balance and the likely method are proposed, a share is one tap. */
function EntryForm({
  detail: { booking, credit },
  payers,
  onPayers,
}: {
  detail: BookingDetail;
  payers: number;
  onPayers: (payers: number) => void;
}) {
  const isRefund = booking.balance < 0;
  const due = Math.abs(booking.balance);
  const [amount, setAmount] = useState(String(isRefund ? due : Math.ceil(due / payers)));
  const [method, setMethod] = useState<MoneyMethod>(proposedMethod(booking.payment_method));
  const [reference, setReference] = useState('');
  const { error, busy, run } = useAction('The entry could not be saved. Please try again.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const route = isRefund
        ? ('POST /api/admin/bookings/:id/refunds' as const)
        : ('POST /api/admin/bookings/:id/payments' as const);
      await callApi(route, {
        params: { id: booking.id },
        body: {
          amount: Number(amount),
          method,
          version: booking.version,
          ...(reference ? { reference } : {}),
        },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      onPayers(Math.max(1, payers - 1));
      await invalidateQueries('/api/admin');
      toast.success(isRefund ? 'Refund recorded' : 'Payment recorded');
    });
  };
  return (
    <form className="admin-money-form" onSubmit={submit}>
      {!isRefund && (
        <fieldset className="cluster">
          <legend>Split by</legend>
          {PAYERS.map((count) => (
            <button
              key={count}
              type="button"
              className="quiet"
              aria-pressed={count === payers}
              onClick={() => onPayers(count)}
            >
              {count}
            </button>
          ))}
        </fieldset>
      )}
      <label>
        Amount in PKR
        <input
          inputMode="numeric"
          pattern="[0-9]*"
          required
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </label>
      <label>
        {isRefund ? 'Given back by' : 'Paid by'}
        <select value={method} onChange={(event) => setMethod(event.target.value as MoneyMethod)}>
          {Object.entries(MONEY_METHOD_LABELS)
            .filter(
              ([value]) => value !== 'credit' || (isRefund ? booking.user_id !== null : (credit ?? 0) > 0),
            )
            .map(([value, label]) => (
              <option key={value} value={value}>
                {value === 'credit' && !isRefund ? `${label} (${formatPkr(credit ?? 0)} left)` : label}
              </option>
            ))}
        </select>
      </label>
      <label>
        Reference (optional)
        <input value={reference} onChange={(event) => setReference(event.target.value)} />
      </label>
      {error && (
        <p className="alert danger" role="alert">
          {error}
        </p>
      )}
      <button type="submit" aria-busy={busy}>
        {isRefund ? 'Record refund' : 'Take payment'}
      </button>
    </form>
  );
}
