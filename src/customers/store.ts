import type { Database } from 'bun:sqlite';
import { DELETED_CUSTOMER } from '../bookings/personal-data.ts';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/api/account-answers.ts';
import type { Customer, CustomerNote } from '../domain/api/customer-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf, clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { SearchTerms } from '../domain/search-text.ts';
import { searchCondition } from '../payers/search.ts';

/** A customer is identified by phone and email, either of which may be empty. */
export type CustomerContact = Pick<Booking, 'phone' | 'email'>;

type CustomerTotals = Pick<Customer, 'user_id' | 'visits' | 'no_shows' | 'cancelled' | 'upcoming' | 'spent'>;
type NoteRow = Omit<CustomerNote, 'created_at' | 'can_delete'> & {
  created_at: number;
  created_by: number | null;
};
type ListedCustomer = ApiAnswer<'GET /api/admin/customers'>['data']['customers'][number];
type ListedRow = Omit<ListedCustomer, 'is_member'> & { is_member: number };
type Reader = Pick<User, 'id' | 'role'>;

const SELECT_NOTE = `SELECT customer_note.id, note, customer_note.created_at, created_by, user.name AS author
  FROM customer_note LEFT JOIN user ON user.id = customer_note.created_by`;

/** What staff know about customers: bookings are only read here, notes are also written. */
export class CustomerStore {
  readonly #db: Database;
  readonly #selectIds;
  readonly #selectTotals;
  readonly #selectNotes;

  constructor(db: Database) {
    this.#db = db;
    this.#selectIds = db.prepare<{ id: number }, [email: string, phone: string]>(
      `SELECT booking_id AS id FROM payer WHERE email = ?1 AND ?1 <> '' AND position = 1
       UNION SELECT booking_id FROM payer WHERE phone = ?2 AND ?2 <> '' AND position = 1 ORDER BY id DESC`,
    );
    this.#selectTotals = db.prepare<CustomerTotals, [ids: string, today: string]>(
      `SELECT max(user_id) AS user_id,
         count(*) FILTER (WHERE status <> 'cancelled' AND date < ?2 AND ifnull(attendance, '') <> 'no_show'
           OR attendance = 'arrived') AS visits,
         count(*) FILTER (WHERE attendance = 'no_show') AS no_shows,
         count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
         count(*) FILTER (WHERE status <> 'cancelled' AND date >= ?2 AND attendance IS NULL) AS upcoming,
         ifnull(sum(received), 0) AS spent
       FROM customer_booking WHERE id IN (SELECT value FROM json_each(?1))`,
    );
    this.#selectNotes = db.prepare<NoteRow, [phone: string, email: string]>(
      `${SELECT_NOTE} WHERE (customer_note.phone = ?1 AND ?1 <> '') OR (customer_note.email = ?2 AND ?2 <> '')
       ORDER BY customer_note.id DESC LIMIT 200`,
    );
  }

  /**
   * The customers of all bookings, or those matching a search: one per phone, else per email, else per name. Newest
   * booking first; `before` is the last id of the previous page.
   */
  listCustomers(search: SearchTerms | null, before: number | null, limit: number): ListedCustomer[] {
    const { sql, values } = search === null ? { sql: 'true', values: [] } : searchCondition(search);
    return this.#db
      .query<ListedRow, (string | number)[]>(
        `WITH customer AS (
           SELECT max(booking_id) AS booking_id, count(*) AS bookings FROM payer
           WHERE position = 1 AND (${sql})
             AND (phone <> '' OR email <> '' OR user_id IS NOT NULL OR name <> '${DELETED_CUSTOMER}')
           GROUP BY CASE WHEN phone <> '' THEN phone WHEN email <> '' THEN lower(email) ELSE '~' || lower(name) END
         )
         SELECT customer.booking_id, bookings, name, phone, email, user_id IS NOT NULL AS is_member, date
         FROM customer JOIN customer_booking AS booking ON booking.id = customer.booking_id
         WHERE customer.booking_id < ? ORDER BY customer.booking_id DESC LIMIT ?`,
      )
      .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit)
      .map((row) => ({ ...row, is_member: row.is_member === 1 }));
  }

  /** Ids of the customer's bookings, newest first. */
  bookingIdsOf({ phone, email }: CustomerContact): number[] {
    return this.#selectIds.all(email, phone).map((row) => row.id);
  }

  totalsOf(bookingIds: readonly number[], now: number): CustomerTotals {
    const totals = this.#selectTotals.get(JSON.stringify(bookingIds), businessDayOf(now));
    if (!totals) throw new Error('an aggregate query returns one row');
    return totals;
  }

  /** The newest 200. */
  listNotes({ phone, email }: CustomerContact, reader: Reader): CustomerNote[] {
    return this.#selectNotes.all(phone, email).map((row) => toNote(row, reader));
  }

  addNote(tx: Transaction, { phone, email }: CustomerContact, note: string, author: Reader): CustomerNote {
    if (phone === '' && email === '') {
      throw new Failure(
        'wrong_state',
        'This booking has no phone and no email, so a note cannot be kept for its customer.',
      );
    }
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO customer_note (phone, email, note, created_at, created_by) VALUES (?, ?, ?, ?, ?)')
      .run(phone, email, note, tx.now, author.id);
    const row = tx.db
      .query<NoteRow, [number]>(`${SELECT_NOTE} WHERE customer_note.id = ?`)
      .get(Number(lastInsertRowid));
    if (!row) throw new Error('the note was written in this transaction');
    return toNote(row, author);
  }

  /** Deletes a note and returns its author's id; only the author and owners may. */
  deleteNote(tx: Transaction, { phone, email }: CustomerContact, id: number, reader: Reader): number | null {
    const row = this.#selectNotes.all(phone, email).find((note) => note.id === id);
    if (!row) throw new Failure('not_found', 'This note was deleted in the meantime.');
    if (!canDelete(row, reader)) {
      throw new Failure('forbidden', 'Only its author and the owners of the club may delete this note.');
    }
    tx.db.query('DELETE FROM customer_note WHERE id = ?').run(id);
    return row.created_by;
  }
}

function canDelete({ created_by }: NoteRow, { id, role }: Reader): boolean {
  return role === 'owner' || created_by === id;
}

function toNote(row: NoteRow, reader: Reader): CustomerNote {
  const { id, note, author, created_at } = row;
  return { id, note, author, created_at: clubTimestamp(created_at), can_delete: canDelete(row, reader) };
}
