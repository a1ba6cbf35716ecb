import { useEffect, useRef } from 'react';
import { addDays, shortDate } from '../../src/domain/business-day.ts';
import { useRovingTabIndex } from './use-roving-tabindex.ts';

const DAY_COUNT = 14;

/** One button for each of the next days; the date input beside it reaches all bookable dates. */
export function DayStrip({
  today,
  date,
  daysAhead,
  onChoose,
}: {
  /** The current business day; empty during hydration. */
  today: string;
  date: string;
  /** How many days from today can be booked. */
  daysAhead: number;
  onChoose: (date: string) => void;
}) {
  const days = Array.from({ length: Math.min(DAY_COUNT, daysAhead + 1) }, (_, at) =>
    today ? addDays(today, at) : `day-${at}`,
  );
  // A date from the URL or the date input may lie outside the visible part.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!today || !date) return;
    const frame = requestAnimationFrame(() => scrollToSelectedDay(strip.current));
    return () => cancelAnimationFrame(frame);
  }, [today, date]);
  const roving = useRovingTabIndex(days, days.includes(date) ? date : days[0]);
  return (
    <div ref={strip} className="day-strip" role="group" aria-label="The next days" {...roving.events}>
      {days.map((day, at) => {
        const [weekday, monthAndDay] = today ? shortDate(day).split(', ') : ['', ''];
        const [month, number] = (monthAndDay ?? '').split(' ');
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
            <span className="day-name">{at === 0 && today ? 'Today' : weekday || '…'}</span>{' '}
            <span className="day-number">{number}</span> <span className="day-month">{month}</span>
          </button>
        );
      })}
    </div>
  );
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

/** Pixels of the next day that stay visible, to hint that the strip scrolls. */
const SCROLL_MARGIN_PX = 24;
