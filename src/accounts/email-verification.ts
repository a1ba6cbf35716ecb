import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { UserRow } from '../db/user-row.ts';
import type { User } from '../domain/api/account-answers.ts';
import { Failure } from '../domain/failure.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AuthenticationDeps } from './authentication.ts';
import type { EmailTokenStore } from './email-tokens.ts';

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

/** Verifies that members receive email at their address. */
export class EmailVerification {
  readonly #deps: Pick<AuthenticationDeps, 'club' | 'users' | 'emailTokens' | 'emailsSent' | 'outbox'>;

  constructor(deps: Pick<AuthenticationDeps, 'club' | 'users' | 'emailTokens' | 'emailsSent' | 'outbox'>) {
    this.#deps = deps;
  }

  /**
   * Verifies the signed-in member's email address and links earlier bookings. Requires a session: otherwise, somebody
   * who registered with a stranger's address would get that stranger's bookings as soon as the stranger clicked.
   */
  verify(user: User, token: string): Promise<void> {
    const { club, users, emailTokens } = this.#deps;
    return club.write((tx) => {
      const row = users.find(user.id);
      const tokenRow = emailTokens.requireToken(tx, 'verify_email', token);
      if (!row || tokenRow.user_id !== row.id) {
        throw new Failure(
          'forbidden',
          'This link belongs to another account. Please log in to that account.',
        );
      }
      this.markVerified(tx, row);
    });
  }

  resendLink(user: User): Promise<void> {
    const { club, users, emailTokens, emailsSent, outbox } = this.#deps;
    return club.write((tx) => {
      const row = users.find(user.id);
      if (!row || row.email_verified) return;
      emailsSent.consume(tx, `verify ${row.email}`);
      queueVerificationEmail(tx, emailTokens, outbox, row);
    });
  }

  markVerified(tx: Transaction, row: UserRow): void {
    const { users, emailTokens } = this.#deps;
    emailTokens.deleteAllForUser(tx, 'verify_email', row.id);
    if (!row.email_verified) {
      users.setEmailVerified(tx, row.id);
      recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'verify_email', 'user', row.id);
    }
    tx.emit({ kind: 'user.confirmed', user_id: row.id, email: row.email });
  }
}
