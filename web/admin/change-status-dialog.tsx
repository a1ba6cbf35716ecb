import { toast } from 'sonner';
import type { Booking } from '../../src/domain/booking.ts';
import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment, balanceDue } from '../../src/domain/payment.ts';
import { refundOf } from '../../src/domain/refund.ts';
import { endInstantOf } from '../../src/domain/slot.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useAction } from './admin-query.tsx';
import { Dialog } from './dialog.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from './format.ts';

/**
 * Writes a decision with the version that was looked at, and says how it went. `failed` is told before
 * the sentence is shown where the decision was made.
 */
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

/** Asks before a status changes, and says what follows from it. */
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
  card: 'at the desk; card money that still comes is to be given back',
};

function StatusChangeEffects({ booking, newStatus }: { booking: Booking; newStatus: BookingStatus }) {
  const amount = formatPkr(booking.computed_amount);
  const missing = balanceDue(booking);
  if (newStatus === 'paid' && booking.status === 'pending') {
    return (
      <ul className="checklist">
        <li>
          {missing === null
            ? `${amount} counts as received ${RECEIVED_BY_METHOD[booking.payment_method] ?? ''}.`
            : `${formatPkr(booking.card_received ?? 0)} came by card; the missing ${formatPkr(Math.max(missing, 0))} counts as received at the desk.`}
        </li>
        <li>The booking is confirmed.</li>
      </ul>
    );
  }
  if (newStatus === 'paid') {
    return (
      <ul className="checklist">
        <li>Its times are taken again, if nobody else has them by now.</li>
        <li>{amount} counts as paid.</li>
      </ul>
    );
  }
  const refund = refundOf(booking, Date.now());
  return (
    <ul className="checklist">
      <li>
        {hasEnded(booking) ? 'Its time is over.' : `${timesLabel(booking.slots)} is free for others at once.`}
      </li>
      {booking.status === 'paid' ? (
        <li>
          By the refund policy: {refundLabel(refund.percent, refund.amount)} (
          {timeBeforeStartLabel(refund.hours_left)}
          ).
          {refund.percent < 100 &&
            ' If the club cancels, or for a documented emergency, you decide otherwise.'}
        </li>
      ) : (
        <li>{unpaidLabel(booking)}</li>
      )}
    </ul>
  );
}

function unpaidLabel(booking: Booking): string {
  const { card_received, receipt_received } = booking;
  if (card_received !== null) {
    return `${formatPkr(card_received)} came by card: give it back in the provider's dashboard.`;
  }
  if (awaitsCardPayment(booking))
    return 'The customer is paying online: money that still comes is to be given back.';
  return receipt_received
    ? 'A receipt was sent. If its money came, it is to be given back.'
    : 'Nothing was received, so nothing is to be paid back.';
}

function refundLabel(percent: number, amount: number): string {
  return percent === 0 ? 'no refund' : `${percent} % back, ${formatPkr(amount)}`;
}

function timeBeforeStartLabel(hours: number): string {
  if (hours < 0) return 'it has started';
  if (hours < 1) return 'it starts within the hour';
  return `${Math.floor(hours)} ${Math.floor(hours) === 1 ? 'hour' : 'hours'} before the start`;
}

function hasEnded({ date, slots }: Booking): boolean {
  const last = hoursOfSlots(slots).at(-1);
  return last !== undefined && endInstantOf(date, last) <= Date.now();
}
