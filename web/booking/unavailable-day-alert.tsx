import type { Slot } from '../../src/domain/api/court-answers.ts';
import type { Court } from '../../src/domain/court.ts';
import { isDayOver, nearestOpenDates } from '../../src/domain/day-plan.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { bookableBlocks } from '../../src/domain/slot.ts';
import { useQueries } from '../lib/query.ts';
import { chooseDate } from '../shared/booking-draft.ts';
import { useClubMinute } from '../shared/club-time-hooks.ts';
import { slotsOfCourt, useClosedText } from '../shared/slots/use-availability.ts';
import { useCalendar, useDayPlan } from '../shared/use-calendar.ts';
import { WaitlistButton } from './waitlist-prompt.tsx';

/** How many days to check for free slots, and how many to offer. */
const DAYS_ASKED = 4;
const DAYS_OFFERED = 3;

/**
 * Says right away that a day is closed or full, and offers the nearest days with a free hour; if the next one is
 * listed instead, names that one.
 */
export function UnavailableDayAlert({
  date,
  courts,
  isFull,
  listedInstead,
  today,
  lastDate,
}: {
  date: string;
  courts: readonly Court[];
  isFull: boolean;
  listedInstead: string | null;
  today: string;
  lastDate: string;
}) {
  const calendar = useCalendar();
  const plan = useDayPlan(date);
  const now = useClubMinute();
  const isClosed = plan.slots.length === 0;
  // After a closed day, the customer wants a later evening, not an earlier one.
  const span = { from: isClosed && date >= today ? date : today, to: lastDate };
  const dates =
    !listedInstead && (isClosed || isFull) ? nearestOpenDates(calendar, date, span, DAYS_ASKED) : [];
  const freeDates = useFreeDates(dates, courts);
  const closedText = useClosedText(date);
  if ((!isClosed && !isFull) || isDayOver(plan, now)) return null;
  return (
    <div className="alert warm" role="status">
      <strong>
        {isClosed
          ? `The club is closed on ${longDate(date)}${plan.exception ? `: ${plan.exception.reason}` : ''}.`
          : `No slot is free on ${longDate(date)}.`}
      </strong>
      {!isClosed && closedText && <p>{closedText}</p>}
      {!isClosed && (
        <p className="waiting-prompt">
          <WaitlistButton />
        </p>
      )}
      {listedInstead && <p>The next free times, on {longDate(listedInstead)}:</p>}
      {freeDates.length > 0 && (
        <>
          <p>{isClosed ? 'The next evenings with free slots:' : 'The nearest days with free slots:'}</p>
          <div className="conflict-alternatives">
            {freeDates.slice(0, DAYS_OFFERED).map((day) => (
              <button key={day} type="button" className="ghost" onClick={() => chooseDate(day)}>
                {shortDate(day)}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/**
 * The first day after `date` with a free hour, as far as is known yet; null if the next open days have none. An empty
 * `date` requests nothing.
 */
export function useNextFreeDate(date: string, courts: readonly Court[], lastDate: string): string | null {
  const calendar = useCalendar();
  const span = { from: date, to: lastDate };
  const dates = date ? nearestOpenDates(calendar, date, span, DAYS_ASKED) : [];
  const hasFree = useHasFreeHour(dates, courts);
  return dates.find((_, at) => hasFree[at] !== false) ?? null;
}

/** Those of the dates on which some court is free for an hour, earliest first. */
function useFreeDates(dates: readonly string[], courts: readonly Court[]): string[] {
  const hasFree = useHasFreeHour(dates, courts);
  return dates.filter((_, at) => hasFree[at]).toSorted();
}

/** For each date, whether some court is free for an hour; null until known. */
function useHasFreeHour(dates: readonly string[], courts: readonly Court[]): (boolean | null)[] {
  const answers = useQueries(
    'GET /api/slots-by-court',
    dates.map((date) => ({ query: { date } })),
  );
  const hasFreeHour = (slots: readonly Slot[]) =>
    bookableBlocks(slots.filter((slot) => slot.available).map((slot) => slot.hour)).length > 0;
  return answers.map(({ data }) =>
    data ? courts.some(({ id }) => hasFreeHour(slotsOfCourt(data, id))) : null,
  );
}
