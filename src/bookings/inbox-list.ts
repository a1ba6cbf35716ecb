import type { Database } from 'bun:sqlite';
import type { BookingInbox } from '../domain/api/inbox-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { ownPart } from '../domain/share.ts';
import type { Player } from '../players/store.ts';
import { COUNT_REFUNDS_DUE, listRefundsDue, TO_COLLECT } from './balance-list.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, bookingTables, toBooking } from './booking-row.ts';
import { LATE_CONDITION, listLateReceipts } from './late-receipts.ts';
import type { BookingStore } from './store.ts';
import type { UnpaidHolds } from './unpaid-holds.ts';

/** Unpaid bookings that start within this time need attention before the players come. */
const SOON_MS = 2 * 3_600_000;
/**
 * The same words as in the index `booking_receipt_waiting`. The query names it, because SQLite takes the index of the
 * status, which has most bookings of the past.
 */
const RECEIPT_WAITS = "booking.status = 'pending' AND booking.payment_receipt IS NOT NULL";
const SHARE_RECEIPTS = `player INDEXED BY player_receipt_waiting
  CROSS JOIN booking ON booking.activity_id = player.activity_id
  WHERE player.payment_receipt IS NOT NULL AND player.charge > player.received AND booking.status <> 'cancelled'`;
/** The money of a receipt is owed no more: the player left, the host paid, or the booking ended. */
const LATE_SHARES = `player INDEXED BY player_receipt_waiting
  CROSS JOIN booking ON booking.activity_id = player.activity_id
  WHERE player.payment_receipt IS NOT NULL AND player.charge <= player.received`;
const COUNT_LATE_SHARES = `SELECT count(*) AS count FROM ${LATE_SHARES}`;
const COUNT_SHARE_RECEIPTS = `SELECT count(*) AS count FROM ${SHARE_RECEIPTS}`;
/** Found by the index `booking_owing`, for two business days. */
const MAY_BE_SOON = `${TO_COLLECT} AND booking.date BETWEEN ? AND ? AND NOT (${RECEIPT_WAITS})`;

/** The bookings that wait for a decision of the reception at `now`, the next to play first. */
export function listBookingInbox(
  db: Database,
  bookings: BookingStore,
  holds: UnpaidHolds,
  now: number,
): BookingInbox {
  const today = businessDayOf(now);
  const receipts = db
    .query<BookingRow, []>(
      `SELECT ${BOOKING_COLUMNS} FROM ${bookingTables('booking_receipt_waiting')} WHERE ${RECEIPT_WAITS}
       ORDER BY booking.date, booking.id LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(toBooking)
    .map((booking) => ownPart(booking, bookings.players.listOf(booking)));
  const unpaidSoon = db
    .query<BookingRow, [string, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE ${MAY_BE_SOON}`,
    )
    .all(today, addDays(today, 1))
    .map(toBooking)
    .filter((booking) => isSoon(booking, now));
  return {
    receipts,
    late_receipts: listLateReceipts(db, bookings, now),
    mass_unpaid: holds.listMassUnpaid({ now, today }),
    to_give_back: listRefundsDue(db, now),
    unpaid_soon: unpaidSoon.toSorted((a, b) => startOfPlay(a) - startOfPlay(b)),
  };
}

/** The receipts of shares that are still to be paid, or of those that are owed no more; the next to play first. */
export function listShareReceipts(db: Database, bookings: BookingStore, isLate = false): [Booking, Player][] {
  const rows = isLate ? LATE_SHARES : SHARE_RECEIPTS;
  return db
    .query<{ id: number }, []>(
      `SELECT player.id FROM ${rows} ORDER BY booking.date, player.id LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(({ id }) => bookings.requireShare(id));
}

/** How many bookings `listBookingInbox` would list without its limits; indexes answer it. */
export function countBookingInbox(db: Database, holds: UnpaidHolds, now: number): number {
  const today = businessDayOf(now);
  const countBy = (sql: string) => db.query<{ count: number }, []>(sql).get()?.count ?? 0;
  const count = (index: string, where: string) =>
    countBy(`SELECT count(*) AS count FROM booking INDEXED BY ${index} WHERE ${where}`);
  const unpaidSoon = db
    .query<{ date: string; slots: string }, [string, string]>(
      `SELECT date, slots FROM booking WHERE ${MAY_BE_SOON}`,
    )
    .all(today, addDays(today, 1))
    .filter(({ date, slots }) => isSoon({ date, slots: JSON.parse(slots) as string[] }, now));
  return (
    count('booking_receipt_waiting', RECEIPT_WAITS) +
    count('booking_late_receipt', LATE_CONDITION) +
    countBy(COUNT_REFUNDS_DUE) +
    countBy(COUNT_SHARE_RECEIPTS) +
    countBy(COUNT_LATE_SHARES) +
    unpaidSoon.length +
    holds.listMassUnpaid({ now, today }).length
  );
}

function isSoon(booking: Pick<Booking, 'date' | 'slots'>, now: number): boolean {
  const start = startOfPlay(booking);
  return start > now && start <= now + SOON_MS;
}
