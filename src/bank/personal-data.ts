import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

const OF_PERSON = `id IN (SELECT line_id FROM bank_match JOIN ledger_entry ON ledger_entry.id = entry_id
  WHERE ledger_entry.booking_id IN (SELECT value FROM json_each(?)))`;

/** The bank's lines of a person's payments. Sum and date stay with the books; the text names the person. */
export function bankPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ booking_ids }) => ({
      bank_lines: db
        .query<Record<string, unknown>, [string]>(
          `SELECT id, date, paisa / 100.0 AS amount, text FROM bank_line WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(booking_ids)),
    }),
    erase: (tx, { booking_ids }) => {
      tx.db.query(`UPDATE bank_line SET text = '' WHERE ${OF_PERSON}`).run(jsonList(booking_ids));
      return undefined;
    },
  };
}
