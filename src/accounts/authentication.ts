import type * as v from 'valibot';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import { type loginSchema, type registerSchema, WRONG_CREDENTIALS_MESSAGE } from '../domain/account.ts';
import type { User } from '../domain/api/account-answers.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { SetupOwner } from '../domain/setup.ts';
import type { PersistentRateLimiter } from '../http/rate-limiter.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { EmailTokenStore } from './email-tokens.ts';
import { queueVerificationEmail } from './email-verification.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { KnownDevices } from './known-devices.ts';
import {
  assertStrongPassword,
  hashPassword,
  isOutdatedHash,
  verifyPassword,
  visitorTurn,
} from './passwords.ts';
import type { SecondFactorService } from './second-factors.ts';
import type { SessionAuthentication, SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

export interface AuthenticationDeps {
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  knownDevices: KnownDevices;
  emailTokens: EmailTokenStore;
  outbox: Outbox;
  publicUrl: string;
  secondFactors: SecondFactorService;
  /** Counts password attempts by email address, whether or not it has an account. */
  passwordAttempts: PersistentRateLimiter;
  /** Counts logins by client IP address. */
  loginsByIp: PersistentRateLimiter;
  /** Counts emails to one recipient that strangers can trigger. */
  emailsSent: PersistentRateLimiter;
}

/** A user who has just signed in, with the `Set-Cookie` values for the browser. */
export interface SignInResult {
  user: User;
  cookies: string[];
}

export class AuthenticationService {
  readonly #deps: AuthenticationDeps;
  readonly #loginLocks = new KeyedMutex();

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an account and signs its owner in. If the email is already registered, the answer doesn't reveal it; the
   * account's owner gets an email instead.
   */
  async register(
    input: v.InferOutput<typeof registerSchema>,
    request: Request,
    clientIp: string,
  ): Promise<SignInResult> {
    const { club, users, emailTokens, emailsSent, outbox, publicUrl } = this.#deps;
    await assertStrongPassword(input.password, 'password', input);
    const password_hash = await hashPassword(input.password, visitorTurn(clientIp));
    const result = await club.write((tx) => {
      const existingUser = users.findByEmail(input.email);
      if (existingUser) {
        const { id, email, name } = existingUser;
        // The limit must not change the answer, which would reveal that the account exists.
        const emailLimitReached = emailsSent.tryConsume(tx, `exists ${email}`) > 0;
        if (!emailLimitReached)
          outbox.enqueueAccountMessage(tx, {
            kind: 'account_exists',
            user_id: id,
            email,
            name,
            link: `${publicUrl}/login`,
          });
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
      queueVerificationEmail(tx, emailTokens, outbox, row);
      return this.startSession(tx, row.id, request);
    });
    if (result) return result;
    throw new Failure(
      'already_exists',
      'We couldn’t create an account with these details. If you already have one, log in or reset your password.',
    );
  }

  /**
   * Creates the first owner and signs them in. `claim` runs first in the transaction and throws if somebody else was
   * quicker. The email stays unverified: the link proves access to the machine, not to the mailbox.
   */
  async createOwner(
    input: SetupOwner,
    request: Request,
    clientIp: string,
    claim: (tx: Transaction) => void,
  ): Promise<SignInResult> {
    const { club, users, emailTokens, outbox } = this.#deps;
    const { name, email, password } = input;
    await assertStrongPassword(password, 'password', { name, email });
    const password_hash = await hashPassword(password, visitorTurn(clientIp));
    return club.write((tx) => {
      claim(tx);
      if (users.findByEmail(email))
        throw invalidField('email', 'A member already has this email. Please use a different one.');
      const row = users.create(tx, { email, name, phone: null, password_hash, email_verified: false });
      users.setRole(tx, row.id, 'owner');
      recordAuditEntry(tx, { kind: 'member', user_id: row.id }, 'register', 'user', row.id);
      recordAuditEntry(tx, SYSTEM_ACTOR, 'promoted', 'user', row.id, { role: 'owner' });
      queueVerificationEmail(tx, emailTokens, outbox, row);
      return this.startSession(tx, row.id, request);
    });
  }

  /**
   * Signs a user in. An unknown email and a wrong password take the same time and give the same answer. Attempts on
   * one account run one after another, so that each is counted before the next starts. A known device has its own
   * count, so strangers' attempts can't lock the member out.
   */
  login(input: v.InferOutput<typeof loginSchema>, request: Request, clientIp: string): Promise<SignInResult> {
    const { users, knownDevices } = this.#deps;
    const row = users.findByEmail(input.email);
    const device = row && knownDevices.find(request, row.id);
    const login = {
      ...input,
      request,
      clientIp,
      device,
      attemptKey: device ? `device ${device} ${row.id}` : input.email,
    };
    return this.#loginLocks.runExclusive(login.attemptKey.toLowerCase(), () => this.#tryLogin(login));
  }

  async #tryLogin(login: {
    email: string;
    password: string;
    code?: string | undefined;
    request: Request;
    clientIp: string;
    device: string | null;
    attemptKey: string;
  }): Promise<SignInResult> {
    const { club, users, passwordAttempts, loginsByIp } = this.#deps;
    const { email, password, request, device, attemptKey } = login;
    // Counted before the password is checked, so that a crash in between doesn't lose the attempt.
    await club.write((tx) => {
      if (!device) loginsByIp.consume(tx, login.clientIp);
      passwordAttempts.consume(tx, attemptKey);
    });
    const row = users.findByEmail(email);
    // A known device only waits for its own attempts, not for those of its network.
    const turn = device ? [{ key: `device ${device}`, factor: 1 }] : visitorTurn(login.clientIp);
    const passwordMatches = await verifyPassword(password, row?.password_hash ?? null, turn);
    if (!passwordMatches || !row?.password_hash)
      throw new Failure('wrong_credentials', WRONG_CREDENTIALS_MESSAGE);
    const secondFactor = await this.#deps.secondFactors.checkLogin(row, login.code);
    const newHash = isOutdatedHash(row.password_hash)
      ? // If the queue is full, the next login renews it.
        await hashPassword(password, turn).catch(() => null)
      : null;
    return club.write((tx) => {
      // The password may have changed while the hash was being computed.
      if (users.find(row.id)?.password_hash !== row.password_hash) {
        throw new Failure('wrong_credentials', WRONG_CREDENTIALS_MESSAGE);
      }
      secondFactor.use(tx);
      if (newHash !== null) users.setPassword(tx, row.id, newHash);
      passwordAttempts.reset(tx, attemptKey);
      return this.startSession(tx, row.id, request, { strong: secondFactor.strong });
    });
  }

  /** Starts a session for an authenticated user, replacing the one that the request came with. */
  startSession(
    tx: Transaction,
    userId: number,
    request: Request,
    authentication: SessionAuthentication = {},
  ): SignInResult {
    const { users, sessions, knownDevices } = this.#deps;
    sessions.endForRequest(tx, request);
    const row = users.find(userId);
    if (!row) throw new Failure('unauthenticated', 'Please log in first.');
    if (row.email_verified) tx.emit({ kind: 'user.confirmed', user_id: row.id, email: row.email });
    users.setLastLogin(tx, userId);
    const token = sessions.start(tx, userId, request.headers.get('user-agent') ?? '', authentication);
    const cookies = [sessions.serializeCookie(token), knownDevices.serializeCookie(request, userId)];
    return { user: sessions.presentUser(row, authentication.strong ?? false), cookies };
  }
}
