import type { Booking } from '../../src/domain/booking.ts';
import { formatPayBy, formatTimeLeft } from '../../src/domain/format-payment-deadline.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

const MINUTE_MS = 60_000;

/** True if the booking has a deadline that its customer can still meet. */
export function isHeldUnpaid(booking: Pick<Booking, 'status' | 'pay_by'>): boolean {
  return booking.status === 'pending' && booking.pay_by !== null;
}

/** `9 PM (3 h 20 min left)`, counting down each minute. */
export function PayBy({ payBy }: { payBy: string }) {
  const now = useCurrentMinute();
  // Rounded down, because nobody should count on a minute that has already begun.
  const left = now ? formatTimeLeft(payBy, now + MINUTE_MS - 1) : null;
  return (
    <>
      <NoWrap>{formatPayBy(payBy, now || undefined)}</NoWrap>
      {left && <span className="no-wrap time-left"> ({left} left)</span>}
    </>
  );
}
