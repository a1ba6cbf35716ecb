import { addDays } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { CANCELLATION_POLICY } from '../../src/domain/refund.ts';
import { calendarDateOf, startInstantOf, timeLabel } from '../../src/domain/slot.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

const DAY_MS = 24 * 60 * 60_000;

/** The refund rule, and until when a booking with this first slot can be cancelled for a full refund. */
export function CancellationPolicy({ date, firstSlot }: { date: string; firstSlot: number }) {
  const isFullyRefundable = startInstantOf(date, firstSlot) - Date.now() >= DAY_MS;
  const deadline = `${shortDate(addDays(calendarDateOf(date, firstSlot), -1))}, ${timeLabel(firstSlot)}`;
  return (
    <>
      {CANCELLATION_POLICY}{' '}
      {isFullyRefundable && (
        <strong>
          <NoWrap>{`Cancel by ${deadline} for a full refund.`}</NoWrap>{' '}
        </strong>
      )}
      See the <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
    </>
  );
}
