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
  const roving = useRoving(days, days.includes(date) ? date : days[0]);
  return (
    <div className="day-strip" role="group" aria-label="The next days" {...roving.events}>
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
