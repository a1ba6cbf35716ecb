import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { SLOW_PAYMENT_TEXT } from '../shared/booking-view/use-payment-polling.ts';

/** How the customer came back from the payment page, according to the address. */
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
  /** What is being paid for. */
  thing?: 'booking' | 'place' | 'purchase';
  /** PKR of the customer's own part. */
  balance: number;
  payment: PaymentReturn;
  /** The page has been waiting for long. */
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
      : `This ${thing} was cancelled. If you paid, we’ll refund you and let you know.`;
  }
  if (balance <= 0) return 'Your payment has arrived. Thank you!';
  if (payment === 'cancelled') return 'You left the payment page, and nothing was charged.';
  return isSlow ? SLOW_PAYMENT_TEXT : 'One moment, we are waiting for your bank…';
}
