import type { Database } from 'bun:sqlite';
import { HAS_CUSTOMER_EMAIL } from '../db/audit-log.ts';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

/**
 * A note about a booking whose email an admin has since corrected belongs to the old address only if the booking is
 * theirs.
 */
const OF_PERSON = `email <> '' AND email COLLATE NOCASE IN (SELECT value FROM json_each(?1))
  AND NOT EXISTS (SELECT 1 FROM customer_booking AS booking WHERE booking.email = customer_note.email AND booking.phone = customer_note.phone
    AND booking.id NOT IN (SELECT value FROM json_each(?2)) AND NOT ${HAS_CUSTOMER_EMAIL})`;

/** The staff's notes about a customer. */
export function customerPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ emails, booking_ids }) => ({
      notes: db
        .query<Record<string, unknown>, [string, string]>(
          `SELECT note, created_at FROM customer_note WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(emails), jsonList(booking_ids)),
    }),
    erase: (tx, { emails, booking_ids }) => {
      tx.db
        .query(`DELETE FROM customer_note WHERE ${OF_PERSON}`)
        .run(jsonList(emails), jsonList(booking_ids));
      return undefined;
    },
  };
}
