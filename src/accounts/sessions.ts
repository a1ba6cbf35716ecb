import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Session } from '../http/session-guard.ts';
import { toUser, type UserRow } from './user-row.ts';

const LIFETIME = 30 * 24 * 60 * 60_000;

/** The cookie's name: bound to the host and to https where the site has it. */
export function sessionCookieName(https: boolean): string {
  return https ? '__Host-sid' : 'sid';
}

/** Sessions by the hash of their token: whoever reads the database cannot sign in with it. */
export class SessionStore {
  readonly #find;
  readonly #cookie: string;
  readonly #now: () => number;

  constructor(db: Database, options: { https: boolean; now: () => number }) {
    this.#cookie = sessionCookieName(options.https);
    this.#now = options.now;
    this.#find = db.prepare<UserRow & { sid: string }, [string, number]>(
      'SELECT user.*, session.sid FROM session JOIN user ON user.id = session.user_id WHERE session.sid = ? AND session.expire > ?',
    );
  }

  /** The session behind a request's cookie, or null. */
  find(request: Request): Session | null {
    const token = readCookie(request, this.#cookie);
    if (!token || !/^[\w-]{43}$/.test(token)) return null;
    const row = this.#find.get(hashToken(token), this.#now());
    return row ? { sid: row.sid, user: toUser(row) } : null;
  }

  /** Starts a session and returns the token for the cookie; it is kept nowhere else. */
  start(tx: Transaction, userId: number): string {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    tx.db
      .query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, ?, ?)')
      .run(hashToken(token), userId, '{}', tx.now + LIFETIME);
    return token;
  }
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
