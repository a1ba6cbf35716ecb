import { useState } from 'react';
import { toast } from 'sonner';
import type { Booking } from '../../../src/domain/booking.ts';
import { WEEKDAYS } from '../../../src/domain/business-day.ts';
import type { Calendar } from '../../../src/domain/calendar.ts';
import { calendarErrors } from '../../../src/domain/calendar-errors.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { exceptionHours, exceptionSpan } from '../../../src/domain/opening-hours.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries, setQueryData } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { cellsOf, ruleOf } from '../../shared/painted-cells.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ConflictingBookings } from '../bookings/conflicting-bookings.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { CalendarPreview } from './calendar-preview.tsx';
import { CourtRates } from './court-rates.tsx';
import { DateRangePicker, type DateSpan } from './date-range-picker.tsx';
import { ExceptionDialog } from './exception-dialog.tsx';
import { withException, withoutException } from './exceptions.ts';
import { type PaintColumn, PaintGrid } from './paint-grid.tsx';

/** The club's hours and prices: the standing week, exceptions by dates, and rates ahead. */
export default function CalendarPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/calendar');
  const courts = useAdminQuery('GET /api/admin/courts');
  if (error ?? courts.error) return <QueryError error={error ?? courts.error} />;
  if (!data || !courts.data) return <p aria-busy="true">Loading the calendar …</p>;
  return <CalendarEditor saved={data} courts={courts.data.courts} />;
}

type AdminCourts = Parameters<typeof CourtRates>[0]['courts'];

