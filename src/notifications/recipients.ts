import type { Database } from 'bun:sqlite';
import type { UserStore } from '../accounts/user-store.ts';
import { isConfirmedCustomer } from '../bookings/confirmed-contact.ts';
import { findLastBookingEntry } from '../db/audit-log.ts';
import { DEFAULT_PREFERENCES } from '../domain/account.ts';
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
    return this.#preferencesOf(payer).email_notifications;
  }

  /** Customers get messages to their phone only if they asked, in their preferences or with the booking. */
  reach(booking: Booking): Reachable {
    const { email_notifications, sms_notifications } = this.#preferencesOf(booking);
    const wants = new Set<string>();
    if (email_notifications) wants.add('email');
    if (booking.sms_updates || sms_notifications) wants.add('sms');
    for (const channel of booking.updates_by ?? []) wants.add(channel);
    return { email: booking.email, phone: booking.phone, wants };
  }

  /** True if an admin created the booking. */
  isWalkIn(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'walk_in') !== null;
  }

  /** More than typed: strangers can't use up this address's limit. */
  isConfirmed(booking: Booking): boolean {
    return isConfirmedCustomer(this.#db, this.#users, booking);
  }

  #preferencesOf({ user_id }: { user_id: number | null }): {
    email_notifications: boolean;
    sms_notifications: boolean;
  } {
    return { ...DEFAULT_PREFERENCES, ...(user_id === null ? {} : this.#users.findPreferences(user_id)) };
  }
}
