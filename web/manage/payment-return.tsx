import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { SLOW_PAYMENT_TEXT } from '../shared/booking-view/use-payment-polling.ts';

/** How the customer came back from the payment page; the address says it. */
export type PaymentReturn = '' | 'returned' | 'cancelled';

/** What became of a card payment: the provider's report may arrive after the customer. */
export function PaymentReturnNote({
  status,
  thing = 'booking',
  balance,
  payment,
  isSlow,
}: {
  status: BookingStatus;
  /** What is paid for. */
  thing?: 'booking' | 'place' | 'purchase';
  /** PKR of the own part. */
  balance: number;
  payment: PaymentReturn;
  /** The page has waited for long. */
  isSlow: boolean;
}) {
  if (payment === '') return null;
  const isSettled = status !== 'cancelled' && balance <= 0;
  return (
    <div role="status" className={`alert ${isSettled ? 'success' : 'warning'}`}>
      <p>{returnText(status, thing, balance, payment, isSlow)}</p>
    </div>
  );
}

function returnText(
  status: BookingStatus,
  thing: string,
  balance: number,
  payment: PaymentReturn,
  isSlow: boolean,
): string {
  if (status === 'cancelled') {
    return balance < 0
      ? `Your payment came after the ${thing} was cancelled. We will refund it.`
      : `This ${thing} was cancelled. If you paid, we refund it and email you.`;
  }
  if (balance <= 0) return 'Your payment has arrived. Thank you!';
  if (payment === 'cancelled') return 'You left the payment page, and nothing was charged.';
  return isSlow ? SLOW_PAYMENT_TEXT : 'One moment, we are waiting for your bank…';
}
