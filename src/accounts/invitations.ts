import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { INVALID_LINK_MESSAGE, type Role } from '../domain/account.ts';
import type { InvitationOffer, InvitationView } from '../domain/api/invitation-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { INVITATION_DAYS } from '../domain/invitation.ts';
import type { PersistentRateLimiter } from '../http/rate-limiter.ts';
import type { Session } from '../http/session-guard.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AuthenticationService } from './authentication.ts';
import { assertStrongPassword, hashPassword, visitorTurn } from './passwords.ts';
import { hashToken, randomToken } from './tokens.ts';
import type { UserStore } from './user-store.ts';

const LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60_000;

interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  invited_by: number | null;
  created_at: number;
  expire: number;
}

interface InvitationDeps {
  club: ClubDb;
  users: UserStore;
  authentication: AuthenticationService;
  emailsSent: PersistentRateLimiter;
  outbox: Outbox;
  publicUrl: string;
  now: () => number;
}

/** An invitation ends when its sender is no longer an owner; otherwise a former owner would have a way back. */
const IS_VALID = "expire > ? AND invited_by IN (SELECT id FROM user WHERE role = 'owner')";

/** Email invitations to run the club. Each link works once, and only the address it went to gets the role. */
export class InvitationService {
  readonly #deps: InvitationDeps;
  readonly #list;

  constructor(deps: InvitationDeps) {
    this.#deps = deps;
    this.#list = deps.club.db.prepare<InvitationRow & { inviter: string | null }, [number]>(
      `SELECT invitation.*, user.name AS inviter FROM invitation
         LEFT JOIN user ON user.id = invitation.invited_by WHERE ${IS_VALID} ORDER BY invitation.id DESC`,
    );
  }

  list(): InvitationView[] {
    return this.#list.all(this.#deps.now()).map(({ id, email, role, inviter, created_at, expire }) => ({
      id,
      email,
      role,
      invited_by: inviter,
      created_at: clubTimestamp(created_at),
      expires_at: clubTimestamp(expire),
    }));
  }

  /**
   * Emails a link and returns it, ending any earlier invitation of the same address. Only a club without mail shows
   * the link to its owner, who passes it on.
   */
  async invite(session: Session, email: string, role: Role): Promise<string> {
    const { club, users, emailsSent, outbox, publicUrl } = this.#deps;
    return club.write((tx) => {
      const user = users.findByEmail(email);
      if (user?.role) {
        throw invalidField(
          'email',
          'This person already helps run the club. Change their role in the list instead.',
        );
      }
      emailsSent.consume(tx, `invite ${email}`);
      const token = randomToken();
      const link = `${publicUrl}/join#token=${token}`;
      tx.db.query('DELETE FROM invitation WHERE email = ?').run(email);
      tx.db
        .query(
          'INSERT INTO invitation (token, email, role, invited_by, created_at, expire) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(hashToken(token), email, role, session.user.id, tx.now, tx.now + LIFETIME_MS);
      outbox.enqueueAccountMessage(tx, {
        kind: 'invitation',
        user_id: user?.id ?? null,
        email,
        name: user?.name ?? '',
        link,
        role,
        invited_by: session.user.name,
      });
      return link;
    });
  }

  async withdraw(id: number): Promise<void> {
    await this.#deps.club.write((tx) => {
      const { changes } = tx.db.query('DELETE FROM invitation WHERE id = ?').run(id);
      if (changes === 0)
        throw new Failure('not_found', 'This invitation has already been accepted or withdrawn.');
    });
  }

  /** Describes the invitation without using it up. */
  read(token: string): InvitationOffer {
    const { club, users, now } = this.#deps;
    const { email, role } = requireInvitation(club.db, token, now());
    return { email, role, has_account: users.findByEmail(email) !== null };
  }

  /**
   * Gives the role to the address's account. A new account is signed in; an existing one is not, because the link
   * replaces neither its password nor its second factor.
   */
  async accept(
    input: { token: string; name?: string | undefined; password?: string | undefined },
    request: Request,
    clientIp: string,
  ): Promise<{ offer: InvitationOffer; cookies: string[] | null }> {
    const { club, users, authentication, now } = this.#deps;
    const { email, role } = requireInvitation(club.db, input.token, now());
    const account = users.findByEmail(email);
    if (account) assertConfirmed(account.email_verified);
    const hash = account ? null : await this.#hashNewPassword(email, input, clientIp);
    return club.write((tx) => {
      const invitation = requireInvitation(tx.db, input.token, tx.now);
      const row = users.findByEmail(email);
      if (row) assertConfirmed(row.email_verified);
      const user =
        row ??
        users.create(tx, {
          email,
          name: input.name ?? email,
          phone: null,
          password_hash: hash,
          email_verified: true,
        });
      if (!row) recordAuditEntry(tx, { kind: 'member', user_id: user.id }, 'register', 'user', user.id);
      tx.db.query('DELETE FROM invitation WHERE id = ?').run(invitation.id);
      // An owner who was invited as staff, or twice, keeps what they have.
      if (user.role !== 'owner') {
        users.setRole(tx, user.id, role);
        const inviter = { kind: 'admin', user_id: invitation.invited_by } as const;
        recordAuditEntry(tx, inviter, 'promoted', 'user', user.id, { role });
      }
      const offer = { email: user.email, role: users.find(user.id)?.role ?? role, has_account: row !== null };
      return { offer, cookies: row ? null : authentication.startSession(tx, user.id, request).cookies };
    });
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM invitation WHERE expire <= ?').run(tx.now);
  }

  async #hashNewPassword(
    email: string,
    { name, password }: { name?: string | undefined; password?: string | undefined },
    clientIp: string,
  ): Promise<string> {
    if (!name) throw invalidField('name', 'Name must be at least 2 characters');
    if (!password) throw invalidField('password', 'Password must be at least 8 characters');
    await assertStrongPassword(password, 'password', { email, name });
    return hashPassword(password, visitorTurn(clientIp));
  }
}

function requireInvitation(db: Database, token: string, now: number): InvitationRow {
  const row = db
    .query<InvitationRow, [string, number]>(`SELECT * FROM invitation WHERE token = ? AND ${IS_VALID}`)
    .get(hashToken(token), now);
  if (!row) throw invalidField('token', INVALID_LINK_MESSAGE.replace('request', 'ask for'));
  return row;
}

/** A stranger may have registered with the invited address, and would get the dashboard with their own password. */
function assertConfirmed(emailVerified: number): void {
  if (emailVerified === 1) return;
  throw new Failure(
    'wrong_state',
    'There is an account with this email address that was never confirmed. Choose a new password with "Forgot your password?" first, then open this link again.',
  );
}
