import { useEffect, useRef } from 'react';
import { addDays, shortDate } from '../../src/domain/business-day.ts';
import { useRovingTabIndex } from './use-roving-tabindex.ts';

const DAY_COUNT = 14;

/** The next days, one tap each; the date input beside it reaches further. */
export function DayStrip({
  today,
  date,
  horizon,
  onChoose,
}: {
  /** Empty until the page knows what day it is. */
  today: string;
  date: string;
  horizon: number;
  onChoose: (date: string) => void;
}) {
  const days = Array.from({ length: Math.min(DAY_COUNT, horizon + 1) }, (_, at) =>
    today ? addDays(today, at) : `day-${at}`,
  );
  // A day that came with the address, or was picked in the calendar, may stand outside the strip's edge.
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

/** Scrolls the strip, and nothing else, just as far as it takes to see the chosen day whole. */
function scrollToSelectedDay(strip: HTMLElement | null): void {
  const day = strip?.querySelector('[aria-pressed="true"]');
  if (!strip || !day) return;
  const stripBox = strip.getBoundingClientRect();
  const dayBox = day.getBoundingClientRect();
  if (dayBox.right > stripBox.right) strip.scrollLeft += dayBox.right - stripBox.right + SCROLL_MARGIN_PX;
  else if (dayBox.left < stripBox.left) strip.scrollLeft -= stripBox.left - dayBox.left + SCROLL_MARGIN_PX;
}

/** Pixels, so that the next day can be guessed. */
const SCROLL_MARGIN_PX = 24;
