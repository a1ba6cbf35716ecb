import { courtRateOn } from '../../src/domain/court.ts';
import {
  exceptionHours,
  exceptionPrices,
  exceptionSpan,
  upcomingExceptions,
} from '../../src/domain/opening-hours.ts';
import type { PageData } from '../../src/domain/page-data.ts';

/** Upcoming days with unusual hours, such as holidays, below an optional heading; nothing if there are none. */
export function SpecialHours({
  data: { calendar, today = '', courts = [] },
  heading,
}: {
  data: PageData;
  heading?: string;
}) {
  const exceptions = calendar ? upcomingExceptions(calendar, today) : [];
  if (exceptions.length === 0) return null;
  return (
    <>
      {heading && <h3>{heading}</h3>}
      <ul>
        {exceptions.map((exception) => {
          const prices = exceptionPrices(
            exception,
            courts.map((court) => courtRateOn(court, exception.from > today ? exception.from : today)),
          );
          return (
            <li key={`${exception.from} ${exception.rank}`}>
              <strong>{exception.reason}</strong>, {exceptionSpan(exception)}: {exceptionHours(exception)}.
              {prices && ` ${prices}.`}
            </li>
          );
        })}
      </ul>
    </>
  );
}
