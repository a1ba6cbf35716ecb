import type { Booking } from '../../../src/domain/booking.ts';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { statusSymbol } from './status-badge.tsx';

/** The bookings that a change would leave without their time, with links to each, and the choice to keep them. */
export function ConflictingBookings({
  bookings,
  label,
  keepLabel,
  keep,
  onKeep,
  onOpen,
}: {
  bookings: readonly Booking[];
  /** The accessible name of the list. */
  label: string;
  keepLabel: string;
  keep: boolean;
  onKeep: (keep: boolean) => void;
  /** Called when an admin opens one of the bookings. */
  onOpen?: () => void;
}) {
  const { href } = useUrlParams();
  return (
    <>
      <section className="admin-stranded" aria-label={label}>
        <ul>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <a href={href({ booking: String(booking.id) })} onClick={onOpen}>
                #{booking.id} {booking.name}
              </a>
              <span>
                <span aria-hidden="true">{statusSymbol(booking.status)} </span>
                {dayLabel(booking)}, {timesLabel(booking.slots)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <label className="admin-checkbox">
        <input type="checkbox" checked={keep} onChange={() => onKeep(!keep)} />
        {keepLabel}
      </label>
    </>
  );
}
