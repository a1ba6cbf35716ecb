import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Session } from '../http/session-guard.ts';
import { toUser, type UserRow } from './user-row.ts';

const DAY = 24 * 60 * 60_000;
/** A session ends this long after its last visit … */
const IDLE = 30 * DAY;
/** … and this long after the login, however often one comes. */
const LONGEST = 180 * DAY;
/** A visit moves the end at most once in this time: reading must not turn into writing. */
const RENEW_AFTER = DAY;
/** The longest a browser keeps a cookie. When a session ends is the table's to say. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

type SessionRow = UserRow & { sid: string; expire: number; started: number };

/** Sessions by the hash of their token: whoever reads the database cannot sign in with it. */
export class SessionStore {
  readonly #club: ClubDb;
  readonly #find;
  readonly #https: boolean;
  readonly #now: () => number;
  readonly #renewing = new Set<string>();

  constructor(club: ClubDb, options: { https: boolean; now: () => number }) {
    this.#club = club;
    this.#https = options.https;
    this.#now = options.now;
    this.#find = club.db.prepare<SessionRow, [string, number]>(
      `SELECT user.*, session.sid, session.expire, session.sess ->> 'started' AS started
       FROM session JOIN user ON user.id = session.user_id WHERE session.sid = ? AND session.expire > ?`,
    );
  }

  /** The session behind a request's cookie, or null. */
  find(request: Request): Session | null {
    const token = this.#tokenOf(request);
    if (!token) return null;
    const row = this.#find.get(hashToken(token), this.#now());
    if (!row) return null;
    this.#renew(row);
    return { sid: row.sid, user: toUser(row) };
  }

  /** Whether a request brings a token at all; it may have ended long ago. */
  hasToken(request: Request): boolean {
    return this.#tokenOf(request) !== null;
  }

  /** Starts a session and returns the token for the cookie; it is kept nowhere else. */
  start(tx: Transaction, userId: number): string {
    const token = randomToken();
    tx.db
      .query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, ?, ?)')
      .run(hashToken(token), userId, JSON.stringify({ started: tx.now }), tx.now + IDLE);
    return token;
  }

  /** Ends the session a request came with, whoever's it is: a login never goes on with an old one. */
  endOf(tx: Transaction, request: Request): void {
    const token = this.#tokenOf(request);
    if (token) tx.db.query('DELETE FROM session WHERE sid = ?').run(hashToken(token));
  }

  endAllOf(tx: Transaction, userId: number): void {
    tx.db.query('DELETE FROM session WHERE user_id = ?').run(userId);
  }

  sweep(tx: Transaction): void {
    tx.db.query('DELETE FROM session WHERE expire <= ?').run(tx.now);
  }

  /** The `Set-Cookie` value that hands a token to the browser; an empty token takes the cookie away. */
  cookieFor(token: string): string {
    const age = token ? COOKIE_SECONDS : 0;
    const secure = this.#https ? '; Secure' : '';
    return `${this.#cookieName()}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** The cookie's name: bound to the host and to https where the site has it. */
  #cookieName(): string {
    return this.#https ? '__Host-sid' : 'sid';
  }

  #tokenOf(request: Request): string | null {
    const token = readCookie(request, this.#cookieName());
    return token && /^[\w-]{43}$/.test(token) ? token : null;
  }

  /** Moves the end of a session that is in use, after the answer and without keeping anybody waiting. */
  #renew(row: SessionRow): void {
    const now = this.#now();
    const expire = Math.min(now + IDLE, row.started + LONGEST);
    if (expire - row.expire < RENEW_AFTER || this.#renewing.has(row.sid)) return;
    this.#renewing.add(row.sid);
    this.#club
      .write((tx) => tx.db.query('UPDATE session SET expire = ? WHERE sid = ?').run(expire, row.sid))
      // A full disk keeps nobody out: the session stands until its old end, and the next visit tries again.
      .catch(() => {})
      .finally(() => this.#renewing.delete(row.sid));
  }
}

export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value ?? '';
  }
  return null;
}
