import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import { Failure } from '../domain/failure.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';

/** Stands where the name of a deleted customer stood. */
export const DELETED_CUSTOMER = 'Deleted customer';

/** Each phone is searched in all bookings. */
const MAX_PHONES = 20;
const OF_PERSON = 'user_id = ?1 OR email IN (SELECT value FROM json_each(?2))';

export interface PersonBookings {
  booking_ids: number[];
  phones: string[];
}

/**
 * The bookings of a member and of proven addresses. A phone is proven by nothing, so one that stands on a booking
 * of anyone else leads to no data.
 */
export function findPersonBookings(
  db: Database,
  userId: number | null,
  emails: readonly string[],
  profilePhone: string | null,
): PersonBookings {
  const rows = db
    .query<{ id: number; phone: string }, [number | null, string]>(
      `SELECT id, phone FROM booking WHERE ${OF_PERSON} ORDER BY id`,
    )
    .all(userId, jsonList(emails));
  const booking_ids = rows.map(({ id }) => id);
  const candidates = new Set([...rows.map(({ phone }) => phone), profilePhone ?? ''].filter(Boolean));
  const phones = db
    .query<{ phone: string }, [string, string]>(
      `SELECT value AS phone FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM booking
         WHERE booking.phone = value AND id NOT IN (SELECT value FROM json_each(?2)))`,
    )
    .all(jsonList([...candidates].slice(0, MAX_PHONES)), jsonList(booking_ids))
    .map(({ phone }) => phone);
  return { booking_ids, phones };
}

/** The club needs the name of a customer with a coming booking or an open refund. */
export function assertNothingOpen(db: Database, ids: readonly number[], today: string): void {
  const count = (condition: string, ...values: string[]) =>
    db
      .query<{ n: number }, string[]>(
        `SELECT count(*) AS n FROM booking WHERE id IN (SELECT value FROM json_each(?)) AND ${condition}`,
      )
      .get(jsonList(ids), ...values)?.n ?? 0;
  if (count("status <> 'cancelled' AND date >= ?", today) > 0) {
    throw new Failure(
      'wrong_state',
      'There are bookings that are still to be played. Please cancel them first.',
    );
  }
  if (count('received > charge') > 0) {
    throw new Failure(
      'wrong_state',
      'The club still has money to give back for a booking. Please ask the club for it first.',
    );
  }
}

/** Add-ons and discounts of the bookings; nothing when there are none. */
function readLines(db: Database, bookingIds: readonly number[]) {
  const booking_lines = db
    .query<Record<string, unknown>, [string]>(
      `SELECT booking_id, kind, label, quantity, unit_price, amount FROM booking_line
       WHERE booking_id IN (SELECT value FROM json_each(?)) ORDER BY booking_id, id`,
    )
    .all(jsonList(bookingIds));
  return booking_lines.length > 0 ? { booking_lines } : {};
}

/** Bookings keep their court, time and money; whose they were goes. */
export function bookingPersonalData(db: Database, idempotency: IdempotencyStore): PersonalDataSource {
  return {
    read: ({ booking_ids }) => ({
      ...readLines(db, booking_ids),
      bookings: db
        .query<Record<string, unknown>, [string]>(
          `SELECT id, court_id, date, start_time, duration, slots, name, email, phone, status, payment_method,
             hourly_rate, computed_amount, charge, received, created_at
           FROM booking WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(jsonList(booking_ids)),
    }),
    erase: (tx, person) => {
      const ids = jsonList(person.booking_ids);
      tx.db
        .query(
          `UPDATE booking SET name = ?1, email = '', phone = '', user_id = NULL, payment_receipt = NULL,
             provider_ref = NULL, sms_updates = 0, version = version + 1
           WHERE id IN (SELECT value FROM json_each(?2))`,
        )
        .run(DELETED_CUSTOMER, ids);
      tx.db.query('DELETE FROM booking_origin WHERE booking_id IN (SELECT value FROM json_each(?))').run(ids);
      idempotency.deleteOf(tx, person);
      return undefined;
    },
  };
}
