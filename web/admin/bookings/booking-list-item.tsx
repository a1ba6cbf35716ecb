import type { Booking } from '../../../src/domain/booking.ts';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { MoneyLine } from '../list-line.tsx';
import { useUrlParams } from '../url-params.ts';

/** One line of a booking list, which opens the booking. `amount` is PKR; `suffix` follows the times. */
export function BookingListItem({
  booking,
  amount = Math.abs(booking.balance),
  suffix = '',
}: {
  booking: Booking;
  amount?: number;
  suffix?: string;
}) {
  const { href } = useUrlParams();
  return (
    <MoneyLine
      href={href({ booking: String(booking.id) })}
      name={
        <>
          {booking.name} <span className="muted">#{booking.id}</span>
        </>
      }
      amount={amount}
      details={`${dayLabel(booking)}, ${timesLabel(booking.slots)}${suffix}`}
    />
  );
}
