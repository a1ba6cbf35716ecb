import type { Database } from 'bun:sqlite';
import type { UserStore } from '../accounts/user-store.ts';
import { hasAdminEmail } from '../db/audit-log.ts';
import type { Booking } from '../domain/booking.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';

type Users = Pick<UserStore, 'find'>;

/**
 * True if somebody has shown that an email address is theirs: money came with it, or its member has confirmed it.
 * Anyone can type any other address, so its holder and whoever typed it must be treated as strangers.
 */
export function isConfirmedContact(
  users: Users,
  { email, user_id, received }: Pick<Booking, 'email' | 'user_id' | 'received'>,
): boolean {
  if (received > 0) return true;
  const user = user_id === null ? null : users.find(user_id);
  return user?.email_verified === 1 && mailboxOf(user.email) === mailboxOf(email);
}

/** The same for a booking's customer, who may have been entered by the reception. */
export function isConfirmedCustomer(db: Database, users: Users, booking: Booking): boolean {
  return isConfirmedContact(users, booking) || hasAdminEmail(db, booking);
}
