import type { Booking, PublicBooking } from '../../../src/domain/booking.ts';
import { bookingLead, bookingTitle } from '../../../src/domain/booking-heading.ts';
import { formatPayBy, formatTimeLeft } from '../../../src/domain/format-payment-deadline.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { isHeldUnpaid } from '../pay-by.tsx';

const MINUTE_MS = 60_000;

/** What the booking is now, and what its customer does next; the page's only mention of the deadline. */
export function BookingHeading({
  booking,
  rejected,
  now,
}: {
  booking: Booking | PublicBooking;
  /** Why the club did not accept the last receipt. */
  rejected?: string | null | undefined;
  now: number;
}) {
  const payBy = 'balance' in booking && isHeldUnpaid(booking) ? booking.pay_by : null;
  // Rounded down, because nobody should count on a minute that has already begun.
  const left = payBy && now ? formatTimeLeft(payBy, now + MINUTE_MS - 1) : null;
  return (
    <>
      <h1>{bookingTitle(booking, now)}</h1>
      <p className="lead requires-javascript" role="status">
        <NoWrap>
          {rejected && payBy
            ? `We could not accept your receipt: ${rejected.replace(/\.$/, '')}. Upload another picture by ${formatPayBy(payBy, now)}.`
            : bookingLead(booking, now)}
        </NoWrap>
        {left && (
          <>
            {' '}
            <span className="no-wrap time-left">{left} left.</span>
          </>
        )}
      </p>
    </>
  );
}
