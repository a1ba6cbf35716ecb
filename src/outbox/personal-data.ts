import type { Database } from 'bun:sqlite';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

const OF_PERSON = `(booking_id IN (SELECT value FROM json_each(?1)) OR recipient IN (SELECT value FROM json_each(?2))
  OR user_id IS NOT NULL AND user_id = ?3
  OR contact_id IN (SELECT id FROM contact_message WHERE email IN (SELECT value FROM json_each(?2))))`;

/** Messages to a person and about their bookings, with the files that replace emails while no mail server is set. */
export function outboxPersonalData(db: Database, folder: string): PersonalDataSource {
  return {
    read: ({ booking_ids, emails, phones, user_id }) => ({
      messages_sent: db
        .query<Record<string, unknown>, [string, string, number | null]>(
          `SELECT kind, channel, recipient, state, created_at FROM outbox
           WHERE audience <> 'club' AND ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(booking_ids), jsonList([...emails, ...phones]), user_id),
    }),
    erase: (tx, { booking_ids, emails, phones, user_id }) => {
      const rows = tx.db
        .query<{ id: number }, [string, string, number | null]>(
          `DELETE FROM outbox WHERE ${OF_PERSON} RETURNING id`,
        )
        .all(jsonList(booking_ids), jsonList([...emails, ...phones]), user_id);
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
