import type { SelfService } from '../../../src/domain/api/booking-answers.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { bookingLead, bookingTitle } from '../../../src/domain/booking-heading.ts';
import { formatTimeLeft } from '../../../src/domain/format-payment-deadline.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { isHeldUnpaid } from '../pay-by.tsx';
import { useTellYou } from '../use-tell-you.ts';

const MINUTE_MS = 60_000;

/**
 * What the booking is now, and what its customer does next; the only place on the page that mentions the deadline.
 */
export function BookingHeading({
  booking,
  selfService,
  now,
}: {
  booking: Booking;
  selfService: SelfService;
  now: number;
}) {
  const tell = useTellYou();
  const payBy = isHeldUnpaid(booking) ? booking.pay_by : null;
  // Rounded down, because nobody should count on a minute that has already begun.
  const left = payBy && now ? formatTimeLeft(payBy, now + MINUTE_MS - 1) : null;
  return (
    <>
      <h1>{bookingTitle(booking, now)}</h1>
      <p className="lead requires-javascript" role="status">
        <NoWrap>{bookingLead(booking, now, selfService, tell(booking))}</NoWrap>
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
