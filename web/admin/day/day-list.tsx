import { useEffect, useMemo, useRef } from 'react';
import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { bookingDue } from '../../../src/domain/share.ts';
import { serverNow } from '../../lib/server-time.ts';
import { storeDayList } from '../../lib/stored-day-list.ts';
import { TableRows } from '../../ui/table-region.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { eventVisitsOf, visitsOf } from './day-columns.ts';

/**
 * The day, for when there is no power or network: it prints on one page, and the device keeps today's until logout.
 * It has first names and no phone numbers.
 */
export function DayList({ day }: { day: AdminDaySchedule }) {
  const list = useRef<HTMLElement>(null);
  const isToday = day.date === day.today;
  // Offline, the answer stays the same, and so does its time.
  const asOf = useMemo(() => day && dateTimeLabel(new Date(serverNow()).toISOString()), [day]);
  useEffect(() => {
    if (isToday && asOf && list.current) void storeDayList(list.current.outerHTML);
  }, [isToday, asOf]);
  return (
    <section ref={list} className="print-page day-list" aria-label="Day list">
      <h2>{longDate(day.date)}</h2>
      <p>{`As of ${asOf}.`}</p>
      <table>
        <TableRows columns={[['Time'], ['Court'], ['Name'], ['To collect']]}>
          {linesOf(day).map(({ key, timeRange, courts, name, due }) => (
            <tr key={key}>
              <td>{timeRange}</td>
              <td>{courts.map((court) => shortCourtName(court.name)).join(', ')}</td>
              <td translate="no">{name}</td>
              <td>{due > 0 ? formatPkr(due) : 'Paid'}</td>
            </tr>
          ))}
        </TableRows>
      </table>
    </section>
  );
}

/** Bookings and dates of events, in order. */
function linesOf(day: AdminDaySchedule) {
  const bookings = visitsOf(day).map(({ court, booking, timeRange, start }) => ({
    key: `booking ${booking.id} ${start}`,
    start,
    timeRange,
    courts: [court],
    name: firstNameOf(booking.name),
    due: bookingDue(booking),
  }));
  const events = eventVisitsOf(day).map(({ courts, session, timeRange, start }) => ({
    key: `event ${session.id}`,
    start,
    timeRange,
    courts,
    name: `${session.title} (${session.joined} of ${session.most})`,
    due: session.balance,
  }));
  return [...bookings, ...events].toSorted((a, b) => a.start - b.start);
}

/** The first name with any title before it: `Dr. Umar`. */
export function firstNameOf(name: string): string {
  return /^((dr|prof|mrs?|ms)\.?\s+)?\S+/i.exec(name)?.[0] ?? name;
}
