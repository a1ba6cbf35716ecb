import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

/** A member's plans and packages; the payer of each has the contact and the money. */
export function planPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ user_id, emails, payer_ids }) => ({
      purchases: db
        .query<Record<string, unknown>, [number | null, string]>(
          `SELECT purchase.id, plan.name, kind, state, starts_on, ends_on, paused_on, paused_days,
             (SELECT count(*) FROM purchase_slot WHERE purchase_id = purchase.id) AS half_hours_used,
             purchase.created_at
           FROM purchase JOIN plan_version ON plan_version.id = version_id JOIN plan ON plan.id = plan_id
           WHERE user_id = ?1
             OR purchase.id IN (SELECT purchase_id FROM payer WHERE id IN (SELECT value FROM json_each(?2)))
           ORDER BY purchase.id`,
        )
        .all(user_id, jsonList(payer_ids)),
      shared_packages: db
        .query<Record<string, unknown>, [number | null, string]>(
          `SELECT purchase_id, email FROM purchase_friend
           WHERE purchase_id IN (SELECT id FROM purchase WHERE user_id = ?1)
             OR email IN (SELECT value FROM json_each(?2)) ORDER BY purchase_id, email`,
        )
        .all(user_id, jsonList(emails)),
    }),
    // A plan without a person counts for nobody, and the books keep what it brought.
    erase: (tx, { user_id, emails }) => {
      tx.db
        .query(
          `DELETE FROM purchase_friend WHERE purchase_id IN (SELECT id FROM purchase WHERE user_id = ?1)
             OR email IN (SELECT value FROM json_each(?2))`,
        )
        .run(user_id, jsonList(emails));
      tx.db.query('UPDATE purchase SET user_id = NULL WHERE user_id = ?').run(user_id);
      return undefined;
    },
  };
}
