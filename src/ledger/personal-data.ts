import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

const OF_PERSON = `(payer_id IN (SELECT value FROM json_each(?1)) OR user_id IS NOT NULL AND user_id = ?2)`;

/**
 * Amounts and the bank's references stay, because the books must prove where money came from. Notes may name the
 * person, and so may a reference that is the text of a bank line, which the books still identify by date and amount.
 * An undone entry may have been another person's.
 */
export function ledgerPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ payer_ids, user_id }) => ({
      payments: db
        .query<Record<string, unknown>, [string, number | null]>(
          `SELECT id, at, booking_id, kind, method, amount, reference FROM ledger_entry
           WHERE (${OF_PERSON}) AND reverses IS NULL
             AND NOT EXISTS (SELECT 1 FROM ledger_entry AS undone WHERE undone.reverses = ledger_entry.id)
           ORDER BY id`,
        )
        .all(jsonList(payer_ids), user_id),
    }),
    erase: (tx, { payer_ids, user_id }) => {
      tx.db
        .query(
          `UPDATE ledger_entry SET note = NULL, user_id = NULL, reference = iif(EXISTS (
             SELECT 1 FROM bank_match WHERE entry_id = ledger_entry.id AND pays = 1), NULL, reference)
           WHERE ${OF_PERSON}`,
        )
        .run(jsonList(payer_ids), user_id);
      return undefined;
    },
  };
}
