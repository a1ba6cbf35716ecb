import { useState } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { shortDate } from '../../../src/domain/business-day.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../../src/domain/ledger.ts';
import { paymentMethodLabel } from '../../../src/domain/payment.ts';
import { startOfPlay } from '../../../src/domain/play-time.ts';
import {
  countDates,
  PAYMENT_RULE_LABELS,
  type SeriesDetail,
  seriesLabel,
} from '../../../src/domain/series.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { QueryError, useAdminQuery } from '../admin-query.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAction } from '../use-action.ts';
import { CancelDatesDialog } from './cancel-dates-dialog.tsx';
import { ChangeSeriesDialog } from './change-series-dialog.tsx';

/** One series: its customer, its dates and what can be done with them together. */
export function SeriesDrawer({
  id,
  onClose,
  onExtend,
}: {
  id: number;
  onClose: () => void;
  onExtend: (detail: SeriesDetail) => void;
}) {
  const { data, error } = useAdminQuery('GET /api/admin/series/:id', { params: { id } });
  return (
    <Dialog title={`Series ${id}`} onClose={onClose} drawer>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the series …</p>}
      {data && <SeriesView detail={data} onExtend={() => onExtend(data)} />}
    </Dialog>
  );
}

function SeriesView({ detail, onExtend }: { detail: SeriesDetail; onExtend: () => void }) {
  const { series, bookings } = detail;
  const [openDialog, setOpenDialog] = useState<'change' | 'cancel' | null>(null);
  const coming = bookings.filter((one) => one.status !== 'cancelled' && startOfPlay(one) > Date.now());
  const earlier = bookings.filter((booking) => !coming.includes(booking));
  return (
    <>
      <dl className="facts">
        <dt>Customer</dt>
        <dd>
          {series.name}
          <br />
          <span className="muted">{[series.phone, series.email].filter(Boolean).join(', ')}</span>
        </dd>
        <dt>Time</dt>
        <dd>{seriesLabel(series)}</dd>
        <dt>Court</dt>
        <dd>{series.court_name}</dd>
        <dt>Payment</dt>
        <dd>
          {PAYMENT_RULE_LABELS[series.payment_rule]}
          {series.payment_rule !== 'credit' && `, ${paymentMethodLabel(series.payment_method).toLowerCase()}`}
        </dd>
      </dl>
      <div className="cluster admin-drawer-actions">
        <button type="button" className="quiet" onClick={onExtend}>
          Add dates
        </button>
        {coming.length > 0 && (
          <>
            <button type="button" className="quiet" onClick={() => setOpenDialog('change')}>
              Change
            </button>
            <button type="button" className="danger" onClick={() => setOpenDialog('cancel')}>
              Cancel or pause
            </button>
          </>
        )}
      </div>
      <h3>{coming.length > 0 ? `${countDates(coming.length)} to come` : 'No dates to come'}</h3>
      <DateList bookings={coming} />
      <MonthPayments detail={detail} coming={coming} />
      {earlier.length > 0 && (
        <details className="series-over">
          <summary>{`Played and cancelled (${earlier.length})`}</summary>
          <DateList bookings={earlier} />
        </details>
      )}
      {openDialog === 'cancel' && (
        <CancelDatesDialog series={series} coming={coming} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'change' && (
        <ChangeSeriesDialog series={series} coming={coming} onClose={() => setOpenDialog(null)} />
      )}
    </>
  );
}

function DateList({ bookings }: { bookings: readonly Booking[] }) {
  const { href } = useUrlParams();
  return (
    <ul className="series-bookings">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <a href={href({ booking: String(booking.id), series: undefined })}>
            <strong>{shortDate(booking.date)}</strong> {timesLabel(booking.slots)}
          </a>
          <StatusBadge status={booking.status} />
          <span className="series-amount">{formatPkr(booking.charge)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the coming dates of each month still cost, taken in one step. */
function MonthPayments({ detail: { series }, coming }: { detail: SeriesDetail; coming: readonly Booking[] }) {
  const [method, setMethod] = useState<MoneyMethod>(
    series.payment_method === 'bank_transfer'
      ? 'bank_transfer'
      : series.user_id !== null && series.payment_rule === 'credit'
        ? 'credit'
        : 'cash',
  );
  const { busy, error, run } = useAction('The payment could not be recorded. Please try again.');
  const unpaid = coming.filter(({ balance }) => balance > 0);
  if (unpaid.length === 0) return null;
  const months = [...Map.groupBy(unpaid, ({ date }) => date.slice(0, 7))];
  const methods = Object.entries(MONEY_METHOD_LABELS).filter(
    ([value]) => value !== 'credit' || series.user_id !== null,
  );
  const take = (dates: readonly Booking[], amount: number) =>
    run(async () => {
      const body = { booking_ids: dates.map(({ id }) => id), method, amount };
      await callApi('POST /api/admin/series/:id/payments', { params: { id: series.id }, body });
      await invalidateQueries('/api/admin');
    });
  return (
    <section className="admin-payment series-payments" aria-label="Payment">
      <label>
        Paid by
        <select value={method} onChange={(event) => setMethod(event.target.value as MoneyMethod)}>
          {methods.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {months.map(([month, dates]) => {
          const amount = dates.reduce((sum, { balance }) => sum + balance, 0);
          return (
            <li key={month}>
              <span>{`${monthFormat.format(Date.parse(`${month}-01T00:00:00Z`))}: ${countDates(dates.length)}`}</span>
              <button
                type="button"
                className="ghost"
                aria-busy={busy}
                onClick={() => void take(dates, amount)}
              >
                {`Take ${formatPkr(amount)}`}
              </button>
            </li>
          );
        })}
      </ul>
      <ErrorAlert text={error} />
    </section>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
