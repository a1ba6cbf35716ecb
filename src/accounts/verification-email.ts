import type { Transaction } from '../db/club-db.ts';
import type { UserRow } from '../db/user-row.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { EmailTokenStore } from './email-tokens.ts';

/** Queues the verification email in transaction `tx`. */
export function queueVerificationEmail(
  tx: Transaction,
  emailTokens: EmailTokenStore,
  outbox: Outbox,
  user: Pick<UserRow, 'id' | 'email' | 'name'>,
): void {
  const link = emailTokens.createLink(tx, 'verify_email', user);
  outbox.enqueueAccountMessage(tx, {
    kind: 'verify_email',
    user_id: user.id,
    email: user.email,
    name: user.name,
    link,
  });
}
