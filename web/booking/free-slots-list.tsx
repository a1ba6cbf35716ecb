import { addDays } from '../../src/domain/business-day.ts';
import { buildDaySlots } from '../../src/domain/day-plan.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { blockLabel, bookableBlocks } from '../../src/domain/slot.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useDayPlan } from '../shared/use-calendar.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

/** How many later days a reader without JavaScript can open. */
const OTHER_DAYS = 3;

/** What is free on the day that the server rendered, in words, for readers without JavaScript. */
export default function FreeSlotsList() {
  const { day, courts } = usePageData();
  const plan = useDayPlan(day?.date ?? '');
  if (!day) return null;
  const courtOf = (courtId: number) => day.courts.find(({ id }) => id === courtId);
  const timesOf = (courtId: number) => {
    const taken = courtOf(courtId)?.taken ?? [];
    const free = buildDaySlots(plan, new Set(taken), day.at).filter(({ available }) => available);
    return bookableBlocks(free.map(({ hour }) => hour)).map(blockLabel);
  };
  return (
    <>
      <h2>Free on {longDate(day.date)}</h2>
      <ul>
        {courts.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong>: <NoWrap>{timesOf(id).join(', ') || 'nothing free'}</NoWrap>
            {courtOf(id)?.closed && `. ${courtOf(id)?.closed}`}
          </li>
        ))}
      </ul>
      <p className="cluster">
        {Array.from({ length: OTHER_DAYS }, (_, at) => addDays(day.date, at + 1)).map((date) => (
          <a key={date} className="button ghost" href={`/booking?date=${date}`}>
            {shortDate(date)}
          </a>
        ))}
        <a className="button ghost" href="/#hours">
          Hours and prices
        </a>
      </p>
    </>
  );
}
