import { toast } from 'sonner';
import { type AdminDaySchedule, walkInSchema } from '../../src/domain/admin-api.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { PHONE_PLACEHOLDER } from '../../src/domain/phone.ts';
import { priceOf } from '../../src/domain/price.ts';
import { MINIMUM_SLOTS, PLAYING_ORDER, positionOf, startTimeOf } from '../../src/domain/slot.ts';
import { call } from '../lib/api.ts';
import { InputField, SelectField } from '../ui/field.tsx';
import type { Empty } from './day-grid.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm, useDialogForm } from './dialog-form.tsx';
import { freeRun } from './free-run.ts';
import { dayLabel, timesLabel } from './words.tsx';

const LABELS = { slots: 'Time', name: 'Name', phone: 'Phone', court_id: 'Court', date: 'Date' };

interface Values {
  name: string;
  phone: string;
  /** How many half-hours; a select gives it back as text. */
  slots: number | string;
  paid: boolean;
}

/** Somebody stands at the counter: a name, a phone, and the court is theirs. */
export function WalkInDialog({
  day,
  at,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  at: Empty;
  now: number;
  onClose: () => void;
}) {
  // A booking needs an hour: where only half of one is left, it starts half an hour earlier.
  const here = freeRun(day, at.court.id, at.hour, now);
  const earlier = PLAYING_ORDER[positionOf(at.hour) - 1];
  const before = earlier === undefined ? [] : freeRun(day, at.court.id, earlier, now);
  const run = here.length < MINIMUM_SLOTS && before.length >= MINIMUM_SLOTS ? before : here;
  const slotsOf = (count: number) => run.slice(0, count).map(startTimeOf);
  const bodyOf = (values: Values) => ({
    court_id: at.court.id,
    date: day.date,
    slots: slotsOf(Number(values.slots)),
    name: values.name,
    phone: values.phone,
    paid: values.paid,
  });
  const form = useDialogForm<Values>({
    schema: walkInSchema,
    initial: { name: '', phone: '', slots: Math.min(MINIMUM_SLOTS, run.length), paid: false },
    bodyOf,
    submit: async (values) => {
      await call('POST', '/api/admin/bookings', { body: bodyOf(values) });
      toast.success('Walk-in booked', {
        description: `${values.name}: ${at.court.name}, ${timesLabel(slotsOf(Number(values.slots)))}`,
      });
      onClose();
    },
    otherwise: 'The walk-in could not be booked. Please try again.',
  });
  const chosen = run.slice(0, Number(form.form.values.slots));

  return (
    <Dialog title="Walk-in" onClose={onClose}>
      <p>
        <strong>{at.court.name}</strong>
        <br />
        {dayLabel({ date: day.date, start_time: startTimeOf(at.hour) })}
      </p>
      {run.length < MINIMUM_SLOTS ? (
        <p className="notice warning">
          Only half an hour is free here, and a booking needs an hour. Please choose another time.
        </p>
      ) : (
        <DialogForm form={form} labels={LABELS} submit="Book" onClose={onClose}>
          <SelectField label="Time" {...form.field('slots')}>
            {run.slice(MINIMUM_SLOTS - 1).map((_, index) => {
              const count = index + MINIMUM_SLOTS;
              return (
                <option key={count} value={count}>
                  {timesLabel(slotsOf(count))} ({count / 2} {count === 2 ? 'hour' : 'hours'})
                </option>
              );
            })}
          </SelectField>
          <div className="field-row">
            <InputField label="Name" autoComplete="off" {...form.field('name')} data-first />
            <InputField
              label="Phone"
              inputMode="tel"
              autoComplete="off"
              placeholder={PHONE_PLACEHOLDER}
              {...form.field('phone')}
            />
          </div>
          <label className="desk-check">
            <input type="checkbox" {...form.form.getFieldProps({ name: 'paid', type: 'checkbox' })} />
            Paid in cash now
          </label>
          <p className="desk-total">
            Total <strong>{formatPkr(priceOf(chosen, at.court.hourly_rate).total)}</strong>
          </p>
        </DialogForm>
      )}
    </Dialog>
  );
}
