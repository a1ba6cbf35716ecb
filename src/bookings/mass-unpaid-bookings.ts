import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { MassUnpaidBookings } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { UNPAID_CONDITION } from './booking-origins.ts';
import type { BookingStore } from './store.ts';

/** A group of friends books less than this: half a day of two courts, in several bookings. */
const MIN_SLOTS = 42;
const MIN_BOOKINGS = 5;
const MAX_GROUPS = 5;

interface GroupRow {
  /** A JSON list. */
  booking_ids: string;
  slots: number;
  first_at: number;
  last_at: number;
}

/** Unusually many unpaid bookings from one network, contact or member; the largest first. */
export function listMassUnpaidBookings(db: Database, now: number, today: string): MassUnpaidBookings[] {
  const rows = db
    .query<GroupRow, { now: number; today: string; slots: number; bookings: number }>(
      `SELECT json_group_array(booking.id) AS booking_ids, sum(booking_origin.slots) AS slots,
         min(booking_origin.created_at) AS first_at, max(booking_origin.created_at) AS last_at
       FROM booking_origin JOIN booking ON booking.id = booking_origin.booking_id
       WHERE ${UNPAID_CONDITION}
       GROUP BY booking_origin.key HAVING sum(booking_origin.slots) >= $slots AND count(*) >= $bookings
       ORDER BY slots DESC, booking_ids LIMIT 50`,
    )
    .all({ now, today, slots: MIN_SLOTS, bookings: MIN_BOOKINGS });
  const named = new Set<number>();
  const groups: MassUnpaidBookings[] = [];
  for (const row of rows) {
    const ids = (JSON.parse(row.booking_ids) as number[]).sort((one, other) => one - other);
    // The networks around an address and its contacts name the same bookings again.
    if (ids.every((id) => named.has(id)) || groups.length >= MAX_GROUPS) continue;
    for (const id of ids) named.add(id);
    const { slots, first_at, last_at } = row;
    groups.push({
      booking_ids: ids,
      slots,
      first_at: clubTimestamp(first_at),
      last_at: clubTimestamp(last_at),
    });
  }
  return groups;
}

/**
 * Releases the bookings of a group that are still unpaid, as if their deadline were now: their customers are told,
 * and a receipt is accepted afterwards like any late one. Returns the released ones.
 */
export function releaseUnpaid(
  tx: Transaction,
  bookings: BookingStore,
  ids: readonly number[],
  actor: Actor,
): Booking[] {
  const now = Math.floor(tx.now / 60_000) * 60_000;
  return [...new Set(ids)]
    .map((id) => bookings.find(id))
    .filter((booking) => booking !== null)
    .filter(({ status, received, receipt_received }) => {
      return status === 'pending' && received <= 0 && !receipt_received;
    })
    .map((booking) => {
      bookings.setPayBy(tx, booking, now);
      return bookings.changeStatus(tx, booking.id, 'cancelled', actor, { charge: 0, unpaid: true });
    });
}
