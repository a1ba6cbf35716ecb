import type { Transaction } from '../db/club-db.ts';
import type { BookingStore } from './store.ts';

/**
 * Stops the clocks of the unpaid bookings of a restored club whose time to pay is over: their payment or receipt
 * may be among what is missing, so an admin decides about them. A reminder that may have been sent is not sent
 * again. Checkouts by card end by themselves. Returns how many clocks were stopped.
 */
export function stopDeadlinesAfterRestore(tx: Transaction, bookings: BookingStore, now: number): number {
  bookings.payers.dropReminders(tx, now);
  const overdue = tx.db
    .query<{ id: number }, [number]>(
      "SELECT id FROM customer_booking WHERE state = 'pending' AND payment_method <> 'card' AND pay_by <= ?",
    )
    .all(now);
  for (const { id } of overdue) bookings.setPayBy(tx, bookings.require(id), null);
  return overdue.length;
}
