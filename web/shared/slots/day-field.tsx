import { memo, useEffect, useRef } from 'react';
import { addDays } from '../../../src/domain/business-day.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import { fieldId } from '../../ui/field-id.ts';
import { Icon } from '../../ui/icons.tsx';
import { useToday, useTonight } from '../club-time-hooks.ts';
import { useDaysAhead } from '../use-days-ahead.ts';

/** The days in the strip; the calendar next to it has the rest. */
const DAY_COUNT = 14;

/** Chooses a day: a strip with the next ones, and a date input behind a calendar icon. */
export const DayField = memo(function DayField({
  name = 'date',
  date,
  error,
  onChoose,
}: {
  name?: string;
  date: string;
  error?: string | undefined;
  onChoose: (date: string) => void;
}) {
  const daysAhead = useDaysAhead();
  const today = useToday();
  const tonight = useTonight();
  const dayCount = Math.min(DAY_COUNT, daysAhead + 1);
  const days = Array.from({ length: dayCount }, (_, at) => (today ? addDays(today, at) : `day-${at}`));
  const isOther = today !== '' && date !== '' && !days.includes(date);
  const roving = useRovingFocus(days, days.includes(date) ? date : days[0]);

  // A date from the URL or the date input may be outside the visible part.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!today || !date) return;
    const frame = requestAnimationFrame(() => scrollToSelectedDay(strip.current));
    return () => cancelAnimationFrame(frame);
  }, [today, date]);

  const errorId = `${fieldId(name)}-error`;
  return (
    <>
      <div className="day-field">
        <div ref={strip} className="day-strip" role="group" aria-label="The next days" {...roving.events}>
          {days.map((day, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the same button shows another day tomorrow
              key={at}
              type="button"
              className="day"
              data-roving-key={day}
              disabled={!today}
              tabIndex={roving.tabIndexOf(day)}
              aria-pressed={day === date}
              onClick={() => onChoose(day)}
            >
              <span className="day-name">{at > 0 ? weekdayOf(day) : tonight ? 'Tonight' : 'Today'}</span>{' '}
              <span className="day-number">{today && dayAndMonth(day)}</span>
            </button>
          ))}
        </div>
        <div className="day-other" data-chosen={isOther ? '' : undefined}>
          <label htmlFor={fieldId(name)} className="visually-hidden">
            Date
          </label>
          {isOther ? <span aria-hidden="true">{dayAndMonth(date)}</span> : <Icon name="calendar" />}
          <input
            id={fieldId(name)}
            name={name}
            type="date"
            value={date}
            min={today || undefined}
            max={today ? addDays(today, daysAhead) : undefined}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onClick={openPicker}
            onChange={(event) => onChoose(event.target.value)}
          />
        </div>
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </>
  );
});

/** Some browsers open the calendar only from their own small icon, which the input hides. */
function openPicker({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  try {
    currentTarget.showPicker();
  } catch {
    // Without a calendar, the date is typed.
  }
}

/** `Mon` */
const weekdayOf = (day: string) => (day.startsWith('day-') ? '…' : (shortDate(day).split(', ')[0] ?? ''));

/** `Nov 23` */
const dayAndMonth = (day: string) => shortDate(day).split(', ')[1] ?? '';

/** Scrolls only the strip, just enough to show the whole selected day. */
function scrollToSelectedDay(strip: HTMLElement | null): void {
  const day = strip?.querySelector('[aria-pressed="true"]');
  if (!strip || !day) return;
  const stripBox = strip.getBoundingClientRect();
  const dayBox = day.getBoundingClientRect();
  if (dayBox.right > stripBox.right) strip.scrollLeft += dayBox.right - stripBox.right + SCROLL_MARGIN_PX;
  else if (dayBox.left < stripBox.left) strip.scrollLeft -= stripBox.left - dayBox.left + SCROLL_MARGIN_PX;
}

/** How much of the next day stays visible, in pixels, as a hint that the strip scrolls. */
const SCROLL_MARGIN_PX = 24;
