import type { Transaction } from '../db/club-db.ts';
import type { UserRow } from '../db/user-row.ts';
import type { EmailTokenStore } from './email-tokens.ts';
import type { Notify } from './notify-type.ts';

/** Queues the verification email in transaction `tx`. */
export function queueVerificationEmail(
  tx: Transaction,
  emailTokens: EmailTokenStore,
  notify: Notify,
  user: Pick<UserRow, 'id' | 'email' | 'name'>,
): void {
  const link = emailTokens.createLink(tx, 'verify_email', user);
  notify(tx, { kind: 'verify_email', user_id: user.id, email: user.email, name: user.name, link });
}
