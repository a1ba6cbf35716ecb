import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  describeBalance,
  MONEY_METHOD_LABELS,
  type MoneyMethod,
  proposedMethod,
} from '../../../src/domain/ledger.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Options } from '../../ui/field.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { AmountInput } from './cash-drawer.tsx';
import { CustomerQr } from './customer-qr.tsx';

/** How many people may share a booking's price. */
const PAYERS = [1, 2, 3, 4];

/** Opens the sheet that takes a booking’s payment or gives money back; nothing once the booking is settled. */
export function PaymentButton({ booking, className = '' }: { booking: Booking; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const isRefund = booking.balance < 0;
  return (
    <>
      {booking.balance !== 0 && (
        <button type="button" className={className} onClick={() => setOpen(true)}>
          {isRefund ? 'Give back' : 'Take payment'}
          <span className="visually-hidden">
            {isRefund ? ` to ${booking.name}` : ` from ${booking.name}`}
          </span>
        </button>
      )}
      {isOpen && <PaymentSheet id={booking.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function PaymentSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id } });
  const booking = data?.booking;
  return (
    <Dialog title={booking && booking.balance < 0 ? 'Give back' : 'Take payment'} onClose={onClose}>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the booking …</p>}
      {booking && (
        <>
          <p>
            <strong>{booking.name}</strong> <span className="muted">#{booking.id}</span>
            <br />
            {`${dayLabel(booking)}, ${timesLabel(booking.slots)}`}
          </p>
          {awaitsCardPayment(booking) && (
            <p className="alert warning">
              The customer is paying online: refund any card payment that still arrives.
            </p>
          )}
          {booking.balance === 0 ? (
            <p role="status">{describeBalance(0)}</p>
          ) : (
            <EntryForm
              key={Math.sign(booking.balance)}
              detail={data}
              isRefund={booking.balance < 0}
              onClose={onClose}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

/**
 * Takes a payment or gives money back. It proposes the balance, or each payer's share of it, so that a price
 * shared by four takes four taps.
 */
function EntryForm({
  detail: { booking, credit, transfer_qr },
  isRefund,
  onClose,
}: {
  detail: BookingDetail;
  isRefund: boolean;
  onClose: () => void;
}) {
  const [payers, setPayers] = useState(1);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [method, setMethod] = useState<MoneyMethod>(proposedMethod(booking.payment_method));
  const [reference, setReference] = useState('');
  const { error, busy, run } = useAction('The entry could not be saved. Please try again.');
  /** A retry of the same request has the same key, so that the server records it once. */
  const attempt = useRef({ body: '', key: '' });
  const submitRef = useRef<HTMLButtonElement>(null);
  // The form comes after its dialog has opened, and what it proposes is mostly right.
  useEffect(() => submitRef.current?.focus(), []);

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
        toast.success(isRefund ? 'Refund recorded' : 'Payment recorded', {
          description: `${booking.name}, ${formatPkr(Number(amount))}`,
        });
        if (Number(amount) >= due) onClose();
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
      {transfer_qr && (
        <CustomerQr qr={transfer_qr} bookingId={booking.id} onOpen={() => setMethod('bank_transfer')} />
      )}
      <ErrorAlert text={error} />
      <div className="admin-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          Close
        </button>
        <button type="submit" ref={submitRef} aria-busy={busy}>
          {`${isRefund ? 'Give back' : 'Take'} ${formatPkr(Number(amount))}`}
        </button>
      </div>
    </form>
  );
}
