import { useFormik } from 'formik';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Booking } from '../../src/domain/booking.ts';
import type { Court } from '../../src/domain/court.ts';
import { type Closure, closureSchema, type DeskDay } from '../../src/domain/desk.ts';
import { endInstantOf, PLAYING_ORDER, startTimeOf, timeLabel } from '../../src/domain/slot.ts';
import { ApiError, call, sentenceOf } from '../lib/api.ts';
import { fieldErrorsOf, validateWith } from '../lib/form.ts';
import { invalidate } from '../lib/query.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField, SelectField } from '../ui/field.tsx';
import { useAction } from './desk-query.tsx';
import { Dialog } from './dialog.tsx';
import { useParams } from './params.ts';
import { dayLabel, timesLabel } from './words.tsx';

const LABELS = { court_id: 'Court', from: 'From', to: 'Until', slots: 'Time', reason: 'Reason' };

/** Takes a court out of use for a time. Bookings in the way are listed, never run over. */
export function CloseDialog({ day, now, onClose }: { day: DeskDay; now: number; onClose: () => void }) {
  const left = PLAYING_ORDER.filter((hour) => endInstantOf(day.date, hour) > now);
  const [attempt, setAttempt] = useState(0);
  const [inTheWay, setInTheWay] = useState<number[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const bodyOf = (values: { court_id: string; from: string; to: string; reason: string }) => ({
    court_id: Number(values.court_id),
    date: day.date,
    slots: left.slice(Number(values.from), Number(values.to) + 1).map(startTimeOf),
    reason: values.reason,
  });
  const form = useFormik({
    initialValues: {
      court_id: String(day.courts[0]?.court.id ?? ''),
      from: '0',
      to: String(Math.max(0, left.length - 1)),
      reason: '',
    },
    validateOnChange: attempt > 0,
    validateOnBlur: false,
    validate: (values) => validateWith(closureSchema)(bodyOf(values)),
    onSubmit: async (values, { setErrors }) => {
      setProblem(null);
      setInTheWay([]);
      try {
        await call('POST', '/api/admin/closures', { body: bodyOf(values) });
        toast.success('Court closed', { description: values.reason });
        onClose();
      } catch (error) {
        setErrors(fieldErrorsOf(error));
        setProblem(sentenceOf(error, 'The court could not be closed. Please try again.'));
        setInTheWay([...((error instanceof ApiError && error.failure?.bookings) || [])]);
      }
      void invalidate('/api/admin');
    },
  });
  const shown = attempt > 0 ? (form.errors as Record<string, string>) : {};
  if (left.length === 0) {
    return (
      <Dialog title="Close a court" onClose={onClose}>
        <p>This day is over. Choose a later one to close a court.</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Close a court" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          setAttempt(attempt + 1);
          form.handleSubmit(event);
        }}
      >
        <ErrorSummary errors={shown} attempt={attempt} labels={LABELS} />
        {problem && Object.keys(shown).length === 0 && (
          <div className="notice danger" role="alert">
            <p>{problem}</p>
            <InTheWay day={day} ids={inTheWay} onOpen={onClose} />
          </div>
        )}
        <SelectField label="Court" {...form.getFieldProps('court_id')} error={shown.court_id}>
          {day.courts.map(({ court }) => (
            <option key={court.id} value={court.id}>
              {court.name}
            </option>
          ))}
        </SelectField>
        <div className="field-row">
          <SelectField label="From" {...form.getFieldProps('from')} error={shown.slots}>
            {left.map((hour, index) => (
              <option key={hour} value={index}>
                {timeLabel(hour)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Until" {...form.getFieldProps('to')}>
            {left.map((hour, index) => (
              <option key={hour} value={index} disabled={index < Number(form.values.from)}>
                {timeLabel(hour + 1)}
              </option>
            ))}
          </SelectField>
        </div>
        <InputField
          label="Reason"
          placeholder="Maintenance, tournament …"
          {...form.getFieldProps('reason')}
          error={shown.reason}
        />
        <div className="desk-dialog-foot">
          <button type="button" className="ghost" onClick={onClose}>
            Leave it open
          </button>
          <button type="submit" aria-busy={form.isSubmitting}>
            Close the court
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function InTheWay({ day, ids, onOpen }: { day: DeskDay; ids: readonly number[]; onOpen: () => void }) {
  const { href } = useParams();
  const known = new Map<number, Booking>(
    day.courts.flatMap((at) => at.bookings.map((booking) => [booking.id, booking] as const)),
  );
  if (ids.length === 0) return null;
  return (
    <ul>
      {ids.map((id) => {
        const booking = known.get(id);
        return (
          <li key={id}>
            <a href={href({ booking: String(id) })} onClick={onOpen}>
              #{id} {booking && `${booking.name}, ${timesLabel(booking.slots)}`}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A closure that is there, and the way to take it back. */
export function ClosureDialog({
  court,
  closure,
  onClose,
}: {
  court: Court;
  closure: Closure;
  onClose: () => void;
}) {
  const { busy, error, run } = useAction('The court could not be opened. Please try again.');
  const reopen = async () => {
    const done = await run(async () => {
      await call('DELETE', `/api/admin/closures/${closure.id}`);
      return true;
    });
    void invalidate('/api/admin');
    if (!done) return;
    toast.success('Court open again', { description: `${court.name}, ${timesLabel(closure.slots)}` });
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
      {error && (
        <p className="notice danger" role="alert">
          {error}
        </p>
      )}
      <div className="desk-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          Keep closed
        </button>
        <button type="button" aria-busy={busy} onClick={() => void reopen()}>
          Open again
        </button>
      </div>
    </Dialog>
  );
}
