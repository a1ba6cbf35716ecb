import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { Failure } from '../domain/failure.ts';

export interface RoleChange {
  /** False when the user already had this role. */
  changed: boolean;
  /** The number of admins after the change. */
  adminCount: number;
}

/** Makes a user an admin or a member and records it in the audit log. */
export function setAdmin(tx: Transaction, email: string, admin: boolean, actor: Actor): RoleChange {
  const user = tx.db
    .query<{ id: number; is_admin: number }, [string]>('SELECT id, is_admin FROM user WHERE email = ?')
    .get(email);
  if (!user) {
    throw new Failure('not_found', `No account has the email ${email}. Register on the website first.`);
  }
  const changed = (user.is_admin === 1) !== admin;
  if (changed) {
    tx.db
      .query('UPDATE user SET is_admin = ?, updated_at = ? WHERE id = ?')
      .run(admin ? 1 : 0, tx.now, user.id);
    recordAuditEntry(tx, actor, admin ? 'promoted' : 'demoted', 'user', user.id);
  }
  const row = tx.db.query<{ n: number }, []>('SELECT count(*) AS n FROM user WHERE is_admin = 1').get();
  return { changed, adminCount: row?.n ?? 0 };
}
