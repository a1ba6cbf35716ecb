import { useState } from 'react';
import type { SeriesDetail } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, MONEY_METHODS, type MoneyMethod } from '../../../src/domain/ledger.ts';
import { countDates } from '../../../src/domain/series.ts';
import { callApi } from '../../lib/api.ts';
import { ActionButton } from '../action-button.tsx';
import { ChoiceInput } from '../inputs.tsx';

/** What each month's upcoming dates still cost, taken in one step. */
export function SeriesPayments({
  detail: { series },
  coming,
}: {
  detail: SeriesDetail;
  coming: readonly Booking[];
}) {
  const [method, setMethod] = useState<MoneyMethod>(
    series.payment_method === 'bank_transfer'
      ? 'bank_transfer'
      : series.user_id !== null && series.payment_rule === 'credit'
        ? 'credit'
        : 'cash',
  );
  const unpaid = coming.filter(({ balance }) => balance > 0);
  if (unpaid.length === 0) return null;
  const months = [...Map.groupBy(unpaid, ({ date }) => date.slice(0, 7))];
  const methods = MONEY_METHODS.filter((id) => id !== 'credit' || series.user_id !== null);
  return (
    <section className="admin-payment series-payments" aria-label="Payment">
      <ChoiceInput
        label="Paid by"
        of={methods.map((id) => [id, MONEY_METHOD_LABELS[id]] as const)}
        value={method}
        onChoose={setMethod}
      />
      <ul>
        {months.map(([month, dates]) => {
          const amount = dates.reduce((sum, { balance }) => sum + balance, 0);
          const body = { booking_ids: dates.map(({ id }) => id), method, amount };
          return (
            <li key={month} className="cluster">
              <span>{`${monthFormat.format(Date.parse(`${month}-01T00:00:00Z`))}: ${countDates(dates.length)}`}</span>
              <ActionButton
                className="ghost"
                failure="The payment could not be recorded. Please try again."
                act={() =>
                  callApi('POST /api/admin/series/:id/payments', { params: { id: series.id }, body })
                }
              >
                {`Take ${formatPkr(amount)}`}
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
