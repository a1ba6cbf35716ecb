import type { Database } from 'bun:sqlite';
import { findLastBookingEntry } from '../db/audit-log.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../domain/account.ts';
import type { Booking } from '../domain/booking.ts';

/** Decides which messages a person gets, by their preferences and the audit log. */
export class Recipients {
  readonly #findPreferences: (userId: number) => Preferences | null;
  readonly #db: Database;

  constructor(db: Database, findPreferences: (userId: number) => Preferences | null) {
    this.#db = db;
    this.#findPreferences = findPreferences;
  }

  /** Members can turn booking emails off; guests always get them. */
  wantsEmail(booking: Booking): boolean {
    return this.#preferencesOf(booking).email_notifications;
  }

  /** Customers get text messages only if they asked, in their preferences or with the booking. */
  wantsSms(booking: Booking): boolean {
    return booking.sms_updates || this.#preferencesOf(booking).sms_notifications;
  }

  /** Whether an admin created the booking. */
  isWalkIn(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'walk_in') !== null;
  }

  #preferencesOf({ user_id }: Booking): { email_notifications: boolean; sms_notifications: boolean } {
    return { ...DEFAULT_PREFERENCES, ...(user_id === null ? {} : this.#findPreferences(user_id)) };
  }
}
