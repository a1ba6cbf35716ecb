import { useState } from 'react';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { businessDayOf } from '../../../src/domain/business-day.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { isReleased } from '../../../src/domain/late-receipt.ts';
import { MAX_OTHERS } from '../../../src/domain/payer.ts';
import { splitBlock } from '../../../src/domain/self-service.ts';
import { dueOf, othersOf, ownPart } from '../../../src/domain/share.ts';
import { callApi, errorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { CompanyForm } from '../../shared/company-form.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PayBy } from '../../shared/pay-by.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ActionMenu, type MenuItem } from '../action-menu.tsx';
import { formatBookingEntry } from '../audit-log-format.ts';
import { AuditLogList } from '../audit-log-list.tsx';
import { NotInBank } from '../bank/not-in-bank.tsx';
import { dateTimeLabel, dayLabel, timesLabel } from '../date-time-labels.ts';
import { BookingMessages } from '../messages/outbox-panel.tsx';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { AddOnsDialog } from './add-ons-dialog.tsx';
import { AttendanceButtons, isDue, offeredAttendances, useAttendance } from './attendance-buttons.tsx';
import { BookingContact } from './booking-contact.tsx';
import { BookingMatch } from './booking-match.tsx';
import { BookingMoney } from './booking-money.tsx';
import { BookingPayers, SplitDialog } from './booking-payers.tsx';
import { STATUS_ACTIONS } from './booking-table.tsx';
import { ChangeStatusDialog } from './change-status-dialog.tsx';
import { FindPlayersDialog } from './find-players-dialog.tsx';
import { ReceiptWithWarnings, receiptWaits } from './receipt-with-warnings.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';

/** One booking: customer, payment, receipt, actions, history and messages. */
export function BookingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id } });
  return (
    <Dialog title={`Booking #${id}`} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data && <BookingDetailView detail={data} />}
    </Dialog>
  );
}

function BookingDetailView({ detail }: { detail: BookingDetail }) {
  const { booking, receipt, history, missed } = detail;
  const { href } = useUrlParams();
  return (
    <div className="admin-booking">
      <BookingActions detail={detail} />
      <div>
        <div className="cluster">
          <StatusBadge booking={booking} />
          {booking.attendance === 'no_show' && <span className="badge warning">No-show</span>}
          <span className="muted">Booked {dateTimeLabel(booking.created_at)}</span>
        </div>
        {missed.length > 0 && (
          <p className="alert warning">
            Did not come {missed.length === 1 ? 'on' : `${missed.length} times, last on`}{' '}
            {shortDate(missed[0] ?? '')}.
          </p>
        )}
        <Facts
          of={{
            Customer: <a href={href({ customer: String(booking.id), booking: undefined })}>{booking.name}</a>,
            Court: booking.court_name,
            When: (
              <>
                {dayLabel(booking)}
                <br />
                {timesLabel(booking.slots)}
              </>
            ),
            Weekly: booking.series_id !== null && (
              <a href={href({ series: String(booking.series_id), booking: undefined })}>
                {`Weekly booking ${booking.series_id}`}
              </a>
            ),
            Released: isReleased(booking) && booking.pay_by && `Not paid by ${formatPayBy(booking.pay_by)}`,
            'Pay by': !isReleased(booking) && booking.pay_by && <PayBy payBy={booking.pay_by} />,
          }}
        />
        <section className="admin-payment" aria-label="Payment">
          <BookingMoney detail={detail} />
          <NotInBank bookingId={booking.id} />
          <ReceiptWithWarnings receipt={receipt} booking={ownPart(booking, detail.payers)} />
        </section>
        <BookingMatch detail={detail} />
        <BookingPayers detail={detail} />
        <BookingContact detail={detail} />
        <CompanyForm bookingId={booking.id} />
        <details>
          <summary>History</summary>
          <AuditLogList
            history={history}
            formatEntry={(entry) => formatBookingEntry(entry, detail.payers)}
            firstEntry={{ text: 'Booked', at: booking.created_at }}
          />
        </details>
        <details>
          <summary>Message log</summary>
          <BookingMessages bookingId={booking.id} />
        </details>
      </div>
    </div>
  );
}

