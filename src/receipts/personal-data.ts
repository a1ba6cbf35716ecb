import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { ReceiptFiles } from './receipt-files.ts';

/** The pictures of receipts; their digests stay, so that one is not used for two bookings. */
export function receiptPersonalData(db: Database, files: ReceiptFiles): PersonalDataSource {
  return {
    read: ({ booking_ids }) => ({
      receipts: db
        .query<Record<string, unknown>, [string]>(
          `SELECT booking_id, size, created_at FROM receipt
           WHERE booking_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(jsonList(booking_ids)),
    }),
    erase: (tx, { booking_ids }) => {
      const rows = tx.db
        .query<{ path: string }, [string]>(
          `SELECT path FROM receipt WHERE path IS NOT NULL
             AND booking_id IN (SELECT value FROM json_each(?))`,
        )
        .all(jsonList(booking_ids));
      tx.db
        .query(
          `UPDATE receipt SET path = NULL, rejected_reason = iif(rejected_reason IS NULL, NULL, '')
           WHERE booking_id IN (SELECT value FROM json_each(?))`,
        )
        .run(jsonList(booking_ids));
      return () => Promise.all(rows.map(({ path }) => files.remove(path)));
    },
  };
}
