import type { Database } from 'bun:sqlite';

/** The customer; each of the fields finds their earlier bookings. */
export interface Customer {
  user_id: number | null;
  email: string;
  phone: string;
}

/**
 * Whether a customer has a booking that was not cancelled, by account, email or phone. The search index finds a
 * phone, which each booking would otherwise have to write into an index of its own; it is seconds behind.
 */
export function hasBookedBefore(db: Database, { user_id, email, phone }: Customer): boolean {
  const digits = phone.replace(/\D/g, '');
  // An empty phrase is no query; no word has this character.
  const ftsQuery = digits ? `"${digits}"` : '"\u2400"';
  const row = db
    .query<{ found: number }, [number | null, string, string, string]>(
      `SELECT EXISTS (
         SELECT 1 FROM booking WHERE user_id = ?1 AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM booking WHERE email = ?2 AND ?2 <> '' AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM booking_search JOIN booking ON booking.id = booking_search.rowid
           WHERE booking_search MATCH ?3 AND booking.phone = ?4 AND booking.status <> 'cancelled') AS found`,
    )
    .get(user_id, email, ftsQuery, phone);
  return row?.found === 1;
}
