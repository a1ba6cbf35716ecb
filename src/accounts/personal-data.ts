import type { Database } from 'bun:sqlite';
import type { PersonalDataSource } from '../db/personal-data-source.ts';

/** A member's sessions and a person's invitations; the user's row itself is erased last. */
export function accountPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ user_id }) => {
      if (user_id === null) return {};
      const select = (sql: string) => db.query<Record<string, unknown>, [number]>(sql).all(user_id);
      return {
        devices: select(
          "SELECT sess ->> 'device' AS device, sess ->> 'started' AS logged_in_at FROM session WHERE user_id = ?",
        ),
        passkeys: select('SELECT name, created_at, last_used_at FROM passkey WHERE user_id = ?'),
      };
    },
    erase: (tx, { emails }) => {
      for (const email of emails) tx.db.query('DELETE FROM invitation WHERE email = ?').run(email);
      return undefined;
    },
  };
}
