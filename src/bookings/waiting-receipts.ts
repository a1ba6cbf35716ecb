import type { Database } from 'bun:sqlite';
import type { Booking } from '../domain/booking.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import type { Payer } from '../payers/store.ts';
import type { BookingStore } from './store.ts';

/** The receipts that wait for the reception. Whose money is owed no more came too late for its part. */
export const WAITING_RECEIPTS = `payer INDEXED BY payer_receipt_waits
  CROSS JOIN booking ON booking.id = payer.booking_id WHERE payer.receipt_waits = 1`;
const IS_LATE = "(payer.charge <= payer.received OR booking.status = 'cancelled')";

/** The receipts of parts that are still to be paid, or of those that are owed no more; the next to play first. */
export function listReceipts(db: Database, bookings: BookingStore, isLate: boolean): [Booking, Payer][] {
  return db
    .query<{ id: number }, []>(
      `SELECT payer.id FROM ${WAITING_RECEIPTS} AND ${isLate ? IS_LATE : `NOT ${IS_LATE}`}
       ORDER BY booking.date, payer.id LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(({ id }) => bookings.requirePart(id));
}
