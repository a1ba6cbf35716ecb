import type { Booking } from '../../../src/domain/booking.ts';

/** The invoice while something is to be paid, else the receipt, as a page to print. */
export function StatementLink({ booking }: { booking: Booking }) {
  return (
    <p>
      <a className="button ghost wide" href={`/receipt?booking_id=${booking.id}`}>
        {booking.balance > 0 ? 'Invoice to print' : 'Receipt to print'}
      </a>
    </p>
  );
}
