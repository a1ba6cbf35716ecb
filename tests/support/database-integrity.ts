import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** Reads the database file without the program and looks for inconsistent rows. */
export function checkIntegrity(dataDir: string) {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const rows = <T>(sql: string) => db.query<T, []>(sql).all();
  const result = {
    ids: new Set(rows<{ id: number }>('SELECT id FROM booking').map((row) => row.id)),
    integrity: rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
    foreignKeyViolations: rows('PRAGMA foreign_key_check').length,
    // Every slot of an active booking is claimed by it, and no slot is in two active bookings.
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

/** The result of `checkIntegrity` for a consistent club, without its bookings. */
export const INTACT = {
  integrity: ['ok'],
  foreignKeyViolations: 0,
  unclaimedBookings: 0,
  overlappingBookings: 0,
};