/**
 * The bar at the bottom of the drawer: the most frequent actions, with the rest in a menu. The Tab key reaches it
 * first.
 */
function BookingActions({ detail: { booking, payers, match } }: { detail: BookingDetail }) {
  const { navigate } = useUrlParams();
  const [now] = useState(serverNow);
  const [openDialog, setOpenDialog] = useState<
    BookingStatus | 'move' | 'extend' | 'add-ons' | 'players' | 'split' | null
  >(null);
  const close = () => setOpenDialog(null);
  const { extras, club } = usePageData();
  const { error, record } = useAttendance(booking);
  const due = dueOf(payers);
  const isToCheck = due > 0 && receiptWaits(ownPart(booking, payers));
  const placesLeft = MAX_OTHERS - othersOf(payers).length;
  const stands = booking.status !== 'cancelled';
  const mayArrive = stands && booking.date <= businessDayOf(now);
  const isFirst = mayArrive && booking.attendance === null && isDue(booking, now);
  const items: MenuItem[] = [];
  if (mayArrive && offeredAttendances(booking, now).includes('no_show')) {
    items.push({
      label: booking.attendance === 'no_show' ? 'Undo the no-show' : 'No-show',
      run: () => void record('no_show'),
    });
  }
  if (stands) {
    items.push({ label: 'Add 30 minutes', run: () => setOpenDialog('extend') });
    if (extras?.add_ons.length || booking.lines) {
      items.push({ label: 'Add-ons', run: () => setOpenDialog('add-ons') });
    }
    if (splitBlock(booking, now) === null && !match) {
      if (placesLeft === MAX_OTHERS)
        items.push({ label: 'Split the price', run: () => setOpenDialog('split') });
      if (placesLeft > 0) items.push({ label: 'Find players', run: () => setOpenDialog('players') });
    }
    if (booking.series_id === null) {
      items.push({
        label: 'Repeat weekly',
        run: () => navigate({ repeat: String(booking.id), booking: undefined }),
      });
    }
  }
  items.push({
    label: booking.balance > 0 ? 'Print the invoice' : 'Print the receipt',
    run: () => open(`/receipt?booking_id=${booking.id}`, '_blank', 'noopener'),
  });
  if (booking.email && !club.no_mail)
    items.push({
      label: booking.balance > 0 ? 'Email the invoice' : 'Email the receipt',
      run: () => void emailInvoice(booking.id),
    });
  for (const { to, label } of STATUS_ACTIONS[booking.status]) {
    items.push({ label, danger: to === 'cancelled', run: () => setOpenDialog(to) });
  }
  return (
    <div className="admin-drawer-bar">
      <ErrorAlert text={error} />
      {mayArrive && <AttendanceButtons booking={booking} offered={['arrived']} isDue={isFirst} />}
      <PaymentButton booking={booking} due={due} className={isFirst || isToCheck ? 'quiet' : ''} />
      {stands && (
        <button type="button" className="quiet" onClick={() => setOpenDialog('move')}>
          Move
        </button>
      )}
      <ActionMenu label="More actions" items={items}>
        ⋯
      </ActionMenu>
      {(openDialog === 'move' || openDialog === 'extend') && (
        <RescheduleDialog booking={booking} extend={openDialog === 'extend'} onClose={close} />
      )}
      {openDialog === 'players' && <FindPlayersDialog booking={booking} most={placesLeft} onClose={close} />}
      {openDialog === 'split' && <SplitDialog booking={booking} onClose={close} />}
      {openDialog === 'add-ons' && <AddOnsDialog booking={booking} onClose={close} />}
      {(openDialog === 'paid' || openDialog === 'cancelled') && (
        <ChangeStatusDialog booking={booking} newStatus={openDialog} onClose={close} />
      )}
    </div>
  );
}

async function emailInvoice(id: number): Promise<void> {
  try {
    const { data } = await callApi('POST /api/admin/bookings/:id/invoice', { params: { id } });
    showToast('success', 'Sent', `It goes to ${data.recipient}.`);
  } catch (error) {
    showToast('error', 'Not sent', errorMessage(error, 'Please try again.'));
  }
}
