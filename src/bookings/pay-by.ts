import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { BookingServices } from './services.ts';
import { isNearPlay } from './staff-rules.ts';

type PayByServices = Pick<BookingServices, 'bookings' | 'settings'>;

/** How long a booking that is asked for money at `now` holds its slots; for an open match, until it is decided. */
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

/**
 * Gives a pending booking a new deadline and returns whether it did. Close to play, the money just stays owed,
 * because nobody else would buy the time.
 */
export function askAgain(tx: Transaction, services: PayByServices, booking: Booking): boolean {
  const asked = toTransfer(tx, services, booking);
  const payBy = payByFromNow(services, asked, tx.now);
  if (payBy === null || isNearPlay(asked, payBy)) return false;
  services.bookings.setPayBy(tx, asked, payBy);
  return true;
}

/**
 * Nobody is on the card page any more when money is asked for again, so a card payment becomes a transfer, with its
 * time limit and its messages.
 */
export function toTransfer(tx: Transaction, { bookings }: PayByServices, booking: Booking): Booking {
  const payment_method = 'bank_transfer';
  if (booking.payment_method !== 'card') return booking;
  bookings.payers.setMethod(tx, booking.payer_id, payment_method);
  return { ...booking, payment_method };
}
