import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';

/** One line of a list of bookings that opens the booking. `amount` is PKR; `suffix` follows the times. */
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
    <a className="money-line" href={href({ booking: String(booking.id) })}>
      <span className="money-line-name">
        {booking.name} <span className="muted">#{booking.id}</span>
      </span>
      <strong className="money-amount">{formatPkr(amount)}</strong>
      <span className="muted small">
        {dayLabel(booking)}, {timesLabel(booking.slots)}
        {suffix}
      </span>
    </a>
  );
}
