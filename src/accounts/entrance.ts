import type * as v from 'valibot';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type loginSchema, type registerSchema, type User, WRONG_CREDENTIALS } from '../domain/account.ts';
import { Failure } from '../domain/failure.ts';
import type { AccountNotice } from '../domain/notice.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { PersistentRateLimiter } from '../http/rate-limiter.ts';
import type { MailLinks } from './mail-links.ts';
import { OneByOne } from './one-by-one.ts';
import { hashPassword, refuseCommon, verifyPassword } from './passwords.ts';
import type { SessionStore } from './sessions.ts';
import type { UserStore } from './store.ts';
import { toUser, type UserRow } from './user-row.ts';

export type Notify = (tx: Transaction, notice: AccountNotice) => void;

/** Gives a member the bookings that were made with their email before they signed in. */
export type ClaimBookings = (tx: Transaction, user: { id: number; email: string }) => void;

export interface EntranceDeps {
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  links: MailLinks;
  notify: Notify;
  claimBookings: ClaimBookings;
  publicUrl: string;
  /** Wrong passwords of one account, known or not. */
  guesses: PersistentRateLimiter;
  /** Logins from one address. */
  logins: PersistentRateLimiter;
  /** Mails that strangers can make us send to one person. */
  letters: PersistentRateLimiter;
}

/** Somebody who has just come in, with the token for their cookie. */
export interface Entry {
  user: User;
  token: string;
}

/** The ways into an account by email and password. */
export class Entrance {
  readonly #deps: EntranceDeps;
  readonly #turns = new OneByOne();

  constructor(deps: EntranceDeps) {
    this.#deps = deps;
  }

  /**
   * Makes an account and signs its owner in. A taken email is refused in words that fit other mistakes too,
   * and the account's owner is told by mail.
   */
  async register(input: v.InferOutput<typeof registerSchema>, request: Request): Promise<Entry> {
    const { club, users, links, letters, notify, publicUrl } = this.#deps;
    await refuseCommon(input.password, 'password', input);
    const password_hash = await hashPassword(input.password);
    const entry = await club.write((tx) => {
      const holder = users.findByEmail(input.email);
      if (holder) {
        const { id, email, name } = holder;
        // Told, but not as often as somebody likes; the one who asks hears the same either way.
        const told = letters.tryConsume(tx, `exists ${email}`) > 0;
        if (!told)
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
      sendVerification(tx, links, notify, row);
      return this.admit(tx, row.id, request);
    });
    if (entry) return entry;
    throw new Failure(
      'already_exists',
      'An account could not be made with these details. If you have one already, log in or reset your password.',
    );
  }

  /**
   * Signs in; a wrong email and a wrong password cost the same time and answer the same. Tries on one account
   * take turns: many right ones at once are no guesses, and many wrong ones are counted one by one.
   */
  login(input: v.InferOutput<typeof loginSchema>, request: Request, address: string): Promise<Entry> {
    return this.#turns.run(input.email.toLowerCase(), () => this.#tryLogin(input, request, address));
  }

  async #tryLogin(
    input: v.InferOutput<typeof loginSchema>,
    request: Request,
    address: string,
  ): Promise<Entry> {
    const { club, users, guesses, logins } = this.#deps;
    // Counted before the password is looked at, so that a program that dies meanwhile has counted.
    await club.write((tx) => {
      logins.consume(tx, address);
      guesses.consume(tx, input.email);
    });
    const row = users.findByEmail(input.email);
    const fits = await verifyPassword(input.password, row?.password_hash ?? null);
    if (!fits || !row) throw new Failure('wrong_credentials', WRONG_CREDENTIALS);
    return club.write((tx) => {
      // The password may have been changed while this one was being tried.
      if (users.find(row.id)?.password_hash !== row.password_hash) {
        throw new Failure('wrong_credentials', WRONG_CREDENTIALS);
      }
      guesses.reset(tx, input.email);
      return this.admit(tx, row.id, request);
    });
  }

  /** Starts a session for somebody who has shown who they are; the one the browser had ends. */
  admit(tx: Transaction, userId: number, request: Request): Entry {
    const { users, sessions, claimBookings } = this.#deps;
    sessions.endOf(tx, request);
    const row = users.find(userId);
    if (!row) throw new Failure('unauthenticated', 'Please log in first.');
    if (row.email_verified) claimBookings(tx, row);
    return { user: toUser(row), token: sessions.start(tx, userId, request.headers.get('user-agent') ?? '') };
  }
}

/** Sends the link that proves an email address, as part of `tx`. */
export function sendVerification(
  tx: Transaction,
  links: MailLinks,
  notify: Notify,
  person: Pick<UserRow, 'id' | 'email' | 'name'>,
): void {
  const link = links.issue(tx, 'verify_email', person);
  notify(tx, { kind: 'verify_email', user_id: person.id, email: person.email, name: person.name, link });
}
