import { useState } from 'react';
import type { SeriesDetail } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { paymentMethodLabel } from '../../../src/domain/payment-instructions.ts';
import { shortPlayDate, startOfPlay } from '../../../src/domain/play-time.ts';
import { countDates, PAYMENT_RULE_LABELS, seriesLabel } from '../../../src/domain/series.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { timesLabel } from '../date-time-labels.ts';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { CancelDatesDialog } from './cancel-dates-dialog.tsx';
import { ChangeSeriesDialog } from './change-series-dialog.tsx';
import { SeriesPayments } from './series-payments.tsx';

/** A series: its customer, its dates and what can be done with them together. */
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
    <Dialog title={`Weekly booking ${id}`} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data && <SeriesView detail={data} onExtend={() => onExtend(data)} />}
    </Dialog>
  );
}

function SeriesView({ detail, onExtend }: { detail: SeriesDetail; onExtend: () => void }) {
  const { series, bookings } = detail;
  const [openDialog, setOpenDialog] = useState<'change' | 'cancel' | null>(null);
  const coming = bookings.filter((one) => one.status !== 'cancelled' && startOfPlay(one) > serverNow());
  const earlier = bookings.filter((booking) => !coming.includes(booking));
  return (
    <>
      <Facts
        of={{
          Customer: (
            <>
              {series.name}
              <br />
              <span className="muted">{[series.phone, series.email].filter(Boolean).join(', ')}</span>{' '}
              <WhatsAppMenu phone={series.phone} name={series.name} />
            </>
          ),
          Time: seriesLabel(series),
          Court: series.court_name,
          Payment: `${PAYMENT_RULE_LABELS[series.payment_rule]}${series.payment_rule === 'credit' ? '' : `, ${paymentMethodLabel(series.payment_method).toLowerCase()}`}`,
        }}
      />
      <div className="cluster">
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
      <SeriesPayments detail={detail} coming={coming} />
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
    <ul className="lines">
      {bookings.map((booking) => (
        <li key={booking.id} className="list-line">
          <a href={href({ booking: String(booking.id), series: undefined })}>
            <strong>{shortPlayDate(booking)}</strong> {timesLabel(booking.slots)}
          </a>
          <StatusBadge booking={booking} />
          <span className="series-amount">{formatPkr(booking.charge)}</span>
        </li>
      ))}
    </ul>
  );
}
