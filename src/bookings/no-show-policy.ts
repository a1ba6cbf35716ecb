import type { Database } from 'bun:sqlite';
import type { PaymentMethod } from '../domain/booking.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { invalidField } from '../domain/failure.ts';
import { prepaidError } from './contact-blocks.ts';
import { listMailboxEmails } from './mailbox-emails.ts';

/** Earlier dates that a customer with this phone or email missed, newest first, at most 10. */
export function listMissedDates(
  db: Database,
  { id, phone, email, date }: { id: number; phone: string; email: string; date: string },
): string[] {
  return db
    .query<{ date: string }, [string, string, number, string]>(
      `SELECT date FROM
         (SELECT id, date FROM customer_booking WHERE phone = ?1 AND ?1 <> '' AND attendance = 'no_show'
          UNION SELECT id, date FROM customer_booking
            WHERE email IN (SELECT value FROM json_each(?2)) AND attendance = 'no_show')
       WHERE id <> ?3 AND date <= ?4 ORDER BY date DESC LIMIT 10`,
    )
    .all(phone, listMailboxEmails(db, email), id, date)
    .map((row) => row.date);
}

/** Which of the bookings `ids` are for a customer who missed an earlier one. */
export function listAfterNoShow(db: Database, ids: readonly number[]): number[] {
  /** The first date missed by each phone or mailbox. */
  const firstMissed = new Map<string, string>();
  for (const { date, phone, email } of db
    .query<Contact & { date: string }, []>(
      "SELECT date, phone, email FROM customer_booking WHERE attendance = 'no_show' ORDER BY date DESC",
    )
    .all()) {
    for (const key of contactKeys({ phone, email })) firstMissed.set(key, date);
  }
  return db
    .query<Contact & { id: number; date: string }, [string]>(
      `SELECT id, date, phone, email FROM customer_booking
       WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'cancelled' AND attendance IS NULL`,
    )
    .all(JSON.stringify(ids))
    .filter((booking) => contactKeys(booking).some((key) => (firstMissed.get(key) ?? '~') <= booking.date))
    .map(({ id }) => id);
}

interface Contact {
  phone: string;
  email: string;
}

function contactKeys({ phone, email }: Contact): string[] {
  return [phone, email && mailboxOf(email)].filter((key) => key !== '');
}

/** Why a contact can't book with cash: its phone or email has `limit` no-shows. Null if it can; 0 means no limit. */
function noShowError(
  db: Database,
  { phone, email }: Contact,
  limit: number,
  clubPhone: string,
): string | null {
  if (limit === 0) return null;
  const noShows = db
    .query<{ count: number }, [string, string, number]>(
      `SELECT count(*) AS count FROM
         (SELECT id FROM customer_booking WHERE phone = ?1 AND ?1 <> '' AND attendance = 'no_show'
          UNION SELECT id FROM customer_booking
            WHERE email IN (SELECT value FROM json_each(?2)) AND attendance = 'no_show' LIMIT ?3)`,
    )
    .get(phone, listMailboxEmails(db, email), limit);
  if ((noShows?.count ?? 0) < limit) return null;
  return `Earlier bookings with this phone or email were missed, so please pay for this one in advance. Questions? Call ${clubPhone}.`;
}

/** Why a contact can't book with cash: no-shows, or the reception's decision. */
export function cashError(
  db: Database,
  contact: Contact,
  limit: number,
  clubPhone: string,
  now: number,
): string | null {
  return prepaidError(db, contact, now, clubPhone) ?? noShowError(db, contact, limit, clubPhone);
}

/** Throws `invalid` for a cash booking whose contact has to prepay. */
export function assertCashAllowed(
  db: Database,
  booking: Contact & { payment_method: PaymentMethod },
  limit: number,
  clubPhone: string,
  now: number,
): void {
  const error = booking.payment_method === 'cash' && cashError(db, booking, limit, clubPhone, now);
  if (error) throw invalidField('payment_method', error);
}
