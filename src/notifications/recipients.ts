import type { Database } from 'bun:sqlite';
import type { UserStore } from '../accounts/user-store.ts';
import { isConfirmedCustomer } from '../bookings/confirmed-contact.ts';
import { findLastBookingEntry } from '../db/audit-log.ts';
import { DEFAULT_PREFERENCES } from '../domain/account.ts';
import type { Preferences } from '../domain/api/account-answers.ts';
import type { Booking } from '../domain/booking.ts';
import type { Reachable } from '../outbox/channels/channel.ts';

/** Decides which messages a person gets, based on preferences and the audit log. */
export class Recipients {
  readonly #users: UserStore;
  readonly #db: Database;

  constructor(db: Database, users: UserStore) {
    this.#db = db;
    this.#users = users;
  }

  /** Members can turn booking emails off; guests always get them. */
  wantsEmail(payer: { user_id: number | null }): boolean {
    return this.#preferencesOf(payer).email_notifications !== false;
  }

  /** Customers get messages to their phone only if they asked, in their account or with what they book. */
  reach(customer: Pick<Booking, 'user_id' | 'email' | 'phone' | 'sms_updates' | 'updates_by'>): Reachable {
    const { email, phone } = customer;
    const { email_notifications, sms_notifications, updates_by = [] } = this.#preferencesOf(customer);
    const wants = new Set([...updates_by, ...(customer.updates_by ?? [])]);
    if (email_notifications) wants.add('email');
    if (customer.sms_updates || sms_notifications) wants.add('sms');
    return { email, phone, wants };
  }

  /** True if an admin created the booking. */
  isWalkIn(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'walk_in') !== null;
  }

  /** More than typed: strangers can't use up this address's limit. */
  isConfirmed(booking: Booking): boolean {
    return isConfirmedCustomer(this.#db, this.#users, booking);
  }

  #preferencesOf({ user_id }: { user_id: number | null }): Preferences {
    return { ...DEFAULT_PREFERENCES, ...(user_id === null ? {} : this.#users.findPreferences(user_id)) };
  }
}
