import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { UserRow } from '../db/user-row.ts';
import type { Role } from '../domain/account.ts';
import { siteHost } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import { Outbox } from '../outbox/outbox.ts';
import { changeRole } from './change-role.ts';
import { EmailTokenStore } from './email-tokens.ts';
import { TotpStore } from './totp-store.ts';
import { UserStore } from './user-store.ts';

const OPERATOR: Actor = { kind: 'operator', user_id: null };

export const NO_OWNER = 'The club has no owner now. Name one with: padel-club promote EMAIL';

export interface RoleChange {
  /** False if the user already had this role. */
  changed: boolean;
  emailVerified: boolean;
  /** The number of owners after the change. */
  ownerCount: number;
}

/**
 * Makes a user an owner, a staff member or, with null, a member again; an admin's email must be verified unless
 * `allowUnverified` is set.
 */
export function setRole(
  tx: Transaction,
  email: string,
  role: Role | null,
  publicUrl: string,
  options: { allowUnverified?: boolean } = {},
): RoleChange {
  const users = new UserStore(tx.db);
  const user = requireUser(users, email);
  const changed = user.role !== role;
  const emailVerified = user.email_verified === 1;
  if (changed) {
    if (role && !emailVerified && !options.allowUnverified) {
      throw new Failure(
        'wrong_state',
        `The email ${email} is not verified: whoever registered with it may not own it, and would get the dashboard. ` +
          'Have the owner of the address open the link in the verification email first, or confirm with --unverified.',
      );
    }
    changeRole(tx, { users, outbox: new Outbox(tx.db, siteHost(publicUrl)) }, user, role, OPERATOR);
  }
  return { changed, emailVerified, ownerCount: users.countOwners() };
}

/** Creates a one-time link for the user to set a new password, for the operator or an owner to pass on. */
export function createPasswordResetLink(
  tx: Transaction,
  email: string,
  publicUrl: string,
  actor: Actor = OPERATOR,
): string {
  const { id } = requireUser(new UserStore(tx.db), email);
  recordAuditEntry(tx, actor, 'reset_link_created', 'user', id);
  // The link was not sent to a mailbox, so using it must not verify the email.
  return new EmailTokenStore(publicUrl).createLink(tx, 'reset_password', { id, email: '' });
}

/** Removes passkeys, the authenticator app and recovery codes, and ends all sessions; false if there were none. */
export function resetSecondFactors(tx: Transaction, email: string): boolean {
  const { id } = requireUser(new UserStore(tx.db), email);
  const { changes } = tx.db.query('DELETE FROM passkey WHERE user_id = ?').run(id);
  const totp = new TotpStore(tx.db);
  const removed = changes > 0 || totp.isSetUp(id);
  totp.remove(tx, id);
  tx.db.query('DELETE FROM session WHERE user_id = ?').run(id);
  if (removed) {
    recordAuditEntry(tx, OPERATOR, 'security_changed', 'user', id, { change: 'second_factors_reset' });
  }
  return removed;
}

function requireUser(users: UserStore, email: string): UserRow {
  const user = users.findByEmail(email);
  if (user) return user;
  throw new Failure('not_found', `No account has the email ${email}. Register on the website first.`);
}
