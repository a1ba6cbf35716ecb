import type { Booking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import { startOfPlay } from '../../src/domain/play-time.ts';
import { receiptCheckTime } from '../../src/domain/reply-times.ts';
import { Row } from '../shared/booking-view/row.tsx';
import { CancellationPolicy } from '../shared/cancellation-policy.tsx';
import { useTellYou } from '../shared/use-tell-you.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

export function NextSteps({ booking, now }: { booking: Booking; now: number }) {
  const tell = useTellYou();
  const isCancelled = booking.status === 'cancelled';
  const steps = listSteps(booking, now, tell(booking));
  return (
    <Row id="next-title" title="What's Next" startsOpen={isCancelled}>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>
            <NoWrap>{step}</NoWrap>
          </li>
        ))}
      </ol>
      {!isCancelled && (
        <p className="small">
          <CancellationPolicy booking={booking} />
        </p>
      )}
    </Row>
  );
}

const ARRIVE_EARLY = 'Arrive 15 minutes early.';

function listSteps(booking: Booking, now: number, tell: string): string[] {
  const answer = `We’ll ${tell} as soon as we know.`;
  const { status, received, balance, payment_method } = booking;
  if (status === 'cancelled') {
    if (booking.receipt_received && isReleased(booking)) return [answer];
    if (isReleased(booking) && payment_method === 'bank_transfer') {
      return ['Book the same slot again while it’s free.', 'Paid already? Upload the receipt on this page.'];
    }
    if (balance < 0) return [`We’ll refund ${formatPkr(-balance)}.`];
    return received > 0 ? ['There is nothing more to pay or refund.'] : ['Paid already? Call us.'];
  }
  const sayNumber = `Tell the reception your booking number: ${booking.id}.`;
  if (status === 'paid' || received > 0) return [...(balance > 0 ? [sayNumber] : []), ARRIVE_EARLY];
  if (payment_method === 'cash' || payment_method === 'credit') return [sayNumber, ARRIVE_EARLY];
  if (payment_method === 'card' || booking.receipt_received) return [answer, ARRIVE_EARLY];
  return [
    'Pay from your banking app.',
    'Upload a picture of the receipt here.',
    `We’ll check it ${receiptCheckTime(startOfPlay(booking), now)} and ${tell}.`,
    ARRIVE_EARLY,
  ];
}
