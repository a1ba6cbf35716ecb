import type { Database } from 'bun:sqlite';
import { HAS_CUSTOMER_EMAIL } from '../db/audit-log.ts';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import { Failure } from '../domain/failure.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';

/** Replaces the name of a deleted customer. */
export const DELETED_CUSTOMER = 'Deleted customer';

/**
 * A member's bookings, and those that guests made with a verified address. Another member's booking with that address
 * stays theirs.
 */
export function listPersonBookings(db: Database, userId: number | null, emails: readonly string[]): number[] {
  return db
    .query<{ id: number }, [number | null, string]>(
      `SELECT id FROM customer_booking AS booking WHERE user_id = ?1
         OR user_id IS NULL AND email IN (SELECT value FROM json_each(?2)) AND ${HAS_CUSTOMER_EMAIL} ORDER BY id`,
    )
    .all(userId, jsonList(emails))
    .map(({ id }) => id);
}

/** Guests' bookings whose email an admin has corrected to this address. */
export function listCorrectedBookings(db: Database, email: string): number[] {
  return db
    .query<{ id: number }, [string]>(
      `SELECT id FROM customer_booking AS booking WHERE user_id IS NULL AND email = ? AND NOT ${HAS_CUSTOMER_EMAIL} ORDER BY id`,
    )
    .all(email)
    .map(({ id }) => id);
}

/** The club needs the name of a customer with an upcoming booking or an open refund. */
export function assertNothingOpen(db: Database, ids: readonly number[], today: string): void {
  const count = (condition: string, ...values: string[]) =>
    db
      .query<{ n: number }, string[]>(
        `SELECT count(*) AS n FROM booking WHERE id IN (SELECT value FROM json_each(?)) AND ${condition}`,
      )
      .get(jsonList(ids), ...values)?.n ?? 0;
  if (count("status <> 'cancelled' AND date >= ?", today) > 0) {
    throw new Failure('wrong_state', 'There are still bookings to be played. Please cancel them first.');
  }
  const owed =
    'EXISTS (SELECT 1 FROM payer WHERE booking_id = booking.id AND position = 1 AND received > charge)';
  if (count('received > charge') > 0 || count(owed) > 0) {
    throw new Failure(
      'wrong_state',
      'The club still owes a refund for a booking. Please ask the club for it first.',
    );
  }
}

/** Add-ons and discounts of the bookings; no rows if there are none. */
function readLines(db: Database, bookingIds: readonly number[]) {
  const booking_lines = db
    .query<Record<string, unknown>, [string]>(
      `SELECT booking_id, kind, label, quantity, unit_price, amount FROM booking_line
       WHERE booking_id IN (SELECT value FROM json_each(?)) ORDER BY booking_id, id`,
    )
    .all(jsonList(bookingIds));
  return booking_lines.length > 0 ? { booking_lines } : {};
}

/** Bookings keep their court, time and money, but no longer say whose they were. */
export function bookingPersonalData(db: Database, idempotency: IdempotencyStore): PersonalDataSource {
  return {
    read: ({ booking_ids }) => ({
      ...readLines(db, booking_ids),
      bookings: db
        .query<Record<string, unknown>, [string]>(
          `SELECT id, court_id, date, start_time, duration, slots, name, email, phone, status, payment_method,
             hourly_rate, computed_amount, charge, received, refund_account, created_at,
             company, ifnull(tax_number, '') AS tax_number
           FROM customer_booking AS booking LEFT JOIN booking_company ON booking_company.booking_id = booking.id
           WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(jsonList(booking_ids)),
    }),
    erase: (tx, person) => {
      const ids = jsonList(person.booking_ids);
      tx.db
        .query(
          `UPDATE booking SET provider_ref = NULL, version = version + 1
           WHERE id IN (SELECT value FROM json_each(?))`,
        )
        .run(ids);
      tx.db
        .query('DELETE FROM booking_company WHERE booking_id IN (SELECT value FROM json_each(?))')
        .run(ids);
      tx.db.query('DELETE FROM booking_origin WHERE booking_id IN (SELECT value FROM json_each(?))').run(ids);
      idempotency.deleteOf(tx, person);
      return undefined;
    },
  };
}
