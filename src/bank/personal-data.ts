import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import { standing } from './store.ts';

/**
 * A line that paid another player's share is the player's, not the host's; one whose entry was undone is of another
 * person.
 */
const OF_PERSON = `id IN (SELECT line_id FROM bank_match JOIN ledger_entry ON ledger_entry.id = entry_id
  WHERE ${standing('entry_id')} AND (player_id IS NULL AND booking_id IN (SELECT value FROM json_each(?1))
    OR player_id IN (SELECT value FROM json_each(?2))))`;

/** The bank's lines of a person's payments. Sum and date stay with the books; the text names the person. */
export function bankPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ booking_ids, player_ids }) => ({
      bank_lines: db
        .query<Record<string, unknown>, [string, string]>(
          `SELECT id, date, paisa / 100.0 AS amount, text FROM bank_line WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(booking_ids), jsonList(player_ids)),
    }),
    erase: (tx, { booking_ids, player_ids }) => {
      tx.db
        .query(`UPDATE bank_line SET text = '' WHERE ${OF_PERSON}`)
        .run(jsonList(booking_ids), jsonList(player_ids));
      return undefined;
    },
  };
}
