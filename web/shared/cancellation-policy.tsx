import { clubTimestamp } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { CANCELLATION_POLICY, fullRefundEnd } from '../../src/domain/refund.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { serverNow } from '../lib/server-time.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

/** The refund rule, and until when cancelling gives a full refund. */
export function CancellationPolicy({ booking }: { booking: { date: string; start_time: string } }) {
  const end = fullRefundEnd(booking);
  const deadline = `${shortDate(clubTimestamp(end).slice(0, 10))}, ${timeLabel(slotIndexOf(booking.start_time) ?? 0)}`;
  return (
    <>
      {CANCELLATION_POLICY}{' '}
      {end >= serverNow() && (
        <strong>
          <NoWrap>{`Cancel by ${deadline} for a full refund.`}</NoWrap>{' '}
        </strong>
      )}
      See the <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
    </>
  );
}
