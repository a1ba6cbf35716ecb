import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

const OF_PERSON = `(email <> '' AND email COLLATE NOCASE IN (SELECT value FROM json_each(?1))
  OR phone <> '' AND phone IN (SELECT value FROM json_each(?2)))`;

/** The staff's notes about a customer. */
export function customerPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ emails, phones }) => ({
      notes: db
        .query<Record<string, unknown>, [string, string]>(
          `SELECT note, created_at FROM customer_note WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(emails), jsonList(phones)),
    }),
    erase: (tx, { emails, phones }) => {
      tx.db.query(`DELETE FROM customer_note WHERE ${OF_PERSON}`).run(jsonList(emails), jsonList(phones));
      return undefined;
    },
  };
}
