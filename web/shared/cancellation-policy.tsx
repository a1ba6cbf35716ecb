import { clubTimestamp } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { cancellationPolicy, fullRefundEnd, type RefundedPlay } from '../../src/domain/refund.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { serverNow } from '../lib/server-time.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

/** The refund rule, and until when cancelling gives a full refund. */
export function CancellationPolicy({ booking }: { booking: RefundedPlay }) {
  return (
    <>
      {cancellationPolicy(booking)}{' '}
      <strong>
        <FullRefundDeadline booking={booking} />
      </strong>{' '}
      See the <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
    </>
  );
}

/** Until when cancelling gives a full refund; nothing once that has passed. */
export function FullRefundDeadline({ booking }: { booking: RefundedPlay }) {
  const end = fullRefundEnd(booking);
  if (end < serverNow()) return null;
  const [date = '', time = ''] = clubTimestamp(end).split('T');
  const deadline = `${shortDate(date)}, ${timeLabel(slotIndexOf(time.slice(0, 5)) ?? 0)}`;
  return <NoWrap>{`Cancel by ${deadline} for a full refund.`}</NoWrap>;
}
