import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { UserRow } from '../db/user-row.ts';
import type { Preferences } from '../domain/account.ts';
import type { AdminContactMessage, AdminUserView } from '../domain/admin-api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';

type AdminUserRow = Omit<UserRow, 'password_hash' | 'oauth_id'> & { bookings: number };

interface MessageRow {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
  read_at: number | null;
}

/** Named one by one: a secret column added later is not told by accident. */
const SELECT_USER = `SELECT user.id, user.email, user.name, user.phone, user.is_admin, user.preferences,
    user.email_verified, user.oauth_provider, user.first_name, user.last_name, user.profile_image_url,
    user.created_at, user.updated_at,
    (SELECT count(*) FROM booking WHERE booking.user_id = user.id) AS bookings
  FROM user`;

interface PageQuery {
  q: string;
  limit: number;
  /** The id after which the page begins; ids fall. */
  before: number | null;
}

/** Members and the people who wrote to the club, newest first. */
export class UsersAndMessagesStore {
  readonly #selectUsers;
  readonly #selectUser;
  readonly #countUsers;
  readonly #selectMessages;
  readonly #countMessages;

  constructor(db: Database) {
    this.#selectUser = db.prepare<AdminUserRow, [number]>(`${SELECT_USER} WHERE id = ?`);
    this.#selectUsers = db.prepare<AdminUserRow, [string, number, number]>(
      `${SELECT_USER} WHERE (?1 = '' OR instr(lower(name || ' ' || email || ' ' || ifnull(phone, '')), ?1) > 0)
         AND id < ?2 ORDER BY id DESC LIMIT ?3`,
    );
    this.#countUsers = db.prepare<{ found: number }, [string]>(
      `SELECT CASE WHEN ?1 = '' THEN (SELECT sum(users) FROM user_tally)
         ELSE (SELECT count(*) FROM user
           WHERE instr(lower(name || ' ' || email || ' ' || ifnull(phone, '')), ?1) > 0) END AS found`,
    );
    this.#selectMessages = db.prepare<MessageRow, [number, number, number]>(
      `SELECT * FROM contact_message WHERE id < ?1 AND (?2 = 0 OR read_at IS NULL) ORDER BY id DESC LIMIT ?3`,
    );
    this.#countMessages = db.prepare<{ total: number; unread: number }, []>(
      'SELECT count(*) AS total, count(*) - count(read_at) AS unread FROM contact_message',
    );
  }

  listUsers(page: PageQuery): { users: AdminUserView[]; total: number; next_cursor: string | null } {
    const q = page.q.trim().toLowerCase().slice(0, 100);
    const rows = this.#selectUsers.all(q, page.before ?? Number.MAX_SAFE_INTEGER, page.limit + 1);
    const users = rows.slice(0, page.limit).map(toAdminUserView);
    return {
      users,
      total: this.#countUsers.get(q)?.found ?? 0,
      next_cursor: rows.length > page.limit ? String(users.at(-1)?.id) : null,
    };
  }

  /** One member, or `not_found`. */
  requireUser(id: number): AdminUserView {
    const row = this.#selectUser.get(id);
    if (!row) throw new Failure('not_found', 'There is no user with this number.');
    return toAdminUserView(row);
  }

  listMessages(page: Omit<PageQuery, 'q'> & { unread: boolean }) {
    const rows = this.#selectMessages.all(
      page.before ?? Number.MAX_SAFE_INTEGER,
      page.unread ? 1 : 0,
      page.limit + 1,
    );
    const messages = rows.slice(0, page.limit).map(toAdminContactMessage);
    const counts = this.#countMessages.get() ?? { total: 0, unread: 0 };
    return {
      messages,
      ...counts,
      next_cursor: rows.length > page.limit ? String(messages.at(-1)?.id) : null,
    };
  }

  /** Marks a message as read or unread; the first reading's time is kept. */
  setMessageRead(tx: Transaction, id: number, read: boolean): AdminContactMessage {
    const row = tx.db
      .query<MessageRow, [number, number | null, number]>(
        'UPDATE contact_message SET read_at = CASE WHEN ? = 1 THEN ifnull(read_at, ?) END WHERE id = ? RETURNING *',
      )
      .get(read ? 1 : 0, tx.now, id);
    if (!row) throw new Failure('not_found', 'There is no message with this number.');
    return toAdminContactMessage(row);
  }
}

function toAdminUserView(row: AdminUserRow): AdminUserView {
  return {
    ...row,
    is_admin: row.is_admin === 1,
    email_verified: row.email_verified === 1,
    preferences: JSON.parse(row.preferences) as Preferences,
    created_at: clubTimestamp(row.created_at),
    updated_at: clubTimestamp(row.updated_at),
  };
}

function toAdminContactMessage({ read_at, ...row }: MessageRow): AdminContactMessage {
  return { ...row, created_at: clubTimestamp(row.created_at), read: read_at !== null };
}
