import type { Database } from 'bun:sqlite';
import { listMailboxEmails } from './mailbox-emails.ts';

/** The customer; any one of the fields finds earlier bookings. */
export interface Customer {
  user_id: number | null;
  email: string;
  phone: string;
}

/** True if a customer has a booking that was not cancelled, by account, mailbox or phone. */
export function hasBookedBefore(db: Database, { user_id, email, phone }: Customer): boolean {
  const row = db
    .query<{ found: number }, [number | null, string, string]>(
      `SELECT EXISTS (
         SELECT 1 FROM customer_booking WHERE user_id = ?1 AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM customer_booking
           WHERE email IN (SELECT value FROM json_each(?2)) AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM customer_booking WHERE phone = ?3 AND ?3 <> '' AND status <> 'cancelled') AS found`,
    )
    .get(user_id, listMailboxEmails(db, email), phone);
  return row?.found === 1;
}
