import type { Database } from 'bun:sqlite';
import { listEntriesOf, moneySubject } from '../db/audit-log.ts';
import type { PayeeChange } from '../domain/api/ledger-answers.ts';
import { PAYEE_ACTIONS, payeeChanges } from '../domain/payee.ts';

/**
 * Changes to where the money of a booking, or of a place or purchase, is refunded to: for lists, the panels and the
 * refund guard.
 */
export function listPayeeChanges(
  db: Database,
  of: { booking_id: number | null; payer_id: number | null },
  now: number,
): PayeeChange[] {
  const [subject, id] = moneySubject(of);
  const money = db
    .query<{ at: number | null }, [number]>(
      `SELECT min(at) AS at FROM ledger_entry WHERE ${subject}_id = ? AND amount > 0`,
    )
    .get(id);
  return payeeChanges(listEntriesOf(db, subject, id, PAYEE_ACTIONS), money?.at ?? null, now);
}
