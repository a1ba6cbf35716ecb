import type { ClubDb, Transaction } from '../db/club-db.ts';
import { toUser, type UserRow } from '../db/user-row.ts';
import type { Role } from '../domain/account.ts';
import type { SessionView, User } from '../domain/api/account-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { REAUTHENTICATION_LIFETIME_MS } from '../domain/second-factor.ts';
import { deviceLabel } from '../domain/user-agent.ts';
import { readCookie } from '../http/read-cookie.ts';
import type { Session } from '../http/session-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { hashToken, randomToken } from './tokens.ts';

const DAY = 24 * 60 * 60_000;
/** A session ends this long after its last request. */
const IDLE_TIMEOUT_MS = 30 * DAY;
/** A session ends at the latest this long after the login. */
const ABSOLUTE_TIMEOUT_MS = 180 * DAY;
/** Requests extend a session at most this often, so that reads rarely cause writes. */
const RENEWAL_INTERVAL_MS = DAY;
/** Browsers keep cookies for 400 days at most; the table decides when a session ends. */
const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** How a new session's user authenticated; by default just now, with a password or a provider. */
export interface SessionAuthentication {
  strong?: boolean;
  authenticated_at?: number;
}

/** Sessions from 0.1.0 have no `proven`. */
type SessionRow = UserRow & {
  sid: string;
  expire: number;
  started: number;
  seen: number;
  proven: number | null;
  strong: number | null;
  locked: number | null;
};

interface SessionListRow extends Pick<SessionRow, 'sid' | 'expire' | 'started' | 'seen'> {
  device: string | null;
}

/** Stores sessions by the hash of their token. */
export class SessionStore {
  readonly #club: ClubDb;
  readonly #findBySid;
  readonly #listByUser;
  readonly #https: boolean;
  readonly #now: () => number;
  readonly #renewing = new Set<string>();

  readonly #hasSecondFactor;
  readonly #settings: Settings;

