import type { Database } from 'bun:sqlite';
import type { PersonalDataSource } from '../db/personal-data-source.ts';

/** A member's plans and packages; the payer of each has the contact and the money. */
export function planPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ user_id }) => ({
      purchases: db
        .query<Record<string, unknown>, [number | null]>(
          `SELECT purchase.id, plan.name, kind, state, starts_on, ends_on, paused_on, paused_days,
             (SELECT count(*) FROM purchase_slot WHERE purchase_id = purchase.id) AS half_hours_used,
             purchase.created_at
           FROM purchase JOIN plan_version ON plan_version.id = version_id JOIN plan ON plan.id = plan_id
           WHERE user_id = ? ORDER BY purchase.id`,
        )
        .all(user_id),
    }),
    // A plan without a person counts for nobody, and the books keep what it brought.
    erase: (tx, { user_id }) => {
      tx.db.query('UPDATE purchase SET user_id = NULL WHERE user_id = ?').run(user_id);
      return undefined;
    },
  };
}
