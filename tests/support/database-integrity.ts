import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** What the file holds, read the way an auditor would: without the program. */
export function checkIntegrity(dataDir: string) {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const rows = <T>(sql: string) => db.query<T, []>(sql).all();
  const result = {
    ids: new Set(rows<{ id: number }>('SELECT id FROM booking').map((row) => row.id)),
    integrity: rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
    foreignKeyViolations: rows('PRAGMA foreign_key_check').length,
    // Every half-hour of a live booking is claimed by it, and no half-hour is in two live bookings.
    unclaimedBookings: rows(`
      SELECT booking.id FROM booking JOIN json_each(booking.slots) AS slot
      LEFT JOIN claim ON claim.court_id = booking.court_id AND claim.date = booking.date
        AND claim.slot = substr(slot.value, 1, 2) * 2 + (substr(slot.value, 4) = '30')
        AND claim.booking_id = booking.id
      WHERE booking.status <> 'cancelled' AND claim.slot IS NULL`).length,
    overlappingBookings: rows(`
      SELECT booking.court_id FROM booking JOIN json_each(booking.slots) AS slot
      WHERE booking.status <> 'cancelled'
      GROUP BY booking.court_id, booking.date, slot.value HAVING count(*) > 1`).length,
  };
  db.close();
  return result;
}

/** What `audit` finds in a club that is whole, beside its bookings. */
export const INTACT = {
  integrity: ['ok'],
  foreignKeyViolations: 0,
  unclaimedBookings: 0,
  overlappingBookings: 0,
};
