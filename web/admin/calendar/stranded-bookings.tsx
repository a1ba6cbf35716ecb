import type { Booking } from '../../../src/domain/booking.ts';
import { dayLabel, timesLabel } from '../format.ts';
import { useUrlParams } from '../url-params.ts';

/** The bookings outside the new hours, with links to move or cancel them, and the choice to keep them. */
export function StrandedBookings({
  bookings,
  honour,
  onHonour,
}: {
  bookings: readonly Booking[];
  honour: boolean;
  onHonour: (honour: boolean) => void;
}) {
  const { href } = useUrlParams();
  if (bookings.length === 0) return null;
  return (
    <div role="alert">
      <p className="alert warning">
        {bookings.length === 1 ? '1 booking lies' : `${bookings.length} bookings lie`} outside the new hours.
        Open each one to move or cancel it, then save again.
      </p>
      <section className="admin-stranded" aria-label="Bookings outside the new hours">
        <ul>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <a href={href({ booking: String(booking.id) })}>
                #{booking.id} {booking.name}
              </a>
              <span>
                {dayLabel(booking)}, {timesLabel(booking.slots)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <label className="admin-checkbox">
        <input type="checkbox" checked={honour} onChange={() => onHonour(!honour)} />
        Honour what was sold: these bookings will be played
      </label>
    </div>
  );
}
