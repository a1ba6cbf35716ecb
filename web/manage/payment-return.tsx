import type { Booking } from '../../src/domain/booking.ts';
import { SLOW_PAYMENT_TEXT } from '../shared/booking-view/use-payment-polling.ts';

/** How the customer came back from the payment page; the address says it. */
export type PaymentReturn = '' | 'returned' | 'cancelled';

/** What became of a card payment: the provider's report may arrive after the customer. */
export function PaymentReturnNote({
  booking,
  payment,
  isSlow,
}: {
  booking: Booking;
  payment: PaymentReturn;
  /** The page has waited for long. */
  isSlow: boolean;
}) {
  const isOpen = booking.status !== 'cancelled' && booking.balance > 0;
  if (payment === '') return null;
  const text = returnText(booking, payment, isOpen, isSlow);
  return (
    <div
      role="status"
      className={`alert ${isOpen || booking.status === 'cancelled' ? 'warning' : 'success'}`}
    >
      <p>{text}</p>
    </div>
  );
}

function returnText(booking: Booking, payment: PaymentReturn, isOpen: boolean, isSlow: boolean): string {
  if (booking.status === 'cancelled') {
    return booking.balance < 0
      ? 'Your payment came after the booking was cancelled. We will refund it.'
      : 'This booking was cancelled. If you paid, we refund it and email you.';
  }
  if (!isOpen) return 'Your payment has arrived. Thank you!';
  if (payment === 'cancelled') return 'You left the payment page, and nothing was charged.';
  return isSlow ? SLOW_PAYMENT_TEXT : 'One moment, we are waiting for your bank…';
}
