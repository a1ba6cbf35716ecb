import type { Database } from 'bun:sqlite';
import type { BookingInbox } from '../domain/admin-api.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { listBalances } from './balance-list.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';
import { listLateReceipts } from './late-receipts.ts';
import type { BookingStore } from './store.ts';
import { listUnpaidWaves } from './unpaid-waves.ts';

const MAX_ROWS = 200;
/** Unpaid bookings that start within this time need attention before the players come. */
const SOON_MS = 2 * 3_600_000;
/** The same words as in the index `booking_receipt_waiting`. */
const RECEIPT_WAITS = "booking.status = 'pending' AND booking.payment_receipt IS NOT NULL";

/** The bookings that wait for a decision of the reception at `now`, the next to play first. */
export function listBookingInbox(db: Database, bookings: BookingStore, now: number): BookingInbox {
  const today = businessDayOf(now);
  const receipts = db
    .query<BookingRow, []>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE ${RECEIPT_WAITS}
       ORDER BY booking.date, booking.id LIMIT ${MAX_ROWS}`,
    )
    .all()
    .map(toBooking);
  const { to_give_back, to_collect } = listBalances(db, today);
  const waiting = new Set(receipts.map(({ id }) => id));
  const tomorrow = addDays(today, 1);
  const unpaidSoon = to_collect.filter((booking) => {
    if (booking.date > tomorrow || waiting.has(booking.id)) return false;
    const start = startOfPlay(booking);
    return start > now && start <= now + SOON_MS;
  });
  return {
    receipts,
    late_receipts: listLateReceipts(db, bookings, now),
    unpaid_waves: listUnpaidWaves(db, now, today),
    to_give_back,
    unpaid_soon: unpaidSoon.toSorted((a, b) => startOfPlay(a) - startOfPlay(b)),
  };
}
