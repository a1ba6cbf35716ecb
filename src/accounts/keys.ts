import type * as v from 'valibot';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { passwordChangeSchema, resetPasswordSchema, User } from '../domain/account.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { type Entrance, type EntranceDeps, type Entry, sendVerification } from './entrance.ts';
import { hashPassword, refuseCommon, verifyPassword } from './passwords.ts';
import type { UserRow } from './user-row.ts';

/** What a member holds to get in: the password, the proven email; and how they are changed. */
export class Keys {
  readonly #deps: EntranceDeps & { entrance: Entrance };

  constructor(deps: EntranceDeps & { entrance: Entrance }) {
    this.#deps = deps;
  }

  /** Sets a new password; every session ends, and the one that asked goes on under a new token. */
  async changePassword(
    user: User,
    input: v.InferOutput<typeof passwordChangeSchema>,
    request: Request,
  ): Promise<Entry> {
    const { club, users, guesses, entrance } = this.#deps;
    const before = users.find(user.id)?.password_hash ?? null;
    if (before === null) {
      throw new Failure(
        'wrong_state',
        'This account has no password yet. Ask for a link by "Forgot your password?" to set one.',
      );
    }
    await refuseCommon(input.new_password, 'new_password', user);
    await club.write((tx) => guesses.consume(tx, user.email));
    if (!(await verifyPassword(input.current_password, before))) {
      throw invalidField('current_password', 'Current password is not right');
    }
    const hash = await hashPassword(input.new_password);
    return club.write((tx) => {
      const row = users.find(user.id);
      if (!row || row.password_hash !== before) {
        throw new Failure('changed_meanwhile', 'Your password was changed meanwhile. Please log in again.');
      }
      this.#setPassword(tx, row, hash);
      return entrance.admit(tx, user.id, request);
    });
  }

  /** Sends a link for a new password if anybody has this email; who asks is not told which. */
  async forgot(email: string): Promise<void> {
    const { club, users, links, letters, notify } = this.#deps;
    await club.write((tx) => {
      letters.consume(tx, `reset ${email}`);
      const row = users.findByEmail(email);
      if (!row) return;
      const link = links.issue(tx, 'reset_password', row);
      notify(tx, { kind: 'reset_password', user_id: row.id, email: row.email, name: row.name, link });
    });
  }

  /** Sets the password of the link's account. Who has the link has the mailbox: the email is proven too. */
  async reset(input: v.InferOutput<typeof resetPasswordSchema>): Promise<void> {
    const { club, users, links } = this.#deps;
    const owner = await club.write((tx) => users.find(links.read(tx, 'reset_password', input.token).user_id));
    await refuseCommon(input.new_password, 'new_password', owner ?? { email: '', name: '' });
    const hash = await hashPassword(input.new_password);
    await club.write((tx) => {
      const { user_id } = links.read(tx, 'reset_password', input.token);
      const row = users.find(user_id);
      if (!row) throw new Failure('not_found', 'This account is not here any more.');
      this.#setPassword(tx, row, hash);
      this.#prove(tx, row);
    });
  }

  /**
   * Marks the signed-in member's email as proven and gives them their earlier bookings. The link alone is not
   * enough: whoever registered with a stranger's address would get that stranger's bookings by their click.
   */
  verify(user: User, token: string): Promise<void> {
    const { club, users, links } = this.#deps;
    return club.write((tx) => {
      const row = users.find(user.id);
      const link = links.read(tx, 'verify_email', token);
      if (!row || link.user_id !== row.id) {
        throw new Failure('forbidden', 'This link belongs to another account. Please log in to that one.');
      }
      this.#prove(tx, row);
    });
  }

  /** Sends the verification link once more. */
  sendVerification(user: User): Promise<void> {
    const { club, users, links, letters, notify } = this.#deps;
    return club.write((tx) => {
      const row = users.find(user.id);
      if (!row || row.email_verified) return;
      letters.consume(tx, `verify ${row.email}`);
      sendVerification(tx, links, notify, row);
    });
  }

  #setPassword(tx: Transaction, row: UserRow, hash: string): void {
    const { users, sessions, links, guesses, notify } = this.#deps;
    users.setPassword(tx, row.id, hash);
    sessions.endAllOf(tx, row.id);
    links.endAllOf(tx, 'reset_password', row.id);
    guesses.reset(tx, row.email);
    recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'password', 'user', row.id);
    notify(tx, { kind: 'password_changed', user_id: row.id, email: row.email, name: row.name });
  }

  #prove(tx: Transaction, row: UserRow): void {
    const { users, links, claimBookings } = this.#deps;
    links.endAllOf(tx, 'verify_email', row.id);
    if (!row.email_verified) {
      users.setVerified(tx, row.id);
      recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'verify_email', 'user', row.id);
    }
    claimBookings(tx, row);
  }
}
