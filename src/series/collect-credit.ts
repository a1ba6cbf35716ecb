import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { SeriesBookings } from './series-bookings.ts';

const HOUR_MS = 60 * 60_000;
/** How long before play a date on credit is paid, ahead of any reminder to the customer. */
export const CREDIT_LEAD_MS = 48 * HOUR_MS;

/** Pays the dates on credit that are played soon, as far as the member's credit goes. */
export function collectCredit(
  tx: Transaction,
  { dates, ledger }: { dates: SeriesBookings; ledger: LedgerStore },
  bookings: readonly Booking[],
  actor: Actor,
): void {
  for (const booking of bookings) {
    if (isCollectable(booking, ledger, tx.now)) dates.pay(tx, booking, 'credit', actor);
  }
}

/** True if a date on credit is due now and its member has enough. */
export function isCollectable(booking: Booking, ledger: LedgerStore, now: number): boolean {
  const { user_id, payment_method, status, balance } = booking;
  if (payment_method !== 'credit' || status !== 'pending' || user_id === null) return false;
  const start = startOfPlay(booking);
  return start > now && start - now <= CREDIT_LEAD_MS && ledger.creditOf(user_id) >= balance;
}
