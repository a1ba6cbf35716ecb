import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { addDays, WEEKDAYS, weekdayOf } from '../../../src/domain/business-day.ts';
import type { Calendar } from '../../../src/domain/calendar.ts';
import { dayPlanOf, hoursLabel } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';

export interface DateSpan {
  from: string;
  to: string;
}

/**
 * A month with the kind of each day: ordinary, other hours, closed. Drag over days, or move with the arrow keys
 * and hold Shift, to choose the days of a new exception.
 */
export function DateRangePicker({
  calendar,
  today,
  selection,
  onSelect,
}: {
  calendar: Calendar;
  today: string;
  selection: DateSpan | null;
  onSelect: (span: DateSpan) => void;
}) {
  const [month, setMonth] = useState(today.slice(0, 7));
  const [focused, setFocused] = useState(today);
  const grid = useRef<HTMLTableElement>(null);
  /** The day at which a drag or a range by keyboard began. */
  const anchor = useRef<string | null>(null);
  const dragging = useRef(false);
  const days = daysOfMonth(month);
  const tabStop = focused.startsWith(month) ? focused : (days.find((day) => day !== null) ?? '');

  const dateAt = (element: Element | null) =>
    element?.closest<HTMLElement>('[data-date]')?.dataset.date ?? null;
  const select = (from: string, to: string) => onSelect(from <= to ? { from, to } : { from: to, to: from });
  const onPointerDown = (event: PointerEvent) => {
    const date = dateAt(event.target as Element);
    if (!date || event.button !== 0) return;
    grid.current?.setPointerCapture(event.pointerId);
    const start = event.shiftKey && anchor.current ? anchor.current : date;
    anchor.current = start;
    dragging.current = true;
    setFocused(date);
    select(start, date);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current || !anchor.current) return;
    const date = dateAt(document.elementFromPoint(event.clientX, event.clientY));
    if (date) select(anchor.current, date);
  };
  const endDrag = () => {
    dragging.current = false;
  };

  /** Assistive technology clicks without a pointer. */
  const onAssistedClick = (event: MouseEvent) => {
    const date = event.detail === 0 ? dateAt(event.target as Element) : null;
    if (date) select(date, date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const date = dateAt(event.target as Element);
    if (!date) return;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      anchor.current = date;
      select(date, date);
    }
    if (!step) return;
    event.preventDefault();
    const next = addDays(date, step);
    if (event.shiftKey) {
      anchor.current ??= date;
      select(anchor.current, next);
    } else anchor.current = null;
    setMonth(next.slice(0, 7));
    setFocused(next);
    const focusNext = () => grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
    // At once, because the next key press goes on from the focused day; another month must be rendered first.
    if (next.startsWith(month)) focusNext();
    else requestAnimationFrame(focusNext);
  };

  const title = longDate(`${month}-01`).replace(/^\w+, (\w+) \d+, /, '$1 ');
  return (
    <div className="month">
      <div className="month-head">
        <button
          type="button"
          className="quiet"
          aria-label="Month before"
          onClick={() => setMonth(shift(month, -1))}
        >
          <span aria-hidden="true">←</span>
        </button>
        <h3 aria-live="polite">{title}</h3>
        <button
          type="button"
          className="quiet"
          aria-label="Month after"
          onClick={() => setMonth(shift(month, 1))}
        >
          <span aria-hidden="true">→</span>
        </button>
      </div>
      <table
        ref={grid}
        aria-label={title}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onKeyDown={onKeyDown}
        onClick={onAssistedClick}
      >
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
                    tabIndex={date === tabStop ? 0 : -1}
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
      <p className="month-legend">
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
        data-date={date}
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

/** The dates of a month, after as many nulls as days of its first week belong to the month before. */
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