  constructor(club: ClubDb, settings: Settings, publicUrl: string, now: () => number) {
    this.#settings = settings;
    this.#club = club;
    this.#https = publicUrl.startsWith('https://');
    this.#now = now;
    this.#findBySid = club.db.prepare<SessionRow, [string, number]>(
      `SELECT user.*, session.sid, session.expire, session.sess ->> 'started' AS started,
         session.sess ->> 'seen' AS seen, session.sess ->> 'proven' AS proven, session.sess ->> 'strong' AS strong,
         session.sess ->> 'locked' AS locked
       FROM session JOIN user ON user.id = session.user_id WHERE session.sid = ? AND session.expire > ?`,
    );
    this.#hasSecondFactor = club.db.prepare<{ found: number }, [number]>(
      `SELECT EXISTS (SELECT 1 FROM passkey WHERE user_id = ?1)
         OR EXISTS (SELECT 1 FROM totp WHERE user_id = ?1 AND confirmed_at IS NOT NULL) AS found`,
    );
    this.#listByUser = club.db.prepare<SessionListRow, [number, number]>(
      `SELECT sid, expire, sess ->> 'started' AS started, sess ->> 'seen' AS seen, sess ->> 'device' AS device
       FROM session WHERE user_id = ? AND expire > ? ORDER BY seen DESC, sid`,
    );
  }

  /** The session of a request's cookie, or null. */
  findByRequest(request: Request): Session | null {
    const token = this.#readToken(request);
    if (!token) return null;
    const row = this.#findBySid.get(hashToken(token), this.#now());
    if (!row) return null;
    this.#extendExpiry(row);
    const strong = row.strong === 1;
    const authenticated_at = row.proven ?? row.started;
    const locked = row.locked === 1;
    const user = this.presentUser(row, strong);
    return {
      sid: row.sid,
      authenticated_at,
      strong,
      locked,
      user: locked ? { ...user, role: null, is_admin: false, screen_locked: true } : user,
      isReauthenticated: () => this.#isReauthenticated(row.id, authenticated_at, strong),
    };
  }

  /** Without the second factor, a session gives an owner or staff member none of their rights. */
  presentUser(row: UserRow, strong: boolean): User {
    const user = toUser(row);
    const isLocked =
      user.role !== null &&
      !strong &&
      (this.isSecondFactorRequired(user.role) || this.hasSecondFactor(user.id));
    return isLocked ? { ...user, role: null, is_admin: false, admin_locked: true } : user;
  }

  isSecondFactorRequired(role: Role | null): boolean {
    return role === 'staff' && this.#settings.current().staff.require_second_factor;
  }

  hasSecondFactor(userId: number): boolean {
    return this.#hasSecondFactor.get(userId)?.found === 1;
  }

  /** An authentication counts for ten minutes; if there is a second factor, the password alone does not. */
  #isReauthenticated(userId: number, authenticatedAt: number, strong: boolean): boolean {
    const age = this.#now() - authenticatedAt;
    return age >= 0 && age < REAUTHENTICATION_LIFETIME_MS && (strong || !this.hasSecondFactor(userId));
  }

  setLocked(tx: Transaction, sid: string, locked: boolean): void {
    const sess = locked ? "json_set(sess, '$.locked', 1)" : "json_remove(sess, '$.locked', '$.pin_tries')";
    tx.db.query(`UPDATE session SET sess = ${sess} WHERE sid = ?`).run(sid);
  }

  /** Counts a PIN try and returns how many there were; ends the session and returns null after `most`. */
  countPinTry(tx: Transaction, sid: string, most: number): number | null {
    const row = tx.db
      .query<{ tries: number }, [string]>(
        `UPDATE session SET sess = json_set(sess, '$.pin_tries', coalesce(sess ->> 'pin_tries', 0) + 1)
         WHERE sid = ? RETURNING sess ->> 'pin_tries' AS tries`,
      )
      .get(sid);
    if (row && row.tries <= most) return row.tries;
    tx.db.query('DELETE FROM session WHERE sid = ?').run(sid);
    return null;
  }

  markReauthenticated(tx: Transaction, sid: string, strong: boolean): void {
    tx.db.query("UPDATE session SET sess = json_set(sess, '$.proven', ?) WHERE sid = ?").run(tx.now, sid);
    if (strong) tx.db.query("UPDATE session SET sess = json_set(sess, '$.strong', 1) WHERE sid = ?").run(sid);
  }

  /** True if a request carries a session token, valid or not. */
  hasToken(request: Request): boolean {
    return this.#readToken(request) !== null;
  }

  /** Starts a session and returns its token, which only the browser keeps. */
  start(tx: Transaction, userId: number, userAgent = '', authentication: SessionAuthentication = {}): string {
    const token = randomToken();
    const { strong = false, authenticated_at = tx.now } = authentication;
    const sess = {
      started: tx.now,
      seen: tx.now,
      proven: authenticated_at,
      device: deviceLabel(userAgent),
      ...(strong ? { strong: 1 } : {}),
    };
    tx.db
      .query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, ?, ?)')
      .run(hashToken(token), userId, JSON.stringify(sess), tx.now + IDLE_TIMEOUT_MS);
    return token;
  }

  /** Lists a user's sessions, most recently used first. */
  listForUser(userId: number, currentSid: string): SessionView[] {
    return this.#listByUser.all(userId, this.#now()).map((row) => ({
      id: publicSessionId(row.sid),
      device: row.device ?? '',
      logged_in_at: clubTimestamp(row.started),
      last_seen_at: clubTimestamp(row.seen),
      current: row.sid === currentSid,
    }));
  }

  /** Ends one of a user's sessions by its public id; false if there is none. */
  endByPublicId(tx: Transaction, userId: number, sessionId: string): boolean {
    const row = this.#listByUser.all(userId, tx.now).find(({ sid }) => publicSessionId(sid) === sessionId);
    if (row) tx.db.query('DELETE FROM session WHERE sid = ?').run(row.sid);
    return row !== undefined;
  }

  endForRequest(tx: Transaction, request: Request): void {
    const token = this.#readToken(request);
    if (token) tx.db.query('DELETE FROM session WHERE sid = ?').run(hashToken(token));
  }

  endAllForUser(tx: Transaction, userId: number): void {
    tx.db.query('DELETE FROM session WHERE user_id = ?').run(userId);
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM session WHERE expire <= ?').run(tx.now);
  }

  /** The `Set-Cookie` value for a token; an empty token deletes the cookie. */
  serializeCookie(token: string): string {
    return serializeCookie(token, this.#https, token ? COOKIE_MAX_AGE_SECONDS : 0);
  }

  /**
   * Keeps a browser signed in when the site moves to an https address, where the cookie has a different name. The old
   * cookie works until the server has restarted.
   */
  cookiesForHttps(request: Request): string[] {
    const token = this.#https ? null : this.#readToken(request);
    if (!token) return [];
    return [serializeCookie(token, true, COOKIE_MAX_AGE_SECONDS), serializeCookie(token, false, 60)];
  }

  #readToken(request: Request): string | null {
    const token = readCookie(request, cookieName(this.#https));
    return token && /^[\w-]{43}$/.test(token) ? token : null;
  }

  /** Extends a session in use; the request does not wait for the write. */
  #extendExpiry(row: SessionRow): void {
    const now = this.#now();
    if (now - row.seen < RENEWAL_INTERVAL_MS || this.#renewing.has(row.sid)) return;
    this.#renewing.add(row.sid);
    this.#club
      .write((tx) =>
        tx.db
          .query(
            `UPDATE session SET expire = min(?1 + ${IDLE_TIMEOUT_MS}, (sess ->> 'started') + ${ABSOLUTE_TIMEOUT_MS}),
               sess = json_set(sess, '$.seen', ?1) WHERE sid = ?2`,
          )
          .run(now, row.sid),
      )
      // If the disk is full, the session keeps its old expiry and the next request tries again.
      .catch(() => {})
      .finally(() => this.#renewing.delete(row.sid));
  }
}

/** The prefix `__Host-` binds the cookie to this host and to https. */
function cookieName(https: boolean): string {
  return https ? '__Host-sid' : 'sid';
}

function serializeCookie(token: string, https: boolean, maxAge: number): string {
  const secure = https ? '; Secure' : '';
  return `${cookieName(https)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Identifies a session to its user without revealing the token or the row's key. */
function publicSessionId(sid: string): string {
  return hashToken(`session ${sid}`).slice(0, 24);
}
