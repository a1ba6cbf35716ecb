import type * as v from 'valibot';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import {
  type loginSchema,
  type registerSchema,
  type User,
  WRONG_CREDENTIALS_MESSAGE,
} from '../domain/account.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import { Failure } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { PersistentRateLimiter } from '../http/rate-limiter.ts';
import type { EmailTokenStore } from './email-tokens.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { assertStrongPassword, hashPassword, verifyPassword } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import { toUser, type UserRow } from './user-row.ts';
import type { UserStore } from './user-store.ts';

export type Notify = (tx: Transaction, message: AccountMessage) => void;

/** Gives a member the bookings that were made with their email before they signed in. */
export type LinkGuestBookings = (tx: Transaction, user: { id: number; email: string }) => void;

export interface AuthenticationDeps {
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  emailTokens: EmailTokenStore;
  notify: Notify;
  linkGuestBookings: LinkGuestBookings;
  publicUrl: string;
  /** Wrong passwords of one account, known or not. */
  passwordAttempts: PersistentRateLimiter;
  /** Logins from one address. */
  loginsByIp: PersistentRateLimiter;
  /** Mails that strangers can make us send to one person. */
  emailsSent: PersistentRateLimiter;
}

/** Somebody who has just come in, with the token for their cookie. */
export interface SignInResult {
  user: User;
  token: string;
}

/** The ways into an account by email and password. */
export class AuthenticationService {
  readonly #deps: AuthenticationDeps;
  readonly #loginLocks = new KeyedMutex();

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  /**
   * Makes an account and signs its owner in. A taken email is refused in words that fit other mistakes too,
   * and the account's owner is told by mail.
   */
  async register(input: v.InferOutput<typeof registerSchema>, request: Request): Promise<SignInResult> {
    const { club, users, emailTokens, emailsSent, notify, publicUrl } = this.#deps;
    await assertStrongPassword(input.password, 'password', input);
    const password_hash = await hashPassword(input.password);
    const result = await club.write((tx) => {
      const existingUser = users.findByEmail(input.email);
      if (existingUser) {
        const { id, email, name } = existingUser;
        // Told, but not as often as somebody likes; the one who asks hears the same either way.
        const emailLimitReached = emailsSent.tryConsume(tx, `exists ${email}`) > 0;
        if (!emailLimitReached)
          notify(tx, { kind: 'account_exists', user_id: id, email, name, link: `${publicUrl}/login` });
        return null;
      }
      const row = users.create(tx, {
        email: input.email,
        name: input.name,
        phone: input.phone ? normalizePhone(input.phone) : null,
        password_hash,
        email_verified: false,
      });
      recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'register', 'user', row.id);
      queueVerificationEmail(tx, emailTokens, notify, row);
      return this.startSession(tx, row.id, request);
    });
    if (result) return result;
    throw new Failure(
      'already_exists',
      'An account could not be made with these details. If you have one already, log in or reset your password.',
    );
  }

  /**
   * Signs in; a wrong email and a wrong password cost the same time and answer the same. Tries on one account
   * take turns: many right ones at once are no guesses, and many wrong ones are counted one by one.
   */
  login(input: v.InferOutput<typeof loginSchema>, request: Request, clientIp: string): Promise<SignInResult> {
    return this.#loginLocks.runExclusive(input.email.toLowerCase(), () =>
      this.#tryLogin(input, request, clientIp),
    );
  }

  async #tryLogin(
    input: v.InferOutput<typeof loginSchema>,
    request: Request,
    clientIp: string,
  ): Promise<SignInResult> {
    const { club, users, passwordAttempts, loginsByIp } = this.#deps;
    // Counted before the password is looked at, so that a program that dies meanwhile has counted.
    await club.write((tx) => {
      loginsByIp.consume(tx, clientIp);
      passwordAttempts.consume(tx, input.email);
    });
    const row = users.findByEmail(input.email);
    const passwordMatches = await verifyPassword(input.password, row?.password_hash ?? null);
    if (!passwordMatches || !row) throw new Failure('wrong_credentials', WRONG_CREDENTIALS_MESSAGE);
    return club.write((tx) => {
      // The password may have been changed while this one was being tried.
      if (users.find(row.id)?.password_hash !== row.password_hash) {
        throw new Failure('wrong_credentials', WRONG_CREDENTIALS_MESSAGE);
      }
      passwordAttempts.reset(tx, input.email);
      return this.startSession(tx, row.id, request);
    });
  }

  /** Starts a session for somebody who has shown who they are; the one the browser had ends. */
  startSession(tx: Transaction, userId: number, request: Request): SignInResult {
    const { users, sessions, linkGuestBookings } = this.#deps;
    sessions.endForRequest(tx, request);
    const row = users.find(userId);
    if (!row) throw new Failure('unauthenticated', 'Please log in first.');
    if (row.email_verified) linkGuestBookings(tx, row);
    return { user: toUser(row), token: sessions.start(tx, userId, request.headers.get('user-agent') ?? '') };
  }
}

/** Sends the link that proves an email address, as part of `tx`. */
export function queueVerificationEmail(
  tx: Transaction,
  emailTokens: EmailTokenStore,
  notify: Notify,
  user: Pick<UserRow, 'id' | 'email' | 'name'>,
): void {
  const link = emailTokens.createLink(tx, 'verify_email', user);
  notify(tx, { kind: 'verify_email', user_id: user.id, email: user.email, name: user.name, link });
}
