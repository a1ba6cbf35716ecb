import { useState } from 'react';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import { isDate, WEEKDAYS } from '../../../src/domain/business-day.ts';
import type { Calendar, CalendarException } from '../../../src/domain/calendar.ts';
import { calendarErrors } from '../../../src/domain/calendar-errors.ts';
import { type Court, type CourtRate, courtRateOn } from '../../../src/domain/court.ts';
import { DEFAULT_DAY } from '../../../src/domain/default-calendar.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries, setQueryData } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { cellsOf, ruleOf } from '../../shared/painted-cells.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { decideBookings, SavedInTheWay } from '../bookings/in-the-way.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { listChangedDays } from './changed-days.ts';
import { ConfirmPrices } from './confirm-prices.tsx';
import { TEMPLATES, withException, withoutException, withWeekdays } from './exceptions.ts';
import { PaintGrid } from './paint-grid.tsx';

/** What an owner edits: days of the ordinary week, or an exception by its index (null: a new one). */
export type EditedHours =
  | { kind: 'week'; draft: CalendarException }
  | { kind: 'exception'; at: number | null; draft: CalendarException };

/** Changes weekdays or an exception and saves them; bookings in the way are decided afterwards. */
export function HoursDialog({
  saved,
  edited,
  courts,
  today,
  onSaved,
  onClose,
}: {
  /** The calendar shown when the dialog opened. */
  saved: { calendar: Calendar; version: number };
  edited: EditedHours;
  courts: readonly Court[];
  today: string;
  onSaved: (draft: CalendarException) => void;
  onClose: () => void;
}) {
  // A dashboard event reloads the calendar; the draft keeps the version it started from.
  const [{ calendar, version }] = useState(saved);
  const [draft, setDraft] = useState(edited.draft);
  const [problem, setProblem] = useState('');
  const [inTheWay, setInTheWay] = useState<readonly BookingInTheWay[]>([]);
  const { busy, error, run } = useAction('The hours could not be saved. Please try again.');
  const [proposed, setProposed] = useState<Calendar | null>(null);
  const isWeek = edited.kind === 'week';
  const at = isWeek ? null : edited.at;
  const usualDay = WEEKDAYS.map((weekday) => calendar.week[weekday]).find(({ open }) => open) ?? DEFAULT_DAY;
  const pricedOn = !isWeek && draft.from > today ? draft.from : today;
  const rates = courts.map((court) => ({ ...courtRateOn(court, pricedOn), name: court.name }));
  const pricedCourts = rates.map(({ hourly_rate, ...court }) => ({
    ...court,
    before: hourly_rate,
    after: hourly_rate,
  }));
  const change = (patch: Partial<CalendarException>) => setDraft({ ...draft, ...patch });
  const done = () => {
    showToast('success', 'Hours and prices saved', 'Customers see them now.');
    onSaved(draft);
  };

  const save = (next: Calendar) =>
    run(async () => {
      const answer = await callApi('PUT /api/admin/calendar', { body: { calendar: next, version } });
      const { booking_ids, ...hours } = answer.data;
      setQueryData('GET /api/admin/calendar', { data: hours });
      const lines = await decideBookings([], booking_ids);
      await invalidateQueries('GET /api/admin/*');
      setInTheWay(lines);
      if (lines.length === 0) done();
    });
  const apply = () => {
    const next = { ...draft, reason: draft.reason.trim() };
    const changed = isWeek ? withWeekdays(calendar, next) : withException(calendar, at, next);
    const found = draftProblem(changed, next, { isWeek, at: at ?? calendar.exceptions.length, rates });
    setProblem(found ?? '');
    if (!found) propose(changed);
  };
  const changedDays = (next: Calendar) =>
    listChangedDays(
      calendar,
      next,
      isWeek ? null : [draft, ...calendar.exceptions.filter((_, index) => index === at)],
      pricedCourts,
    );
  /** Anything customers wouldn't notice is saved at once. */
  const propose = (next: Calendar) => {
    if (changedDays(next).length > 0) setProposed(next);
    else void save(next);
  };

  if (inTheWay.length > 0) {
    return (
      <SavedInTheWay title={titleOf(edited)} lines={inTheWay} onDone={done}>
        The new hours and prices are saved. Existing bookings stay as they were sold until you decide.
      </SavedInTheWay>
    );
  }
  if (proposed) {
    return (
      <ConfirmPrices
        title={titleOf(edited)}
        courts={pricedCourts}
        days={changedDays(proposed)}
        busy={busy}
        error={error}
        onSave={() => save(proposed)}
        onBack={() => setProposed(null)}
      />
    );
  }
  return (
    <Dialog title={titleOf(edited)} onClose={onClose}>
      {!isWeek && (
        <>
          <div className="cluster exception-templates">
            <span className="muted">Start from:</span>
            {TEMPLATES.map(({ name, day }) => (
              <button
                key={name}
                type="button"
                className="quiet"
                onClick={() => change({ reason: draft.reason || name, day: day(usualDay) })}
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
            hint="Customers see it."
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
        </>
      )}
      <fieldset className="cluster">
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
        onChange={(value) => change({ day: value === 'open' ? usualDay : { open: false } })}
      />
      {!isWeek && !draft.day.open && (
        <p className="muted">
          The whole club is closed. To close one court for a repair, use{' '}
          <a href="/admin?tab=desk&start=closure">Block time</a>.
        </p>
      )}
      {draft.day.open && (
        <PaintGrid
          label="Hours and prices"
          cells={cellsOf(draft.day)}
          courts={rates}
          onChange={(cells) => change({ day: ruleOf(cells) })}
        />
      )}
      <DialogActions
        error={problem || error}
        onClose={onClose}
        closeLabel="Cancel"
        label="Save"
        busy={busy}
        onAct={apply}
      >
        {at !== null && (
          <button
            type="button"
            className="ghost danger"
            onClick={() => propose(withoutException(calendar, at))}
          >
            Remove
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function titleOf(edited: EditedHours): string {
  if (edited.kind === 'week') return 'Change the standing week';
  return edited.at === null ? 'Add an exception' : 'Change the exception';
}

/** What is wrong with the draft, in one sentence; null if it can be saved. */
function draftProblem(
  changed: Calendar,
  draft: CalendarException,
  { isWeek, at, rates }: { isWeek: boolean; at: number; rates: readonly CourtRate[] },
): string | null {
  if (draft.weekdays.length === 0) return 'Please choose at least one weekday.';
  const errors = calendarErrors(changed, rates);
  if (isWeek) return Object.values(errors)[0] ?? null;
  if (!draft.reason) return 'Please give a reason that customers can read, such as Ramadan.';
  if (!isDate(draft.from) || !isDate(draft.to)) return 'Please choose the first and the last day.';
  return errors[`exceptions.${at}`] ?? null;
}
