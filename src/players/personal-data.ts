import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import { Failure } from '../domain/failure.ts';

/** The places that a member and proven addresses have or had. */
export function listPersonPlayers(db: Database, userId: number | null, emails: readonly string[]): number[] {
  return db
    .query<{ id: number }, [number | null, string]>(
      `SELECT id FROM player
       WHERE user_id = ?1 OR email IN (SELECT value FROM json_each(?2)) AND email <> '' ORDER BY id`,
    )
    .all(userId, jsonList(emails))
    .map(({ id }) => id);
}

/** The club needs the contact of a player who still plays or gets money back. */
export function assertNoOpenShare(db: Database, ids: readonly number[], today: string): void {
  const open = db
    .query<{ id: number }, [string, string]>(
      `SELECT player.id FROM player JOIN booking ON booking.activity_id = player.activity_id
       WHERE player.id IN (SELECT value FROM json_each(?)) AND (player.received > player.charge
         OR player.state <> 'left' AND booking.status <> 'cancelled' AND booking.date >= ?) LIMIT 1`,
    )
    .get(jsonList(ids), today);
  if (open) {
    throw new Failure(
      'wrong_state',
      'There is a booking that you still play in, or money to give back. Please give your place back first.',
    );
  }
}

/** A place keeps its money; whose it was goes. The names and the text that a host gave go with the host's bookings. */
export function playerPersonalData(db: Database, deletedName: string): PersonalDataSource {
  return {
    read: ({ player_ids }) => ({
      places: db
        .query<Record<string, unknown>, [string]>(
          `SELECT booking.date, booking.start_time, booking.court_id, player.name, player.email, player.phone,
             player.state, player.charge, player.received, player.payment_method, player.refund_account, player.created_at
           FROM player JOIN booking ON booking.activity_id = player.activity_id
           WHERE player.id IN (SELECT value FROM json_each(?)) ORDER BY player.id`,
        )
        .all(jsonList(player_ids)),
    }),
    erase: (tx, { player_ids, booking_ids }) => {
      tx.db
        .query(
          `UPDATE player SET name = ?1, email = '', phone = '', user_id = NULL, payment_receipt = NULL, remind_at = NULL,
             refund_account = NULL, erased = 1 WHERE id IN (SELECT value FROM json_each(?2))`,
        )
        .run(deletedName, jsonList(player_ids));
      tx.db
        .query(
          `UPDATE player SET name = '', refund_account = NULL WHERE email = '' AND is_host = 0 AND id NOT IN (SELECT value FROM json_each(?2))
             AND activity_id IN (SELECT activity_id FROM booking WHERE id IN (SELECT value FROM json_each(?1)))`,
        )
        .run(jsonList(booking_ids), jsonList(player_ids));
      tx.db
        .query(
          `UPDATE activity SET text = '' WHERE id IN (SELECT activity_id FROM booking
             WHERE id IN (SELECT value FROM json_each(?)))`,
        )
        .run(jsonList(booking_ids));
      return undefined;
    },
  };
}
