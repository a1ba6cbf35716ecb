import type { Database } from 'bun:sqlite';
import { listBookingEntries } from '../db/audit-log.ts';
import type { PayeeChange } from '../domain/api/ledger-answers.ts';
import { PAYEE_ACTIONS, payeeChanges } from '../domain/payee.ts';

/** What has changed about where the money of a booking goes back to: for the lists, the booking and the guard of refunds. */
export function listPayeeChanges(db: Database, bookingId: number, now: number): PayeeChange[] {
  const money = db
    .query<{ at: number | null }, [number]>(
      'SELECT min(at) AS at FROM ledger_entry WHERE booking_id = ? AND amount > 0',
    )
    .get(bookingId);
  return payeeChanges(listBookingEntries(db, bookingId, PAYEE_ACTIONS), money?.at ?? null, now);
}
