import type * as v from 'valibot';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { UserRow } from '../db/user-row.ts';
import type { passwordChangeSchema, resetPasswordSchema } from '../domain/account.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { assertReauthenticated, type Session } from '../http/session-guard.ts';
import type { AuthenticationDeps, AuthenticationService, SignInResult } from './authentication.ts';
import type { EmailVerification } from './email-verification.ts';
import { assertStrongPassword, hashPassword, userTurn, verifyPassword, visitorTurn } from './passwords.ts';

interface PasswordChangesDeps extends AuthenticationDeps {
  authentication: AuthenticationService;
  emailVerification: EmailVerification;
}

export class PasswordChanges {
  readonly #deps: PasswordChangesDeps;

  constructor(deps: PasswordChangesDeps) {
    this.#deps = deps;
  }

  /**
   * Sets a new password, ends all sessions and starts a new one for the current browser. If there is a second factor,
   * the session needs a recent proof by it: a session from before the second factor may be a thief's.
   */
  async changePassword(
    session: Session,
    input: v.InferOutput<typeof passwordChangeSchema>,
    request: Request,
  ): Promise<SignInResult> {
    const { club, users, sessions, passwordAttempts, authentication } = this.#deps;
    const { user, sid, strong, authenticated_at } = session;
    if (sessions.hasSecondFactor(user.id)) assertReauthenticated(session);
    const currentHash = users.find(user.id)?.password_hash ?? null;
    if (currentHash === null) {
      throw new Failure(
        'wrong_state',
        'This account has no password yet. Use "Forgot your password?" to set one.',
      );
    }
    await assertStrongPassword(input.new_password, 'new_password', user);
    await club.write((tx) => {
      // Each session has its own count, because strangers can use up the account's.
      passwordAttempts.consume(tx, `session ${sid}`);
      passwordAttempts.tryConsume(tx, user.email);
    });
    if (!(await verifyPassword(input.current_password, currentHash, userTurn(user.id)))) {
      throw invalidField('current_password', 'Current password is incorrect');
    }
    const newHash = await hashPassword(input.new_password, userTurn(user.id));
    return club.write((tx) => {
      const row = users.find(user.id);
      if (!row || row.password_hash !== currentHash) {
        throw new Failure('changed_meanwhile', 'Your password has just been changed. Please log in again.');
      }
      this.#setPassword(tx, row, newHash);
      return authentication.startSession(tx, user.id, request, { strong, authenticated_at });
    });
  }

  /**
   * Emails a reset link if the account exists, without revealing whether it does. An admin's address that was never
   * confirmed may contain a typo, and its mailbox would get the club; the operator's command creates a link in that
   * case.
   */
  async sendPasswordReset(email: string): Promise<void> {
    const { club, users, emailTokens, emailsSent, outbox } = this.#deps;
    await club.write((tx) => {
      emailsSent.consume(tx, `reset ${email}`);
      const row = users.findByEmail(email);
      if (!row || (row.role !== null && !row.email_verified)) return;
      const link = emailTokens.createLink(tx, 'reset_password', row);
      outbox.enqueueAccountMessage(tx, {
        kind: 'reset_password',
        user_id: row.id,
        email: row.email,
        name: row.name,
        link,
      });
    });
  }

  /** Sets the password of the link's account and verifies the email address that received the link. */
  async resetPassword(input: v.InferOutput<typeof resetPasswordSchema>, clientIp: string): Promise<void> {
    const { club, users, emailTokens, secondFactors, emailVerification } = this.#deps;
    const user = await club.write((tx) =>
      users.find(emailTokens.requireToken(tx, 'reset_password', input.token).user_id),
    );
    await assertStrongPassword(input.new_password, 'new_password', user ?? { email: '', name: '' });
    const newHash = await hashPassword(input.new_password, visitorTurn(clientIp));
    await club.write((tx) => {
      const { user_id, email } = emailTokens.requireToken(tx, 'reset_password', input.token);
      const row = users.find(user_id);
      if (!row) throw new Failure('not_found', 'This account no longer exists.');
      // Somebody who registered with an address that isn't theirs keeps no way in.
      if (!row.email_verified) secondFactors.removeAll(tx, row.id);
      this.#setPassword(tx, row, newHash);
      if (email === row.email) emailVerification.markVerified(tx, row);
    });
  }

  #setPassword(tx: Transaction, row: UserRow, hash: string): void {
    const { users, sessions, emailTokens, passwordAttempts, outbox } = this.#deps;
    users.setPassword(tx, row.id, hash);
    sessions.endAllForUser(tx, row.id);
    emailTokens.deleteAllForUser(tx, 'reset_password', row.id);
    passwordAttempts.reset(tx, row.email);
    recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'password', 'user', row.id);
    outbox.enqueueAccountMessage(tx, {
      kind: 'password_changed',
      user_id: row.id,
      email: row.email,
      name: row.name,
    });
  }
}
