import { useRef } from 'react';
import { addDays, WEEKDAYS, weekdayOf } from '../../../src/domain/business-day.ts';
import type { Calendar } from '../../../src/domain/calendar.ts';
import { dayPlanOf, hoursLabel } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import { useCellDrag } from './use-cell-drag.ts';

const ARROW_STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 };

export interface DateSpan {
  from: string;
  to: string;
}

/**
 * A month with each day's kind: ordinary, unusual hours, closed. Drag over days, or use the arrow keys with Shift, to
 * choose the days of a new exception.
 */
export function DateRangePicker({
  calendar,
  today,
  month,
  onMonth,
  selection,
  onSelect,
}: {
  calendar: Calendar;
  today: string;
  /** `2026-11` */
  month: string;
  onMonth: (month: string) => void;
  selection: DateSpan | null;
  onSelect: (span: DateSpan) => void;
}) {
  /** The day where a drag or keyboard range began. */
  const anchor = useRef<string | null>(null);
  const days = daysOfMonth(month);
  const shownDates = days.filter((day) => day !== null);

  const select = (to: string, isExtended: boolean) => {
    const from = isExtended && anchor.current ? anchor.current : to;
    anchor.current = from;
    onSelect(from <= to ? { from, to } : { from: to, to: from });
  };
  const drag = useCellDrag(select, (_, to) => select(to, true));
  const roving = useRovingFocus(shownDates, shownDates.includes(today) ? today : undefined, {
    next: (date, arrow) => (arrow in ARROW_STEPS ? addDays(date, ARROW_STEPS[arrow] ?? 0) : undefined),
    onMove: (from, to, isExtended) => {
      onMonth(to.slice(0, 7));
      if (isExtended) {
        anchor.current ??= from;
        select(to, true);
      } else anchor.current = null;
      return to;
    },
  });

  const title = longDate(`${month}-01`).replace(/^\w+, (\w+) \d+, /, '$1 ');
  return (
    <div className="month">
      <div className="month-head">
        <button
          type="button"
          className="quiet"
          aria-label="Month before"
          onClick={() => onMonth(shift(month, -1))}
        >
          <span className="arrow" aria-hidden="true">
            ←
          </span>
        </button>
        <h3 aria-live="polite">{title}</h3>
        <button
          type="button"
          className="quiet"
          aria-label="Month after"
          onClick={() => onMonth(shift(month, 1))}
        >
          <span className="arrow" aria-hidden="true">
            →
          </span>
        </button>
      </div>
      <table aria-label={title} {...drag} {...roving.events}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.charAt(0).toUpperCase() + weekday.slice(1, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((date, at) =>
                date ? (
                  <DayCell
                    key={date}
                    date={date}
                    calendar={calendar}
                    isToday={date === today}
                    isSelected={selection !== null && selection.from <= date && date <= selection.to}
                    tabIndex={roving.tabIndexOf(date)}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the empty cells before and after a month have no other key
                  <td key={`empty-${at}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="month-legend cluster">
        <span data-kind="week">Standing week</span>
        <span data-kind="other">◆ Other hours</span>
        <span data-kind="closed">✕ Closed</span>
      </p>
    </div>
  );
}

function DayCell({
  date,
  calendar,
  isToday,
  isSelected,
  tabIndex,
}: {
  date: string;
  calendar: Calendar;
  isToday: boolean;
  isSelected: boolean;
  tabIndex: number;
}) {
  const { slots, exception } = dayPlanOf(calendar, date);
  const kind = slots.length === 0 ? 'closed' : exception ? 'other' : 'week';
  const hours = slots.length === 0 ? 'closed' : hoursLabel(slots);
  return (
    <td>
      <button
        type="button"
        className="month-day"
        data-roving-key={date}
        data-kind={kind}
        data-today={isToday || undefined}
        aria-pressed={isSelected}
        aria-label={`${longDate(date)}: ${hours}${exception ? `, ${exception.reason}` : ''}`}
        title={exception?.reason}
        tabIndex={tabIndex}
      >
        <span>{Number(date.slice(8))}</span>
        <small aria-hidden="true">{kind === 'closed' ? '✕' : kind === 'other' ? '◆' : ''}</small>
      </button>
    </td>
  );
}

/** A month's dates, preceded by a null for each day of its first week that belongs to the previous month. */
function daysOfMonth(month: string): (string | null)[] {
  const days: (string | null)[] = Array.from(
    { length: WEEKDAYS.indexOf(weekdayOf(`${month}-01`)) },
    () => null,
  );
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) days.push(date);
  while (days.length % 7 > 0) days.push(null);
  return days;
}

function weeksOf(days: readonly (string | null)[]): (string | null)[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

function shift(month: string, by: 1 | -1): string {
  return addDays(`${month}-15`, by * 30).slice(0, 7);
}
