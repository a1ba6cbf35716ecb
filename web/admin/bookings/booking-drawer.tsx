import { useState } from 'react';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { businessDayOf } from '../../../src/domain/business-day.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { isReleased } from '../../../src/domain/late-receipt.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { PayBy } from '../../shared/pay-by.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dateTimeLabel, dayLabel, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { formatBookingEntry } from '../history-format.ts';
import { HistoryList } from '../history-list.tsx';
import { BookingMessages } from '../messages/outbox-panel.tsx';
import { QueryError } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { AddOnsButton } from './add-ons-button.tsx';
import { AttendanceButtons } from './attendance-buttons.tsx';
import { BookingContact } from './booking-contact.tsx';
import { BookingMoney } from './booking-money.tsx';
import { STATUS_ACTIONS } from './booking-table.tsx';
import { ChangeStatusDialog, useStatusChange } from './change-status-dialog.tsx';
import { LedgerForm } from './ledger-form.tsx';
import { ReceiptWithWarnings } from './receipt-with-warnings.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';

/** One booking: customer, payment, receipt, actions, history and messages. */
export function BookingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id } });
  return (
    <Dialog title={`Booking #${id}`} onClose={onClose} drawer>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the booking …</p>}
      {data && <BookingDetailView detail={data} onClose={onClose} />}
    </Dialog>
  );
}

function BookingDetailView({ detail, onClose }: { detail: BookingDetail; onClose: () => void }) {
  const { booking, receipt, history } = detail;
  const { href } = useUrlParams();
  const { busy, error, changeStatus } = useStatusChange();
  const [now] = useState(Date.now);
  const [openDialog, setOpenDialog] = useState<BookingStatus | 'move' | 'extend' | null>(null);
  // The provider confirms card payments; an admin who marks one as paid is asked to confirm it.
  const mayApprove = booking.status === 'pending' && !awaitsCardPayment(booking) && booking.received === 0;
  return (
    <>
      <div className="cluster">
        <StatusBadge status={booking.status} />
        <span className="muted">Booked {dateTimeLabel(booking.created_at)}</span>
      </div>
      {booking.status !== 'cancelled' && booking.date <= businessDayOf(now) && (
        <AttendanceButtons booking={booking} now={now} />
      )}
      <dl className="facts">
        <dt>Customer</dt>
        <dd>
          <a href={href({ customer: String(booking.id), booking: undefined })}>{booking.name}</a>
        </dd>
        <dt>Court</dt>
        <dd>{booking.court_name}</dd>
        <dt>When</dt>
        <dd>
          {dayLabel(booking)}
          <br />
          {timesLabel(booking.slots)}
        </dd>
        {booking.series_id !== null && (
          <>
            <dt>Series</dt>
            <dd>
              <a href={href({ series: String(booking.series_id), booking: undefined })}>
                {`One date of series ${booking.series_id}`}
              </a>
            </dd>
          </>
        )}
        {booking.pay_by && (
          <>
            <dt>{isReleased(booking) ? 'Released' : 'Pay by'}</dt>
            <dd>
              {isReleased(booking) ? (
                `Not paid by ${formatPayBy(booking.pay_by)}`
              ) : (
                <PayBy payBy={booking.pay_by} />
              )}
            </dd>
          </>
        )}
      </dl>
      <BookingContact detail={detail} />

      <section className="admin-payment" aria-label="Payment">
        <div>
          <BookingMoney detail={detail}>
            {mayApprove && (
              <button
                type="button"
                aria-busy={busy}
                onClick={async () => {
                  if (await changeStatus(booking, 'paid')) onClose();
                }}
              >
                {booking.payment_method === 'cash' ? 'Cash received' : 'Approve payment'}
              </button>
            )}
          </BookingMoney>
        </div>
        <ReceiptWithWarnings receipt={receipt} booking={booking} history={history} />
        <LedgerForm detail={detail} />
        <p className="admin-money-next">
          <a href={`/receipt?booking_id=${booking.id}`} target="_blank" rel="noopener">
            {booking.balance > 0 ? 'Invoice to print' : 'Receipt to print'}
          </a>
        </p>
      </section>
      <ErrorAlert text={error} />

      <div className="cluster admin-drawer-actions">
        {booking.status !== 'cancelled' && (
          <>
            <button type="button" className="quiet" onClick={() => setOpenDialog('extend')}>
              Add 30 minutes
            </button>
            <button type="button" className="quiet" onClick={() => setOpenDialog('move')}>
              Move
            </button>
            {booking.series_id === null && (
              <a className="button quiet" href={href({ repeat: String(booking.id), booking: undefined })}>
                Repeat every week
              </a>
            )}
          </>
        )}
        <AddOnsButton booking={booking} />
        {STATUS_ACTIONS[booking.status]
          .filter(({ to }) => !(mayApprove && to === 'paid'))
          .map(({ to, label }) => (
            <button
              key={to}
              type="button"
              className={to === 'cancelled' ? 'danger' : ''}
              onClick={() => setOpenDialog(to)}
            >
              {label}
            </button>
          ))}
      </div>

      <h3>History</h3>
      <HistoryList
        history={history}
        formatEntry={formatBookingEntry}
        firstEntry={{ text: 'Booked', at: booking.created_at }}
      />

      <h3>Email & SMS</h3>
      <BookingMessages bookingId={booking.id} />

      {(openDialog === 'move' || openDialog === 'extend') && (
        <RescheduleDialog
          booking={booking}
          extend={openDialog === 'extend'}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {(openDialog === 'paid' || openDialog === 'cancelled') && (
        <ChangeStatusDialog booking={booking} newStatus={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </>
  );
}
