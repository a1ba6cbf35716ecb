import type { Database } from 'bun:sqlite';
import { listBookingEntries } from '../db/audit-log.ts';
import type { PayeeChange } from '../domain/api/ledger-answers.ts';
import { PAYEE_ACTIONS, payeeChanges } from '../domain/payee.ts';

/** Changes to where a booking's money is refunded to: for lists, the booking and the refund guard. */
export function listPayeeChanges(db: Database, bookingId: number, now: number): PayeeChange[] {
  const money = db
    .query<{ at: number | null }, [number]>(
      'SELECT min(at) AS at FROM ledger_entry WHERE booking_id = ? AND amount > 0',
    )
    .get(bookingId);
  return payeeChanges(listBookingEntries(db, bookingId, PAYEE_ACTIONS), money?.at ?? null, now);
}
