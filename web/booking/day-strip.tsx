import { useEffect, useRef } from 'react';
import { addDays, shortDate } from '../../src/domain/business-day.ts';
import { useRoving } from './roving.ts';

const DAYS = 14;

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
  const days = Array.from({ length: Math.min(DAYS, horizon + 1) }, (_, at) =>
    today ? addDays(today, at) : `day-${at}`,
  );
  // A day that came with the address, or was picked in the calendar, may stand outside the strip's edge.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!today || !date) return;
    const frame = requestAnimationFrame(() => bringSideways(strip.current));
    return () => cancelAnimationFrame(frame);
  }, [today, date]);
  const roving = useRoving(days, days.includes(date) ? date : days[0]);
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
            data-rove={day}
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
function bringSideways(strip: HTMLElement | null): void {
  const day = strip?.querySelector('[aria-pressed="true"]');
  if (!strip || !day) return;
  const seen = strip.getBoundingClientRect();
  const box = day.getBoundingClientRect();
  if (box.right > seen.right) strip.scrollLeft += box.right - seen.right + MARGIN;
  else if (box.left < seen.left) strip.scrollLeft -= seen.left - box.left + MARGIN;
}

/** Pixels, so that the next day can be guessed. */
const MARGIN = 24;
