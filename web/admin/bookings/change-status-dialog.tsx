import { useState } from 'react';
import type { StatusChange } from '../../../src/domain/admin-inputs.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  MONEY_METHOD_LABELS,
  MONEY_METHODS,
  type MoneyMethod,
  proposedMethod,
} from '../../../src/domain/ledger.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { cancellationOutcome } from '../../../src/domain/refund.ts';
import { endInstantOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from '../date-time-labels.ts';
import { DialogAction } from '../dialog-actions.tsx';
import { ChoiceInput } from '../inputs.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { CancelledByChoice, RefundToChoice } from './cancellation-choices.tsx';

/** An admin's decision about money that goes with a status. */
type MoneyDecision = Omit<StatusChange, 'status' | 'version'>;

/** Changes the status of the booking version that the admin saw, and shows the result in a toast. */
async function changeStatus({ id, version }: Booking, status: BookingStatus, money: MoneyDecision) {
  try {
    const body = { status, version, ...money };
    await callApi('PUT /api/admin/bookings/:id/status', { params: { id }, body });
    showToast('success', 'Success', 'Booking status updated successfully');
  } catch (error) {
    showToast('error', 'Error', FAILURE);
    throw error;
  }
}

const FAILURE = 'Failed to update booking status';

const DIALOG_TITLES = {
  paid: { pending: 'Mark as paid?', cancelled: 'Restore this booking?', paid: '' },
  cancelled: { pending: 'Cancel this booking?', paid: 'Cancel this booking?', cancelled: '' },
} as const;

/** Confirms a status change, explaining what follows, and asks about any money. */
export function ChangeStatusDialog({
  booking,
  newStatus,
  onClose,
}: {
  booking: Booking;
  newStatus: BookingStatus;
  onClose: () => void;
}) {
  const { data: detail } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id: booking.id } });
  const [money, setMoney] = useState<MoneyDecision>(() => initialDecision(booking, newStatus));
  const title = newStatus === 'pending' ? '' : DIALOG_TITLES[newStatus][booking.status];
  const label =
    newStatus === 'cancelled' ? 'Cancel booking' : booking.status === 'cancelled' ? 'Restore' : 'Mark Paid';
  const asksForRefund = newStatus === 'cancelled' && booking.received > 0;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>
          #{booking.id} {booking.name}
        </strong>
        <br />
        {booking.court_name}, {dayLabel(booking)}, {timesLabel(booking.slots)}
      </p>
      {detail?.restore_warning && <p className="alert warning">{detail.restore_warning}</p>}
      <StatusChangeEffects booking={booking} newStatus={newStatus} />
      {asksForRefund && <CancellationFields booking={booking} money={money} onChange={setMoney} />}
      {newStatus === 'paid' && (
        <MethodFields
          booking={booking}
          credit={detail?.payers[0]?.credit ?? null}
          money={money}
          onChange={setMoney}
        />
      )}
      <DialogAction
        failure={FAILURE}
        closeLabel="Keep as it is"
        label={label}
        danger={newStatus === 'cancelled'}
        act={() => changeStatus(booking, newStatus, money)}
        onDone={onClose}
        onClose={onClose}
      />
    </Dialog>
  );
}

function initialDecision(booking: Booking, newStatus: BookingStatus): MoneyDecision {
  if (newStatus === 'cancelled') return booking.received > 0 ? { cancelled_by: 'customer' } : {};
  return booking.status === 'pending' ? { method: proposedMethod(booking.payment_method) } : {};
}

function StatusChangeEffects({ booking, newStatus }: { booking: Booking; newStatus: BookingStatus }) {
  if (newStatus === 'paid') {
    return (
      <ul className="checklist">
        <li>
          {booking.status === 'pending'
            ? 'The booking is confirmed.'
            : 'The slots are booked again if they’re still free.'}
        </li>
        {awaitsCardPayment(booking) && (
          <li>The customer is paying online: refund any card payment that still arrives.</li>
        )}
      </ul>
    );
  }
  return (
    <ul className="checklist">
      <li>
        {hasEnded(booking)
          ? 'The booked time is over.'
          : `${timesLabel(booking.slots)} is free at once, first for whoever waits for it.`}
      </li>
      {booking.received <= 0 && <li>{unpaidLabel(booking)}</li>}
    </ul>
  );
}

interface FieldsProps {
  booking: Booking;
  money: MoneyDecision;
  onChange: (money: MoneyDecision) => void;
}

/** A cancellation's reason, what the club keeps, and how the rest is refunded. */
function CancellationFields({ booking, money, onChange }: FieldsProps) {
  const cancelledBy = money.cancelled_by ?? 'customer';
  const keep = money.keep ?? cancellationOutcome(booking, cancelledBy, serverNow()).keep;
  const giveBack = booking.received - keep;
  return (
    <>
      <CancelledByChoice
        value={cancelledBy}
        onChange={(value) => onChange({ cancelled_by: value, refund_to: money.refund_to })}
      />
      <p className="alert" role="status">
        {booking.is_shared
          ? `Paid ${formatPkr(booking.received)}. The rule applies to each share: every player gets back what is left of their own money.`
          : `Paid ${formatPkr(booking.received)}. The club keeps ${formatPkr(keep)}; ${formatPkr(giveBack)} goes back.`}
      </p>
      {giveBack > 0 && booking.user_id !== null && (
        <RefundToChoice
          value={money.refund_to ?? 'money'}
          onChange={(value) => onChange({ ...money, refund_to: value })}
        />
      )}
    </>
  );
}

/** How the missing amount was paid; for a restored booking it may stay to be collected. */
function MethodFields({ booking, credit, money, onChange }: FieldsProps & { credit: number | null }) {
  const missing = booking.computed_amount - booking.received;
  if (missing <= 0) return null;
  const methods = MONEY_METHODS.filter((id) => id !== 'credit' || (credit ?? 0) >= missing);
  const later = ['', 'Not paid: collect it later'] as const;
  return (
    <ChoiceInput<MoneyMethod | ''>
      label={`${formatPkr(missing)} was paid by`}
      of={[
        ...(booking.status === 'cancelled' ? [later] : []),
        ...methods.map((id) => [id, MONEY_METHOD_LABELS[id]] as const),
      ]}
      value={money.method ?? ''}
      onChoose={(method) => onChange(method ? { method } : {})}
    />
  );
}

function unpaidLabel(booking: Booking): string {
  if (awaitsCardPayment(booking))
    return 'The customer is paying online: refund any payment that still arrives.';
  return booking.receipt_received
    ? 'The customer uploaded a receipt. Refund the transfer if it arrived.'
    : 'No payment was received, so there is nothing to refund.';
}

function hasEnded({ date, slots }: Booking): boolean {
  const last = hoursOfSlots(slots).at(-1);
  return last !== undefined && endInstantOf(date, last) <= serverNow();
}
