import type { Database } from 'bun:sqlite';
import type { UserRow } from '../db/user-row.ts';
import type { AdminUser, Preferences } from '../domain/api/account-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { PageQuery } from '../http/pagination.ts';

type AdminUserRow = Omit<UserRow, 'password_hash' | 'oauth_id'> & {
  bookings: number;
  passkeys: number;
  totp: number;
};

/** Lists every column, so that a future secret column isn't selected by accident. */
const SELECT_USER = `SELECT user.id, user.email, user.name, user.phone, user.is_admin, user.role, user.preferences,
    user.email_verified, user.oauth_provider, user.first_name, user.last_name, user.profile_image_url,
    user.created_at, user.updated_at, user.last_login_at,
    (SELECT count(*) FROM passkey WHERE passkey.user_id = user.id) AS passkeys,
    EXISTS (SELECT 1 FROM totp WHERE totp.user_id = user.id AND confirmed_at IS NOT NULL) AS totp,
    (SELECT count(*) FROM payer WHERE payer.user_id = user.id AND position = 1) AS bookings
  FROM user`;

/** Users for the dashboard, newest first; read-only. */
export class UserList {
  readonly #selectUsers;
  readonly #selectUser;
  readonly #countUsers;

  constructor(db: Database) {
    this.#selectUser = db.prepare<AdminUserRow, [number]>(`${SELECT_USER} WHERE id = ?`);
    this.#selectUsers = db.prepare<AdminUserRow, [string, number, number, number]>(
      `${SELECT_USER} WHERE (?1 = '' OR instr(lower(name || ' ' || email || ' ' || ifnull(phone, '')), ?1) > 0)
         AND id < ?2 AND (?4 = 0 OR is_admin = 1) ORDER BY id DESC LIMIT ?3`,
    );
    this.#countUsers = db.prepare<{ found: number }, [string, number]>(
      `SELECT count(*) AS found FROM user WHERE (?2 = 0 OR is_admin = 1)
         AND (?1 = '' OR instr(lower(name || ' ' || email || ' ' || ifnull(phone, '')), ?1) > 0)`,
    );
  }

  /** `admins` limits the list to owners and staff. */
  list(page: PageQuery & { q: string; admins: boolean }): {
    users: AdminUser[];
    total: number;
    next_cursor: string | null;
  } {
    const q = page.q.trim().toLowerCase().slice(0, 100);
    const admins = page.admins ? 1 : 0;
    const before = page.before ?? Number.MAX_SAFE_INTEGER;
    const rows = this.#selectUsers.all(q, before, page.limit + 1, admins);
    const users = rows.slice(0, page.limit).map(toAdminUserView);
    return {
      users,
      total: this.#countUsers.get(q, admins)?.found ?? 0,
      next_cursor: rows.length > page.limit ? String(users.at(-1)?.id) : null,
    };
  }

  /** One user, or `not_found`. */
  require(id: number): AdminUser {
    const row = this.#selectUser.get(id);
    if (!row) throw new Failure('not_found', 'There is no user with this number.');
    return toAdminUserView(row);
  }
}

function toAdminUserView(row: AdminUserRow): AdminUser {
  return {
    ...row,
    is_admin: row.is_admin === 1,
    last_login_at: row.last_login_at === null ? null : clubTimestamp(row.last_login_at),
    totp: row.totp === 1,
    email_verified: row.email_verified === 1,
    preferences: JSON.parse(row.preferences) as Preferences,
    created_at: clubTimestamp(row.created_at),
    updated_at: clubTimestamp(row.updated_at),
  };
}
