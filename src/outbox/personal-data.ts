import type { Database } from 'bun:sqlite';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonList, type Person, type PersonalDataSource } from '../db/personal-data-source.ts';

/** Among messages about a booking, those to other payers belong to those payers. */
const OF_PERSON = `(booking_id IN (SELECT value FROM json_each(?1)) AND payer_id IS NULL
  OR payer_id IN (SELECT value FROM json_each(?6))
  OR booking_id IS NULL AND recipient IN (SELECT value FROM json_each(?2))
  OR user_id IS NOT NULL AND user_id = ?3
  OR contact_id IN (SELECT id FROM contact_message WHERE email IN (SELECT value FROM json_each(?2)))
  OR details ->> 'waitlist_entry_id' IN (SELECT value FROM json_each(?4))
  OR details ->> 'offer_id' IN (SELECT value FROM json_each(?5)))`;
type Values = [string, string, number | null, string, string, string];

const valuesOf = (person: Person): Values => [
  jsonList(person.booking_ids),
  jsonList(person.emails),
  person.user_id,
  jsonList(person.waitlist_entry_ids),
  jsonList(person.offer_ids),
  jsonList(person.payer_ids),
];

/**
 * Messages to a person and about their bookings, including the files that stand in for emails while no mail server is
 * set up.
 */
export function outboxPersonalData(db: Database, folder: string): PersonalDataSource {
  return {
    read: (person) => ({
      messages_sent: db
        .query<Record<string, unknown>, Values>(
          `SELECT kind, channel, recipient, state, created_at FROM outbox
           WHERE audience <> 'club' AND ${OF_PERSON} ORDER BY id`,
        )
        .all(...valuesOf(person)),
    }),
    erase: (tx, person) => {
      const rows = tx.db
        .query<{ id: number }, Values>(`DELETE FROM outbox WHERE ${OF_PERSON} RETURNING id`)
        .all(...valuesOf(person));
      const ids = new Set(rows.map(({ id }) => id));
      return async () => {
        for (const name of await readdir(folder).catch(() => [])) {
          const id = Number(/-(\d+)\.eml$/.exec(name)?.[1]);
          if (ids.has(id)) await unlink(join(folder, name)).catch(() => {});
        }
      };
    },
  };
}
