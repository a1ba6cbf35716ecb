import { toast } from 'sonner';
import type { Booking } from '../../src/domain/booking.ts';
import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment, balanceDue } from '../../src/domain/payment.ts';
import { refundOf } from '../../src/domain/refund.ts';
import { endInstantOf } from '../../src/domain/slot.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useAction, useAdminQuery } from './admin-query.tsx';
import { Dialog } from './dialog.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from './format.ts';

/** Changes the status of the booking version that the admin saw, and shows a toast with the result. */
export function useStatusChange() {
  const action = useAction('Failed to update booking status');
  const changeStatus = (booking: Booking, status: BookingStatus) =>
    action.run(async () => {
      try {
        await callApi('PUT /api/admin/bookings/:id/status', {
          params: { id: booking.id },
          body: { status, version: booking.version },
        });
        toast.success('Success', { description: 'Booking status updated successfully' });
        return true;
      } catch (error) {
        toast.error('Error', { description: 'Failed to update booking status' });
        throw error;
      } finally {
        void invalidateQueries('/api/admin');
      }
    });
  return { ...action, changeStatus };
}

const DIALOG_TITLES = {
  paid: { pending: 'Mark as paid?', cancelled: 'Restore this booking?', paid: '' },
  cancelled: { pending: 'Cancel this booking?', paid: 'Cancel this booking?', cancelled: '' },
} as const;

/** Asks before a status changes and lists the consequences. */
export function ChangeStatusDialog({
  booking,
  newStatus,
  onClose,
}: {
  booking: Booking;
  newStatus: BookingStatus;
  onClose: () => void;
}) {
  const { busy, error, changeStatus } = useStatusChange();
  const title = newStatus === 'pending' ? '' : DIALOG_TITLES[newStatus][booking.status];
  const label =
    newStatus === 'cancelled' ? 'Cancel booking' : booking.status === 'cancelled' ? 'Restore' : 'Mark Paid';
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>
          #{booking.id} {booking.name}
        </strong>
        <br />
        {booking.court_name}, {dayLabel(booking)}, {timesLabel(booking.slots)}
      </p>
      <StatusChangeEffects booking={booking} newStatus={newStatus} />
      {error && (
        <p className="alert danger" role="alert">
          {error}
        </p>
      )}
      <div className="admin-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          Keep as it is
        </button>
        <button
          type="button"
          className={newStatus === 'cancelled' ? 'danger' : ''}
          aria-busy={busy}
          onClick={async () => {
            if (await changeStatus(booking, newStatus)) onClose();
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}

const RECEIVED_BY_METHOD: Record<string, string> = {
  cash: 'in cash',
  bank_transfer: 'by bank transfer',
  card: 'at the desk; refund any card payment that still arrives',
};

function StatusChangeEffects({ booking, newStatus }: { booking: Booking; newStatus: BookingStatus }) {
  const amount = formatPkr(booking.computed_amount);
  const missing = balanceDue(booking);
  if (newStatus === 'paid' && booking.status === 'pending') {
    return (
      <ul className="checklist">
        <li>
          {missing === null
            ? `${amount} is recorded as received ${RECEIVED_BY_METHOD[booking.payment_method] ?? ''}.`
            : `${formatPkr(booking.card_received ?? 0)} was paid by card; the missing ${formatPkr(Math.max(missing, 0))} is recorded as received at the desk.`}
        </li>
        <li>The booking is confirmed.</li>
      </ul>
    );
  }
  if (newStatus === 'paid') {
    return (
      <>
        <RestoreWarning booking={booking} />
        <ul className="checklist">
          <li>The slots are booked again if they are still free.</li>
          <li>{amount} is recorded as paid.</li>
        </ul>
      </>
    );
  }
  const refund = refundOf(booking, Date.now());
  return (
    <ul className="checklist">
      <li>
        {hasEnded(booking)
          ? 'The booked time is over.'
          : `${timesLabel(booking.slots)} is free for others at once.`}
      </li>
      {booking.status === 'paid' ? (
        <li>
          Refund policy: {refundLabel(refund.percent, refund.amount)} (
          {timeBeforeStartLabel(refund.hours_left)}
          ).
          {refund.percent < 100 &&
            ' A cancellation by the club is refunded in full, a documented emergency by 50 %.'}
        </li>
      ) : (
        <li>{unpaidLabel(booking)}</li>
      )}
    </ul>
  );
}

function RestoreWarning({ booking }: { booking: Booking }) {
  const { data } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id: booking.id } });
  return data?.restore_warning ? <p className="alert warning">{data.restore_warning}</p> : null;
}

function unpaidLabel(booking: Booking): string {
  const { card_received, receipt_received } = booking;
  if (card_received !== null) {
    return `${formatPkr(card_received)} was paid by card: refund it in the provider's dashboard.`;
  }
  if (awaitsCardPayment(booking))
    return 'The customer is paying online: refund any payment that still arrives.';
  return receipt_received
    ? 'The customer uploaded a receipt. Refund the transfer if it arrived.'
    : 'No payment was received, so there is nothing to refund.';
}

function refundLabel(percent: number, amount: number): string {
  return percent === 0 ? 'no refund' : `${percent} % refund, ${formatPkr(amount)}`;
}

function timeBeforeStartLabel(hours: number): string {
  if (hours < 0) return 'play has started';
  if (hours < 1) return 'play starts within the hour';
  return `${Math.floor(hours)} ${Math.floor(hours) === 1 ? 'hour' : 'hours'} before the start`;
}

function hasEnded({ date, slots }: Booking): boolean {
  const last = hoursOfSlots(slots).at(-1);
  return last !== undefined && endInstantOf(date, last) <= Date.now();
}
