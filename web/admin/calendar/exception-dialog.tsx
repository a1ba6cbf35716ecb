import { useState } from 'react';
import { isDate, WEEKDAYS } from '../../../src/domain/business-day.ts';
import type { Calendar, CalendarException } from '../../../src/domain/calendar.ts';
import { calendarErrors } from '../../../src/domain/calendar-errors.ts';
import { DEFAULT_DAY } from '../../../src/domain/default-calendar.ts';
import { cellsOf, ruleOf } from '../../shared/painted-cells.ts';
import { InputField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import type { DateSpan } from './date-range-picker.tsx';
import { rankAbove, TEMPLATES, withException } from './exceptions.ts';
import { PaintGrid } from './paint-grid.tsx';

/** Adds or changes an exception of the draft; nothing is saved on the server yet. */
export function ExceptionDialog({
  calendar,
  at,
  span,
  rates,
  onApply,
  onRemove,
  onClose,
}: {
  calendar: Calendar;
  /** The exception to change; null for a new one. */
  at: number | null;
  /** The chosen days of a new exception. */
  span: DateSpan;
  rates: readonly number[];
  onApply: (exception: CalendarException) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<CalendarException>(
    () =>
      (at === null ? undefined : calendar.exceptions[at]) ?? {
        ...span,
        reason: '',
        weekdays: [...WEEKDAYS],
        rank: rankAbove(calendar, span),
        day: { open: false },
      },
  );
  const [error, setError] = useState('');
  const change = (patch: Partial<CalendarException>) => setDraft({ ...draft, ...patch });

  const apply = () => {
    const next = { ...draft, reason: draft.reason.trim() };
    const problem = exceptionProblem(calendar, at, next, rates);
    if (problem) setError(problem);
    else onApply(next);
  };

  return (
    <Dialog title={at === null ? 'Add an exception' : 'Change the exception'} onClose={onClose}>
      <div className="cluster exception-templates">
        <span className="muted">Start from:</span>
        {TEMPLATES.map(({ name, day }) => (
          <button
            key={name}
            type="button"
            className="quiet"
            onClick={() => change({ reason: draft.reason || name, day: day() })}
          >
            {name}
          </button>
        ))}
      </div>
      <InputField
        label="Reason"
        name="exception-reason"
        value={draft.reason}
        maxLength={80}
        hint="Customers read it."
        onChange={(event) => change({ reason: event.target.value })}
      />
      <div className="field-row">
        <InputField
          label="First day"
          name="exception-from"
          type="date"
          value={draft.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <InputField
          label="Last day"
          name="exception-to"
          type="date"
          value={draft.to}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <fieldset className="exception-weekdays">
        <legend>On</legend>
        {WEEKDAYS.map((weekday) => (
          <label key={weekday}>
            <input
              type="checkbox"
              checked={draft.weekdays.includes(weekday)}
              onChange={() =>
                change({
                  weekdays: WEEKDAYS.filter((name) => draft.weekdays.includes(name) !== (name === weekday)),
                })
              }
            />
            {weekday.charAt(0).toUpperCase() + weekday.slice(1, 3)}
          </label>
        ))}
      </fieldset>
      <RadioChoice
        legend="The club is"
        name="exception-open"
        labels={{ closed: 'closed', open: 'open at these hours' }}
        value={draft.day.open ? 'open' : 'closed'}
        onChange={(value) => change({ day: value === 'open' ? DEFAULT_DAY : { open: false } })}
      />
      {draft.day.open && (
        <PaintGrid
          label="Hours and prices of the exception"
          columns={[{ id: 'day', label: 'Hours', name: 'Each day', cells: cellsOf(draft.day) }]}
          onChange={({ day }) => day && change({ day: ruleOf(day) })}
        />
      )}
      <DialogActions
        error={error}
        onClose={onClose}
        closeLabel="Cancel"
        label={at === null ? 'Add to the calendar' : 'Change'}
        onAct={apply}
      >
        {at !== null && (
          <button type="button" className="ghost danger" onClick={onRemove}>
            Remove
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What is wrong with this exception, in one sentence; null when it can stay. */
function exceptionProblem(
  calendar: Calendar,
  at: number | null,
  next: CalendarException,
  rates: readonly number[],
): string | null {
  if (!next.reason) return 'Please give a reason that customers can read, such as Ramadan.';
  if (!isDate(next.from) || !isDate(next.to)) return 'Please choose the first and the last day.';
  if (next.weekdays.length === 0) return 'Please choose at least one weekday.';
  const errors = calendarErrors(withException(calendar, at, next), rates);
  return errors[`exceptions.${at ?? calendar.exceptions.length}`] ?? null;
}
