import { useState } from 'react';
import { toast } from 'sonner';
import { closureSchema } from '../../../src/domain/admin-inputs.ts';
import type { AdminDaySchedule, Closure } from '../../../src/domain/api/day-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import type { Court } from '../../../src/domain/court.ts';
import { openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { endInstantOf, startTimeOf, timeLabel } from '../../../src/domain/slot.ts';
import { ApiError, callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import { useUrlParams } from '../url-params.ts';

const LABELS = { court_id: 'Court', from: 'From', to: 'Until', slots: 'Time', reason: 'Reason' };

/** Closes a court for a time. The server refuses while bookings overlap; the dialog lists them. */
export function CloseCourtDialog({
  day,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  now: number;
  onClose: () => void;
}) {
  const openHours = openSlotIndexesOf(useDayPlan(day.date));
  const remainingHours = openHours.filter((hour) => endInstantOf(day.date, hour) > now);
  const [conflictingIds, setConflictingIds] = useState<number[]>([]);
  const toBody = (values: { court_id: string; from: string; to: string; reason: string }) => ({
    court_id: Number(values.court_id),
    date: day.date,
    slots: remainingHours.slice(Number(values.from), Number(values.to) + 1).map(startTimeOf),
    reason: values.reason,
  });
  const form = useDialogForm({
    schema: closureSchema,
    initialValues: {
      court_id: String(day.courts[0]?.court.id ?? ''),
      from: '0',
      to: String(Math.max(0, remainingHours.length - 1)),
      reason: '',
    },
    toBody,
    onSubmit: async (values) => {
      setConflictingIds([]);
      await callApi('POST /api/admin/closures', { body: toBody(values) });
      toast.success('Court closed', { description: values.reason });
      onClose();
    },
    onError: (error) =>
      setConflictingIds([...((error instanceof ApiError && error.failure?.bookings) || [])]),
    fallbackMessage: 'The court could not be closed. Please try again.',
  });
  if (remainingHours.length === 0) {
    return (
      <Dialog title="Close a court" onClose={onClose}>
        <p>This day is over. Choose a later day to close a court.</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Close a court" onClose={onClose}>
      <DialogForm
        form={form}
        labels={LABELS}
        errorDetails={<ConflictingBookings day={day} ids={conflictingIds} onNavigate={onClose} />}
        cancelLabel="Cancel"
        submitLabel="Close the court"
        onClose={onClose}
      >
        <p>
          <strong>{longDate(day.date)}</strong>
        </p>
        <SelectField label="Court" {...form.fieldProps('court_id')}>
          <Options of={day.courts.map(({ court }) => [court.id, court.name])} />
        </SelectField>
        <div className="field-row">
          <SelectField label="From" {...form.fieldProps('from')} error={form.errors.slots}>
            <Options of={remainingHours.map((hour, index) => [index, timeLabel(hour)])} />
          </SelectField>
          <SelectField label="Until" {...form.fieldProps('to')}>
            {remainingHours.map((hour, index) => (
              <option key={hour} value={index} disabled={index < Number(form.form.values.from)}>
                {timeLabel(hour + 1)}
              </option>
            ))}
          </SelectField>
        </div>
        <InputField label="Reason" placeholder="Maintenance, tournament …" {...form.fieldProps('reason')} />
      </DialogForm>
    </Dialog>
  );
}

function ConflictingBookings({
  day,
  ids,
  onNavigate,
}: {
  day: AdminDaySchedule;
  ids: readonly number[];
  onNavigate: () => void;
}) {
  const { href } = useUrlParams();
  const bookingsById = new Map<number, Booking>(
    day.courts.flatMap((at) => at.bookings.map((booking) => [booking.id, booking] as const)),
  );
  if (ids.length === 0) return null;
  return (
    <ul>
      {ids.map((id) => {
        const booking = bookingsById.get(id);
        return (
          <li key={id}>
            <a href={href({ booking: String(id) })} onClick={onNavigate}>
              #{id} {booking && `${booking.name}, ${timesLabel(booking.slots)}`}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A closure, with a button to reopen the court. */
export function ClosureDialog({
  court,
  closure,
  onClose,
}: {
  court: Court;
  closure: Closure;
  onClose: () => void;
}) {
  const { busy, error, run } = useAction('The court could not be reopened. Please try again.');
  const reopen = async () => {
    const reopened = await run(async () => {
      await callApi('DELETE /api/admin/closures/:id', { params: { id: closure.id } });
      return true;
    });
    void invalidateQueries('/api/admin');
    if (!reopened) return;
    toast.success('Court reopened', { description: `${court.name}, ${timesLabel(closure.slots)}` });
    onClose();
  };
  return (
    <Dialog title="Closed" onClose={onClose}>
      <p>
        <strong>{court.name}</strong>
        <br />
        {dayLabel({ date: closure.date, start_time: closure.slots[0] ?? '' })}, {timesLabel(closure.slots)}
      </p>
      <p>{closure.reason}</p>
      <DialogActions
        error={error}
        busy={busy}
        onClose={onClose}
        closeLabel="Keep closed"
        label="Reopen"
        onAct={reopen}
      />
    </Dialog>
  );
}
