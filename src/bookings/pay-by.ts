import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { BookingServices } from './services.ts';
import { isNearPlay } from './staff-rules.ts';

type PayByServices = Pick<BookingServices, 'bookings' | 'settings'>;

/** Until when a booking that is asked for its money at `now` holds its slots; an open match, until it is decided. */
export function payByFromNow(
  { bookings, settings }: PayByServices,
  booking: Booking,
  now: number,
): number | null {
  const { payment_method, series_id } = booking;
  const rules = settings.facts().booking_rules;
  const payBy = payByOf(payment_method, rules, now, startOfPlay(booking), series_id !== null);
  return payBy === null ? null : Math.max(payBy, bookings.payers.decideAtOf(booking) ?? 0);
}

/** Gives a pending booking a new deadline. Shortly before play its money stays owed, because nobody would buy the time. */
export function askAgain(tx: Transaction, services: PayByServices, booking: Booking): void {
  const asked = toTransfer(tx, services, booking);
  const payBy = payByFromNow(services, asked, tx.now);
  if (payBy !== null && !isNearPlay(asked, payBy)) services.bookings.setPayBy(tx, asked, payBy);
}

/**
 * Nobody sits at the card page any more when money is asked for again, so a card payment becomes a transfer: it has the time
 * of one, and its customer is written to.
 */
export function toTransfer(tx: Transaction, { bookings }: PayByServices, booking: Booking): Booking {
  const payment_method = 'bank_transfer';
  if (booking.payment_method !== 'card') return booking;
  bookings.payers.setMethod(tx, booking.payer_id, payment_method);
  return { ...booking, payment_method };
}
