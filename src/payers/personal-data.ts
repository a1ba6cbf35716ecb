import type { Database } from 'bun:sqlite';
import { jsonList, type Person, type PersonalDataSource } from '../db/personal-data-source.ts';
import { Failure } from '../domain/failure.ts';

/**
 * The customers of the person's bookings, and the places that the member and proven addresses have or had in other
 * people's.
 */
export function listPersonPayers(
  db: Database,
  { user_id, emails, booking_ids }: Pick<Person, 'user_id' | 'emails' | 'booking_ids'>,
): number[] {
  return db
    .query<{ id: number }, [number | null, string, string]>(
      `SELECT id FROM payer WHERE position IS NOT 1
         AND (user_id = ?1 OR email IN (SELECT value FROM json_each(?2)) AND email <> '')
       UNION SELECT id FROM payer WHERE position = 1 AND booking_id IN (SELECT value FROM json_each(?3)) ORDER BY id`,
    )
    .all(user_id, jsonList(emails), jsonList(booking_ids))
    .map(({ id }) => id);
}

/** The club needs the contact of a player who still plays or is owed a refund. */
export function assertNoOpenPart(db: Database, ids: readonly number[], today: string): void {
  const open = db
    .query<{ id: number }, [string, string]>(
      `SELECT payer.id FROM payer JOIN booking ON booking.id = payer.booking_id
       WHERE payer.id IN (SELECT value FROM json_each(?1)) AND payer.position > 1 AND (payer.received > payer.charge
         OR payer.state <> 'left' AND booking.status <> 'cancelled' AND booking.date >= ?2)
       UNION SELECT id FROM payer WHERE id IN (SELECT value FROM json_each(?1)) AND booking_id IS NULL
         AND received > charge
       UNION SELECT payer.id FROM payer JOIN event_session ON event_session.event_id = payer.event_id
       WHERE payer.id IN (SELECT value FROM json_each(?1)) AND payer.state = 'joined'
         AND event_session.cancelled_at IS NULL AND event_session.date >= ?2 LIMIT 1`,
    )
    .get(jsonList(ids), today);
  if (open) {
    throw new Failure(
      'wrong_state',
      'You’re still in a booking, or are owed a refund. Please give your place back first.',
    );
  }
}

/**
 * A payer's money stays on record, but not whose it was. Names and texts given by a host go with the host's bookings.
 */
export function payerPersonalData(db: Database, deletedName: string): PersonalDataSource {
  return {
    read: ({ payer_ids }) => ({
      places: db
        .query<Record<string, unknown>, [string]>(
          `SELECT booking.date, booking.start_time, booking.court_id, payer.name, payer.email, payer.phone,
             payer.state, payer.charge, payer.received, payer.payment_method, payer.refund_account, payer.created_at
           FROM payer JOIN booking ON booking.id = payer.booking_id
           WHERE payer.id IN (SELECT value FROM json_each(?)) AND payer.position > 1 ORDER BY payer.id`,
        )
        .all(jsonList(payer_ids)),
      items: db
        .query<Record<string, unknown>, [string]>(
          `SELECT event_id, purchase_id, name, email, phone, state, price, charge, received, payment_method,
             refund_account, created_at
           FROM payer WHERE id IN (SELECT value FROM json_each(?)) AND booking_id IS NULL ORDER BY id`,
        )
        .all(jsonList(payer_ids)),
    }),
    erase: (tx, { payer_ids, booking_ids }) => {
      tx.db
        .query(
          `UPDATE payer SET name = ?1, email = '', phone = '', search = '', user_id = NULL, sms_updates = 0,
             payment_receipt = NULL, receipt_waits = 0, remind_at = NULL, refund_account = NULL, erased = 1
           WHERE id IN (SELECT value FROM json_each(?2))`,
        )
        .run(deletedName, jsonList(payer_ids));
      tx.db
        .query(
          `UPDATE payer SET name = '', search = '', refund_account = NULL
           WHERE email = '' AND position > 1 AND erased = 0 AND booking_id IN (SELECT value FROM json_each(?))`,
        )
        .run(jsonList(booking_ids));
      tx.db
        .query("UPDATE match SET text = '' WHERE booking_id IN (SELECT value FROM json_each(?))")
        .run(jsonList(booking_ids));
      return undefined;
    },
  };
}
