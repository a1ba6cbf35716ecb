import type { Database } from 'bun:sqlite';
import { invalidField } from '../domain/failure.ts';

/**
 * Throws `invalid` for a booking in cash once its phone or email has `limit` no-shows; a `limit` of 0 sets no
 * limit.
 */
export function assertCashAllowed(
  db: Database,
  booking: { phone: string; email: string; payment_method: string },
  limit: number,
  clubPhone: string,
): void {
  if (limit === 0 || booking.payment_method !== 'cash') return;
  const noShows = db
    .query<{ count: number }, [string, string, number]>(
      `SELECT count(*) AS count FROM
         (SELECT id FROM booking WHERE attendance = 'no_show' AND phone = ?1 AND ?1 <> ''
          UNION SELECT id FROM booking WHERE attendance = 'no_show' AND email = ?2 AND ?2 <> '' LIMIT ?3)`,
    )
    .get(booking.phone, booking.email, limit);
  if ((noShows?.count ?? 0) < limit) return;
  throw invalidField(
    'payment_method',
    `Earlier bookings with this phone or email were not used, so please pay this one in advance. Questions? Call ${clubPhone}.`,
  );
}
