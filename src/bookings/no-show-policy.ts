import type { Database } from 'bun:sqlite';
import { invalidField } from '../domain/failure.ts';

/** The earlier dates at which a customer with this phone or email did not come, newest first, at most 10. */
export function listMissedDates(
  db: Database,
  { id, phone, email, date }: { id: number; phone: string; email: string; date: string },
): string[] {
  return db
    .query<{ date: string }, [string, string, number, string]>(
      `SELECT date FROM
         (SELECT id, date FROM customer_booking WHERE phone = ?1 AND ?1 <> '' AND attendance = 'no_show'
          UNION SELECT id, date FROM customer_booking WHERE email = ?2 AND ?2 <> '' AND attendance = 'no_show')
       WHERE id <> ?3 AND date <= ?4 ORDER BY date DESC LIMIT 10`,
    )
    .all(phone, email, id, date)
    .map((row) => row.date);
}

/** The bookings among `ids` that wait for a customer who did not come to an earlier one. */
export function listAfterNoShow(db: Database, ids: readonly number[]): number[] {
  const missed = (field: string) =>
    `EXISTS (SELECT 1 FROM customer_booking AS missed WHERE missed.attendance = 'no_show'
       AND missed.${field} = booking.${field} AND booking.${field} <> '' AND missed.id <> booking.id
       AND missed.date <= booking.date)`;
  return db
    .query<{ id: number }, [string]>(
      `SELECT id FROM customer_booking AS booking WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'cancelled'
         AND attendance IS NULL AND (${missed('phone')} OR ${missed('email')})`,
    )
    .all(JSON.stringify(ids))
    .map(({ id }) => id);
}

interface Contact {
  phone: string;
  email: string;
}

/**
 * Why a contact cannot book in cash: its phone or email has `limit` no-shows. Null when it can; a `limit` of 0 sets
 * no limit.
 */
export function noShowError(
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
          UNION SELECT id FROM customer_booking WHERE email = ?2 AND ?2 <> '' AND attendance = 'no_show' LIMIT ?3)`,
    )
    .get(phone, email, limit);
  if ((noShows?.count ?? 0) < limit) return null;
  return `Earlier bookings with this phone or email were not used, so please pay this one in advance. Questions? Call ${clubPhone}.`;
}

/** Throws `invalid` for a booking in cash whose contact has too many no-shows. */
export function assertCashAllowed(
  db: Database,
  booking: Contact & { payment_method: string },
  limit: number,
  clubPhone: string,
): void {
  const error = booking.payment_method === 'cash' && noShowError(db, booking, limit, clubPhone);
  if (error) throw invalidField('payment_method', error);
}
