import type { Booking } from '../../../src/domain/booking.ts';
import { ConflictingBookings } from '../bookings/conflicting-bookings.tsx';

/** The bookings outside the new hours, with links to move or cancel them, and the choice to keep them. */
export function BookingsOutsideHours({
  bookings,
  honour,
  onHonour,
}: {
  bookings: readonly Booking[];
  honour: boolean;
  onHonour: (honour: boolean) => void;
}) {
  if (bookings.length === 0) return null;
  return (
    <div role="alert">
      <p className="alert warning">
        {bookings.length === 1 ? '1 booking lies' : `${bookings.length} bookings lie`} outside the new hours.
        Open each one to move or cancel it, then save again.
      </p>
      <ConflictingBookings
        bookings={bookings}
        label="Bookings outside the new hours"
        keepLabel="Honour what was sold: these bookings will be played"
        keep={honour}
        onKeep={onHonour}
      />
    </div>
  );
}
