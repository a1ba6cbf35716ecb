import { useState } from 'react';
import { toast } from 'sonner';
import { closureSchema, type RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { AdminDaySchedule, Closure } from '../../../src/domain/api/day-routes.ts';
import type { ApiAnswer, ApiBody } from '../../../src/domain/api.ts';
import type { Court } from '../../../src/domain/court.ts';
import { openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { endInstantOf, positionOf, startTimeOf, timeLabel } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { InTheWay } from '../bookings/in-the-way.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { DialogAction } from '../dialog-actions.tsx';
import { FormDialog, useDialogForm } from '../dialog-form.tsx';

type ClosureRequest = ApiBody<'POST /api/admin/closures'>;
type ClosureAnswer = ApiAnswer<'POST /api/admin/closures'>['data'];

/** Closes a court for a time: at once where it is free; what happens to the bookings in the way is decided then. */
export function CloseCourtDialog({
  day,
  courtId = day.courts[0]?.court.id,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  courtId?: number | undefined;
  now: number;
  onClose: () => void;
}) {
  const openHours = openSlotIndexesOf(useDayPlan(day.date));
  const remainingHours = openHours.filter((hour) => endInstantOf(day.date, hour) > now);
  const [inTheWay, setInTheWay] = useState<{ request: ClosureRequest; answer: ClosureAnswer } | null>(null);
  const toBody = (values: { court_id: string; from: string; to: string; reason: string }) => ({
    court_id: Number(values.court_id),
    date: day.date,
    slots: remainingHours
      .filter((hour) => isBetween(hour, Number(values.from), Number(values.to)))
      .map(startTimeOf),
    reason: values.reason,
    around: true,
  });
  const done = () => {
    toast.success('Court closed', { description: form.form.values.reason });
    onClose();
  };
  const form = useDialogForm({
    schema: closureSchema,
    initialValues: {
      court_id: String(courtId ?? ''),
      // The slots themselves, because those that are over leave the list.
      from: String(remainingHours[0]),
      to: String(remainingHours.at(-1)),
      reason: '',
    },
    toBody,
    onSubmit: async (values) => {
      const request = toBody(values);
      const { data: answer } = await callApi('POST /api/admin/closures', { body: request });
      if (answer.in_the_way.length > 0) return setInTheWay({ request, answer });
      done();
    },
    fallbackMessage: 'The court could not be closed. Please try again.',
  });
  if (remainingHours.length === 0) {
    return (
      <Dialog title="Close a court" onClose={onClose}>
        <p>This day is over. Choose a later day to close a court.</p>
      </Dialog>
    );
  }
  if (inTheWay) {
    const { request, answer: last } = inTheWay;
    const decide = async (decisions: readonly RoomDecision[]) => {
      const body = {
        ...request,
        decisions: [...decisions],
        ...(last.closure ? { closure_id: last.closure.id } : {}),
      };
      const { data: answer } = await callApi('POST /api/admin/closures', { body });
      setInTheWay({ request, answer });
      return answer.in_the_way;
    };
    return (
      <Dialog title="Close a court" onClose={onClose}>
        <InTheWay lines={inTheWay.answer.in_the_way} decide={decide} onDone={done} onClose={onClose}>
          <p>
            {inTheWay.answer.closure ? 'The free time is closed now. ' : ''}
            {inTheWay.answer.in_the_way.length === 1
              ? '1 booking is in this time. It closes when you move or cancel it.'
              : `${inTheWay.answer.in_the_way.length} bookings are in this time. It closes when you move or cancel them.`}
          </p>
        </InTheWay>
      </Dialog>
    );
  }
  return (
    <FormDialog title="Close a court" form={form} submitLabel="Close the court" onClose={onClose}>
      <p>
        <strong>{longDate(day.date)}</strong>
      </p>
      <SelectField label="Court" {...form.fieldProps('court_id')}>
        <Options of={day.courts.map(({ court }) => [court.id, court.name])} />
      </SelectField>
      <div className="field-row">
        <SelectField label="From" {...form.fieldProps('from')} error={form.errors.slots}>
          <Options of={remainingHours.map((hour) => [hour, timeLabel(hour)])} />
        </SelectField>
        <SelectField label="Until" {...form.fieldProps('to')}>
          {remainingHours.map((hour) => (
            <option
              key={hour}
              value={hour}
              disabled={positionOf(hour) < positionOf(Number(form.form.values.from))}
            >
              {timeLabel(hour + 1)}
            </option>
          ))}
        </SelectField>
      </div>
      <InputField label="Reason" placeholder="Maintenance, tournament …" {...form.fieldProps('reason')} />
    </FormDialog>
  );
}

function isBetween(hour: number, from: number, to: number): boolean {
  return positionOf(hour) >= positionOf(from) && positionOf(hour) <= positionOf(to);
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
  return (
    <Dialog title="Closed" onClose={onClose}>
      <p>
        <strong>{court.name}</strong>
        <br />
        {dayLabel({ date: closure.date, start_time: closure.slots[0] ?? '' })}, {timesLabel(closure.slots)}
      </p>
      <p>{closure.reason}</p>
      <DialogAction
        failure="The court could not be reopened. Please try again."
        closeLabel="Keep closed"
        label="Reopen"
        act={() => callApi('DELETE /api/admin/closures/:id', { params: { id: closure.id } })}
        onDone={() => {
          toast.success('Court reopened', { description: `${court.name}, ${timesLabel(closure.slots)}` });
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
