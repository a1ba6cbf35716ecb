import type { Database } from 'bun:sqlite';
import { findLastBookingEntry, listAuditEntries } from '../db/audit-log.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../domain/account.ts';
import { priceWhenPaid } from '../domain/audit.ts';
import type { Booking } from '../domain/booking.ts';

export interface ContactMessage {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** What the messages have to know about the people they go to, as the database has it now. */
export class Recipients {
  readonly #preferences;
  readonly #contactMessage;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#preferences = db.prepare<{ preferences: string }, [number]>(
      'SELECT preferences FROM user WHERE id = ?',
    );
    this.#contactMessage = db.prepare<ContactMessage, [number]>(
      'SELECT id, name, email, subject, message FROM contact_message WHERE id = ?',
    );
  }

  /** Members can switch mails about their bookings off; a guest always gets the mail for their own booking. */
  wantsEmail(booking: Booking): boolean {
    return this.#preferencesOf(booking).email_notifications;
  }

  /** Only who asked: a member by preference, anybody by a tick with the booking. */
  wantsSms(booking: Booking): boolean {
    return booking.sms_updates || this.#preferencesOf(booking).sms_notifications;
  }

  findContactMessage(id: number): ContactMessage | null {
    return this.#contactMessage.get(id);
  }

  /** The status a booking had before its last change of status; null when it never changed. */
  previousStatus(bookingId: number): string | null {
    return findLastBookingEntry(this.#db, bookingId, 'status')?.details.from ?? null;
  }

  /** What a booking cost when it was marked paid; null while it is not, or was not moved since. */
  priceWhenPaid(bookingId: number): number | null {
    return priceWhenPaid(listAuditEntries(this.#db, 'booking', bookingId));
  }

  /** The desk wrote this booking down itself and need not be told of it. */
  isWalkIn(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'walk_in') !== null;
  }

  #preferencesOf(booking: Booking): { email_notifications: boolean; sms_notifications: boolean } {
    const row = booking.user_id === null ? null : this.#preferences.get(booking.user_id);
    return { ...DEFAULT_PREFERENCES, ...(row ? (JSON.parse(row.preferences) as Preferences) : {}) };
  }
}
