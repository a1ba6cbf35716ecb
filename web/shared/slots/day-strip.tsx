import { memo, startTransition, useEffect, useRef, useState } from 'react';
import { addDays, daysBetween } from '../../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';

/** The days that the page shows at once; the rest follow when the browser has nothing else to do. */
const FIRST_DAY_COUNT = 14;

/** One button for each bookable day, and one for each month, which scrolls to its first day. */
export const DayStrip = memo(function DayStrip({
  today,
  tonight,
  date,
  daysAhead,
  onChoose,
}: {
  /** The current business day; empty during hydration. */
  today: string;
  /** The running business day has passed midnight. */
  tonight: boolean;
  date: string;
  /** How many days from today can be booked. */
  daysAhead: number;
  onChoose: (date: string) => void;
}) {
  const [wholeShown, setWholeShown] = useState(false);
  useEffect(() => {
    if (!today) return;
    const timer = setTimeout(() => startTransition(() => setWholeShown(true)), EXPAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [today]);

  const dayCount = daysAhead + 1;
  const isFar = today !== '' && date !== '' && daysBetween(today, date) >= FIRST_DAY_COUNT;
  const shownCount = wholeShown || isFar ? dayCount : Math.min(FIRST_DAY_COUNT, dayCount);
  const days = Array.from({ length: shownCount }, (_, at) => (today ? addDays(today, at) : `day-${at}`));

  // A date from the URL or the date input may lie outside the visible part.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!today || !date) return;
    const frame = requestAnimationFrame(() => scrollToSelectedDay(strip.current));
    return () => cancelAnimationFrame(frame);
  }, [today, date]);
  const showMonth = (day: string) => {
    setWholeShown(true);
    requestAnimationFrame(() => showDayFirst(strip.current, day));
  };

  const roving = useRovingFocus(days, days.includes(date) ? date : days[0]);
  const months = today ? firstDaysOfMonths(today, daysAhead) : [];
  const monthsRoving = useRovingFocus(months, months[0]);
  return (
    <>
      <div ref={strip} className="day-strip" role="group" aria-label="The next days" {...roving.events}>
        {days.map((day, at) => {
          const [weekday, monthAndDay] = today ? shortDate(day).split(', ') : ['', ''];
          const [month, number] = (monthAndDay ?? '').split(' ');
          const name = at === 0 && today ? (tonight ? 'Tonight' : 'Today') : weekday || '…';
          return (
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
              <span className="day-name">{name}</span> <span className="day-number">{number}</span>{' '}
              <span className="day-month">{month}</span>
            </button>
          );
        })}
      </div>
      {dayCount > FIRST_DAY_COUNT && (
        <div className="day-months" role="group" aria-label="Months" {...monthsRoving.events}>
          {months.map((day) => (
            <button
              key={day}
              type="button"
              className="day-month-jump"
              data-roving-key={day}
              tabIndex={monthsRoving.tabIndexOf(day)}
              aria-current={day.slice(0, 7) === date.slice(0, 7) ? 'true' : undefined}
              onClick={() => showMonth(day)}
            >
              <span className="visually-hidden">Show </span>
              {monthName(day).slice(0, 3)}
              <span className={day.slice(0, 4) === today.slice(0, 4) ? 'visually-hidden' : undefined}>
                {` ${day.slice(0, 4)}`}
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  );
});

/** Today, and the first day of each later month in which days can be booked. */
function firstDaysOfMonths(today: string, daysAhead: number): string[] {
  const last = addDays(today, daysAhead);
  const days = [today];
  for (let month = nextMonth(today); month <= last; month = nextMonth(month)) days.push(month);
  return days;
}

function nextMonth(date: string): string {
  // 31 days after the first of a month lie in the next one.
  return `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`;
}

/** `January` */
function monthName(date: string): string {
  return longDate(date).split(' ')[1] ?? '';
}

/** Scrolls only the strip, as little as needed to show the whole selected day. */
function scrollToSelectedDay(strip: HTMLElement | null): void {
  const day = strip?.querySelector('[aria-pressed="true"]');
  if (!strip || !day) return;
  const stripBox = strip.getBoundingClientRect();
  const dayBox = day.getBoundingClientRect();
  if (dayBox.right > stripBox.right) strip.scrollLeft += dayBox.right - stripBox.right + SCROLL_MARGIN_PX;
  else if (dayBox.left < stripBox.left) strip.scrollLeft -= stripBox.left - dayBox.left + SCROLL_MARGIN_PX;
}

/** Scrolls a day to the start of the strip and gives it the focus, so that arrow keys go on from there. */
function showDayFirst(strip: HTMLElement | null, day: string): void {
  const button = strip?.querySelector<HTMLElement>(`[data-roving-key="${day}"]`);
  if (!strip || !button) return;
  const distance = button.getBoundingClientRect().left - strip.getBoundingClientRect().left;
  strip.scrollLeft += distance - SCROLL_MARGIN_PX;
  button.focus({ preventScroll: true });
}

const EXPAND_AFTER_MS = 1200;
/** Pixels of the next day that stay visible, to hint that the strip scrolls. */
const SCROLL_MARGIN_PX = 24;