function CalendarEditor({
  saved,
  courts,
}: {
  saved: { calendar: Calendar; version: number };
  courts: AdminCourts;
}) {
  // The version under the draft stays with it: the calendar is loaded again at every event of the dashboard.
  const [draft, setDraft] = useState<{ calendar: Calendar; version: number } | null>(null);
  const calendar = draft?.calendar ?? saved.calendar;
  const today = todayOf(saved.calendar, Date.now());
  const [span, setSpan] = useState<DateSpan | null>(null);
  const [previewDate, setPreviewDate] = useState(today);
  const [dialog, setDialog] = useState<{ at: number | null; span: DateSpan } | null>(null);
  const [stranded, setStranded] = useState<readonly Booking[]>([]);
  const [honour, setHonour] = useState(false);
  const { busy, error, run } = useAction('The calendar could not be saved. Please try again.');

  const activeCourts = courts.filter((court) => court.active);
  const rates = activeCourts.map((court) => court.hourly_rate);
  const problems = draft ? Object.values(calendarErrors(calendar, rates)) : [];
  const isOutdated = draft !== null && draft.version !== saved.version;

  const changeDraft = (next: typeof draft) => {
    setDraft(next);
    setStranded([]);
    setHonour(false);
  };
  const change = (next: Calendar) =>
    changeDraft({ calendar: next, version: draft?.version ?? saved.version });
  const selectDays = (next: DateSpan) => {
    setSpan(next);
    setPreviewDate(next.from);
  };
  const save = (changed: { calendar: Calendar; version: number }) =>
    run(async () => {
      const preview = await callApi('POST /api/admin/calendar/preview', {
        body: { calendar: changed.calendar },
      });
      const { bookings } = preview.data;
      setStranded(bookings);
      if (bookings.length > 0 && !honour) return;
      try {
        const answer = await callApi('PUT /api/admin/calendar', { body: { ...changed, honour } });
        // The answer takes the draft's place, so the calendar of before never shows in between.
        setQueryData('GET /api/admin/calendar', answer);
        changeDraft(null);
        toast.success('Calendar saved', { description: 'Customers see it now.' });
      } finally {
        await invalidateQueries('/api/admin');
      }
    });

  const columns = WEEKDAYS.map(
    (weekday): PaintColumn => ({
      id: weekday,
      label: weekday.charAt(0).toUpperCase() + weekday.slice(1, 3),
      name: weekday.charAt(0).toUpperCase() + weekday.slice(1),
      cells: cellsOf(calendar.week[weekday]),
    }),
  );
  return (
    <section className="calendar" aria-label="Calendar">
      <h2>Calendar</h2>
      <div className="calendar-columns">
        <div>
          <DateRangePicker calendar={calendar} today={today} selection={span} onSelect={selectDays} />
          <p>
            <button
              type="button"
              onClick={() => setDialog({ at: null, span: span ?? { from: today, to: today } })}
            >
              Add an exception
            </button>
          </p>
          <ExceptionList calendar={calendar} onEdit={(at, days) => setDialog({ at, span: days })} />
        </div>
        <CalendarPreview
          calendar={calendar}
          courts={activeCourts}
          date={previewDate}
          onDate={setPreviewDate}
        />
      </div>
      <section aria-labelledby="week-title">
        <h3 id="week-title">Standing week</h3>
        <p className="muted">
          A business day runs from 6 AM to 6 AM, so Friday’s column ends on Saturday morning. Drag over the
          cells to paint, or use the arrow keys and Space.
        </p>
        <PaintGrid
          label="Hours and prices of the standing week"
          columns={columns}
          onChange={(painted) => {
            const rules = Object.entries(painted).map(([weekday, cells]) => [weekday, ruleOf(cells)]);
            change({ ...calendar, week: { ...calendar.week, ...Object.fromEntries(rules) } });
          }}
        />
      </section>
      <CourtRates courts={courts} today={today} />
      {draft && (
        <div className="calendar-save">
          {isOutdated && (
            <p className="alert warning">
              Another admin has saved the calendar. Discard your changes to see it, then make them again.
            </p>
          )}
          {problems.length > 0 && <p className="alert danger">{problems[0]}</p>}
          <ErrorAlert text={error} />
          <BookingsOutsideHours bookings={stranded} honour={honour} onHonour={setHonour} />
          <div className="cluster">
            <strong>Not saved yet</strong>
            <button type="button" className="ghost" onClick={() => changeDraft(null)}>
              Discard
            </button>
            <button
              type="button"
              aria-busy={busy}
              disabled={problems.length > 0 || isOutdated}
              onClick={() => void save(draft)}
            >
              {honour ? 'Save and keep these bookings' : 'Save the calendar'}
            </button>
          </div>
        </div>
      )}
      {dialog && (
        <ExceptionDialog
          calendar={calendar}
          {...dialog}
          rates={rates}
          onApply={(exception) => {
            change(withException(calendar, dialog.at, exception));
            setPreviewDate(exception.from);
            setDialog(null);
          }}
          onRemove={() => {
            if (dialog.at !== null) change(withoutException(calendar, dialog.at));
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

function ExceptionList({
  calendar,
  onEdit,
}: {
  calendar: Calendar;
  onEdit: (at: number, span: DateSpan) => void;
}) {
  if (calendar.exceptions.length === 0)
    return <p className="muted">No exceptions. Choose days above to add Ramadan hours, Eid or a repair.</p>;
  return (
    <ul className="calendar-exceptions">
      {calendar.exceptions.map((exception, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exception is named by its place in the calendar
        <li key={at}>
          <span>
            <strong>{exception.reason}</strong>
            <br />
            <span className="muted">
              {exceptionSpan(exception)}: {exceptionHours(exception)}
            </span>
          </span>
          <button type="button" className="quiet" onClick={() => onEdit(at, exception)}>
            Change <span className="visually-hidden">{exception.reason}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The bookings outside the new hours, with links to move or cancel them, and the choice to keep them. */
function BookingsOutsideHours({
  bookings,
  honour,
  onHonour,
}: {
  bookings: readonly Booking[];
  honour: boolean;
  onHonour: (honour: boolean) => void;
}) {
  if (bookings.length === 0) return null;
  return (
    <div role="alert">
      <p className="alert warning">
        {bookings.length === 1 ? '1 booking lies' : `${bookings.length} bookings lie`} outside the new hours.
        Open each one to move or cancel it, then save again.
      </p>
      <ConflictingBookings
        bookings={bookings}
        label="Bookings outside the new hours"
        keepLabel="Honour what was sold: these bookings will be played"
        keep={honour}
        onKeep={onHonour}
      />
    </div>
  );
}
