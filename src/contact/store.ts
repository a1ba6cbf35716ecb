import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AdminContactMessage } from '../domain/api/contact-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { ContactInput, ContactMessage } from '../domain/contact-form.ts';
import { Failure } from '../domain/failure.ts';
import type { PageQuery } from '../http/pagination.ts';

interface MessageRow {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
  read_at: number | null;
}

/** Visitors' messages to the club, newest first. */
export class ContactStore {
  readonly #selectPage;
  readonly #selectById;
  readonly #selectByEmails;
  readonly #count;

  constructor(db: Database) {
    this.#selectPage = db.prepare<MessageRow, [number, number, number]>(
      `SELECT * FROM contact_message WHERE id < ?1 AND (?2 = 0 OR read_at IS NULL) ORDER BY id DESC LIMIT ?3`,
    );
    this.#selectById = db.prepare<ContactMessage, [number]>(
      'SELECT id, name, email, subject, message FROM contact_message WHERE id = ?',
    );
    this.#selectByEmails = db.prepare<MessageRow, [string]>(
      `SELECT * FROM contact_message WHERE email COLLATE NOCASE IN (SELECT value FROM json_each(?))
       ORDER BY id DESC LIMIT 20`,
    );
    this.#count = db.prepare<{ total: number; unread: number }, []>(
      'SELECT count(*) AS total, count(*) - count(read_at) AS unread FROM contact_message',
    );
  }

  find(id: number): ContactMessage | null {
    return this.#selectById.get(id);
  }

  countUnread(): number {
    return this.#count.get()?.unread ?? 0;
  }

  /** Saves a message and emits its event; returns its id. */
  create(tx: Transaction, input: ContactInput): number {
    const row = tx.db
      .query<{ id: number }, [string, string, string, string, number]>(
        'INSERT INTO contact_message (name, email, subject, message, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
      )
      .get(input.name, input.email, input.subject, input.message, tx.now);
    if (!row) throw new Error('insert returned no row');
    tx.emit({ kind: 'contact.received', message_id: row.id });
    return row.id;
  }

  list(page: PageQuery & { unread: boolean }) {
    const rows = this.#selectPage.all(
      page.before ?? Number.MAX_SAFE_INTEGER,
      page.unread ? 1 : 0,
      page.limit + 1,
    );
    const messages = rows.slice(0, page.limit).map(toAdminContactMessage);
    return {
      messages,
      ...(this.#count.get() ?? { total: 0, unread: 0 }),
      next_cursor: rows.length > page.limit ? String(messages.at(-1)?.id) : null,
    };
  }

  /** What these addresses wrote, oldest first. */
  listByEmails(emails: readonly string[]): Pick<MessageRow, 'id' | 'subject' | 'message' | 'created_at'>[] {
    const known = emails.filter((email) => email !== '');
    return known.length === 0 ? [] : this.#selectByEmails.all(JSON.stringify(known));
  }

  /** Marks a message as read or unread, keeping the time it was first read. */
  setRead(tx: Transaction, id: number, read: boolean, actor: Actor): AdminContactMessage {
    const row = tx.db
      .query<MessageRow, [number, number | null, number]>(
        'UPDATE contact_message SET read_at = CASE WHEN ? = 1 THEN ifnull(read_at, ?) END WHERE id = ? RETURNING *',
      )
      .get(read ? 1 : 0, tx.now, id);
    if (!row) throw new Failure('not_found', 'There is no message with this number.');
    recordAuditEntry(tx, actor, 'message_read', 'contact_message', id, { read });
    return toAdminContactMessage(row);
  }
}

function toAdminContactMessage({ read_at, ...row }: MessageRow): AdminContactMessage {
  return { ...row, created_at: clubTimestamp(row.created_at), read: read_at !== null };
}
