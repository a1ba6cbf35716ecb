import type { Booking } from '../../../src/domain/booking.ts';
import { priceLines } from '../../../src/domain/booking-statement.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';

/** What the price of a booking consists of; nothing while it is the court alone. */
export function PriceLines({ booking }: { booking: Booking }) {
  if (!booking.lines || booking.status === 'cancelled') return null;
  return (
    <ul className="admin-price-lines" aria-label="Price">
      {priceLines(booking).map(({ label, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one name
        <li key={at}>
          <span>{label}</span>
          <span className="number">{amount < 0 ? `− ${formatPkr(-amount)}` : formatPkr(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
