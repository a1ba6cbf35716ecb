import type { Booking } from './booking.ts';
import type { BookingRules } from './payment-deadline.ts';

const DAY_MS = 24 * 60 * 60_000;

/** True when the system released the booking because nobody paid in time. */
export function isReleased({ status, pay_by }: Pick<Booking, 'status' | 'pay_by'>): boolean {
  return status === 'cancelled' && pay_by !== null;
}

/** True while a receipt for a released booking is still accepted. */
export function acceptsLateReceipt(
  booking: Pick<Booking, 'status' | 'pay_by' | 'payment_method'>,
  rules: Pick<BookingRules, 'late_receipt_days'>,
  now: number,
): boolean {
  const { payment_method, pay_by } = booking;
  if (payment_method !== 'bank_transfer' || pay_by === null || !isReleased(booking)) return false;
  return now <= Date.parse(pay_by) + rules.late_receipt_days * DAY_MS;
}
