import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

export function contactPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ emails }) => ({
      contact_messages: db
        .query<Record<string, unknown>, [string]>(
          `SELECT name, email, subject, message, created_at FROM contact_message
           WHERE email COLLATE NOCASE IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(jsonList(emails)),
    }),
    erase: (tx, { emails }) => {
      tx.db
        .query('DELETE FROM contact_message WHERE email COLLATE NOCASE IN (SELECT value FROM json_each(?))')
        .run(jsonList(emails));
      return undefined;
    },
  };
}
