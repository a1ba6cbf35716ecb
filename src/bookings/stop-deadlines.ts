import type { Transaction } from '../db/club-db.ts';
import type { BookingStore } from './store.ts';

/**
 * Stops the clocks of a restored club's unpaid bookings that have run out: their payment or receipt may be among the
 * lost data, so an admin decides. Reminders that may have been sent aren't repeated. Card checkouts end by
 * themselves. Returns how many clocks were stopped.
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
