import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import { standing } from './store.ts';

/** A line whose entry was undone belongs to somebody else. */
const OF_PERSON = `id IN (SELECT line_id FROM bank_match JOIN ledger_entry ON ledger_entry.id = entry_id
  WHERE ${standing('entry_id')} AND payer_id IN (SELECT value FROM json_each(?1)))`;

/** Bank lines of a person's payments. Amount and date stay for the books; the text names the person. */
export function bankPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ payer_ids }) => ({
      bank_lines: db
        .query<Record<string, unknown>, [string]>(
          `SELECT id, date, paisa / 100.0 AS amount, text FROM bank_line WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(payer_ids)),
    }),
    erase: (tx, { payer_ids }) => {
      tx.db.query(`UPDATE bank_line SET text = '' WHERE ${OF_PERSON}`).run(jsonList(payer_ids));
      return undefined;
    },
  };
}
