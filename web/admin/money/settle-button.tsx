import { useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod, proposedMethod } from '../../../src/domain/ledger.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Options } from '../../ui/field.tsx';

/** Records with one press that the whole balance of a booking was paid or given back, by the method it proposes. */
export function SettleButton({ booking }: { booking: Booking }) {
  const isRefund = booking.balance < 0;
  const amount = Math.abs(booking.balance);
  const methods = Object.entries(MONEY_METHOD_LABELS).filter(
    ([value]) => value !== 'credit' || (isRefund && booking.user_id !== null),
  );
  const proposed = proposedMethod(booking.payment_method);
  const [method, setMethod] = useState<MoneyMethod>(
    methods.some(([value]) => value === proposed) ? proposed : 'cash',
  );
  const { busy, error, run } = useAction('The entry could not be saved. Please try again.');
  // A retry has the same key, so that the server records it once.
  const key = useRef('');
  const settle = () =>
    run(async () => {
      key.current ||= crypto.randomUUID();
      const options = {
        params: { id: booking.id },
        body: { amount, method, version: booking.version },
        headers: { 'idempotency-key': key.current },
      };
      try {
        if (isRefund) await callApi('POST /api/admin/bookings/:id/refunds', options);
        else await callApi('POST /api/admin/bookings/:id/payments', options);
        toast.success(isRefund ? 'Refund recorded' : 'Payment recorded', {
          description: `${booking.name}, ${formatPkr(amount)}`,
        });
      } finally {
        void invalidateQueries('/api/admin');
      }
    });
  return (
    <div className="admin-settle">
      <select
        aria-label={`How ${formatPkr(amount)} ${isRefund ? 'went back to' : 'came from'} ${booking.name}`}
        value={method}
        onChange={(event) => {
          key.current = '';
          setMethod(event.target.value as MoneyMethod);
        }}
      >
        <Options of={methods.map(([value, label]) => [value, label])} />
      </select>
      <button
        type="button"
        aria-busy={busy}
        aria-label={`${isRefund ? 'Given back to' : 'Paid by'} ${booking.name}`}
        onClick={() => void settle()}
      >
        {isRefund ? 'Given back' : 'Paid'}
      </button>
      <ErrorAlert text={error} />
    </div>
  );
}
