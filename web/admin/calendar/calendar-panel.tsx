import { useState } from 'react';
import { WEEKDAYS, type Weekday } from '../../../src/domain/business-day.ts';
import type { Calendar, CalendarException } from '../../../src/domain/calendar.ts';
import { type CourtRate, courtRateOn } from '../../../src/domain/court.ts';
import { hoursLabel, todayOf } from '../../../src/domain/day-plan.ts';
import {
  exceptionHours,
  exceptionSpan,
  formatHourlyPrices,
  standingGroups,
} from '../../../src/domain/opening-hours.ts';
import { pricingBandsOf } from '../../../src/domain/pricing-bands.ts';
import { serverNow } from '../../lib/server-time.ts';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { CalendarPreview } from './calendar-preview.tsx';
import { CourtRates } from './court-rates.tsx';
import { DateRangePicker, type DateSpan } from './date-range-picker.tsx';
import { rankAbove } from './exceptions.ts';
import { type EditedHours, HoursDialog } from './hours-dialog.tsx';

/** The club's hours and prices: the ordinary week, exceptions by date, and future rates. Each dialog saves. */
export default function CalendarPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/calendar');
  const courts = useAdminQuery('GET /api/admin/courts');
  if (!data || !courts.data) return <QueryStatus data={null} error={error ?? courts.error} />;
  return <HoursAndPrices saved={data} courts={courts.data.courts} />;
}

type AdminCourts = Parameters<typeof CourtRates>[0]['courts'];

function HoursAndPrices({
  saved,
  courts,
}: {
  saved: { calendar: Calendar; version: number };
  courts: AdminCourts;
}) {
  const { calendar } = saved;
  const today = todayOf(calendar, serverNow());
  const [span, setSpan] = useState<DateSpan | null>(null);
  const [date, setDate] = useState(today);
  const [month, setMonth] = useState(today.slice(0, 7));
  const [edited, setEdited] = useState<EditedHours | null>(null);
  const activeCourts = courts.filter((court) => court.active);
  const rates = activeCourts.map((court) => courtRateOn(court, today));

  const addException = () => {
    const days = span ?? { from: today, to: today };
    setEdited({
      kind: 'exception',
      at: null,
      draft: {
        ...days,
        reason: '',
        weekdays: [...WEEKDAYS],
        rank: rankAbove(calendar, days),
        day: { open: false },
      },
    });
  };
  const show = ({ from }: CalendarException) => {
    setEdited(null);
    if (!from) return;
    setDate(from);
    setMonth(from.slice(0, 7));
  };
  return (
    <section className="calendar" aria-label="Hours & prices">
      <h2 className="visually-hidden">Hours & prices</h2>
      <div className="calendar-columns">
        <div>
          <StandingWeek calendar={calendar} rates={rates} onEdit={setEdited} />
          <CourtRates courts={courts} today={today} />
          <CalendarPreview calendar={calendar} courts={activeCourts} date={date} onDate={setDate} />
        </div>
        <section aria-labelledby="exceptions-title">
          <div className="admin-day-head">
            <h3 id="exceptions-title">Holidays and other exceptions</h3>
            <button type="button" className="ghost" onClick={addException}>
              Add an exception
            </button>
          </div>
          <DateRangePicker
            calendar={calendar}
            today={today}
            month={month}
            onMonth={setMonth}
            selection={span}
            onSelect={(next) => {
              setSpan(next);
              setDate(next.from);
            }}
          />
          <ExceptionList
            calendar={calendar}
            onEdit={(at, draft) => setEdited({ kind: 'exception', at, draft })}
          />
        </section>
      </div>
      {edited && (
        <HoursDialog
          saved={saved}
          edited={edited}
          courts={activeCourts}
          today={today}
          onSaved={show}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** Weekdays with the same hours and prices, each group with its own dialog. */
function StandingWeek({
  calendar,
  rates,
  onEdit,
}: {
  calendar: Calendar;
  rates: readonly CourtRate[];
  onEdit: (edited: EditedHours) => void;
}) {
  const edit = (weekdays: Weekday[]) => {
    const day = calendar.week[weekdays[0] ?? 'monday'];
    onEdit({ kind: 'week', draft: { reason: '', from: '', to: '', rank: 0, weekdays, day } });
  };
  return (
    <section aria-labelledby="week-title">
      <div className="admin-day-head">
        <h3 id="week-title">Standing week</h3>
        <button type="button" className="ghost" onClick={() => edit(['saturday', 'sunday'])}>
          Weekend prices
        </button>
      </div>
      <ul className="lines">
        {standingGroups(calendar).map(({ label, weekdays, slots }) => (
          <ListLine
            key={label}
            name={`${label}: ${hoursLabel(slots) || 'closed'}`}
            details={pricingBandsOf(slots)
              .map((band) => `${band.timeRange}: ${formatHourlyPrices(rates, band)}`)
              .join(' · ')}
          >
            <button type="button" className="quiet" onClick={() => edit(weekdays)}>
              Change <span className="visually-hidden">{label}</span>
            </button>
          </ListLine>
        ))}
      </ul>
      <p className="muted small">A day runs from 6 AM to 6 AM, so Friday ends on Saturday morning.</p>
    </section>
  );
}

function ExceptionList({
  calendar,
  onEdit,
}: {
  calendar: Calendar;
  onEdit: (at: number, exception: CalendarException) => void;
}) {
  if (calendar.exceptions.length === 0)
    return (
      <p className="muted">
        No exceptions. Choose days above to add Ramadan hours or Eid. They count for the whole club: for one
        court, use Block time on the day.
      </p>
    );
  return (
    <ul className="lines">
      {calendar.exceptions.map((exception, at) => (
        <ListLine
          // biome-ignore lint/suspicious/noArrayIndexKey: an exception is named by its place in the calendar
          key={at}
          name={exception.reason}
          details={`${exceptionSpan(exception)}: ${exceptionHours(exception)}`}
        >
          <button type="button" className="quiet" onClick={() => onEdit(at, exception)}>
            Change <span className="visually-hidden">{exception.reason}</span>
          </button>
        </ListLine>
      ))}
    </ul>
  );
}
