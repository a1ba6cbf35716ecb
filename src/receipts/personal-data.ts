import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { ReceiptFiles } from './receipt-files.ts';

const OF_PERSON = 'payer_id IN (SELECT value FROM json_each(?))';

/** Deletes receipt images; their digests stay, so that none can be used for two bookings. */
export function receiptPersonalData(db: Database, files: ReceiptFiles): PersonalDataSource {
  return {
    read: ({ payer_ids }) => ({
      receipts: db
        .query<Record<string, unknown>, [string]>(
          `SELECT booking_id, size, created_at, rejected_reason FROM receipt WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(payer_ids)),
    }),
    erase: (tx, person) => {
      const ids = jsonList(person.payer_ids);
      const rows = tx.db
        .query<{ path: string }, [string]>(`SELECT path FROM receipt WHERE path IS NOT NULL AND ${OF_PERSON}`)
        .all(ids);
      tx.db
        .query(
          `UPDATE receipt SET path = NULL, rejected_reason = iif(rejected_reason IS NULL, NULL, '')
           WHERE ${OF_PERSON}`,
        )
        .run(ids);
      return () => Promise.all(rows.map(({ path }) => files.remove(path)));
    },
  };
}
