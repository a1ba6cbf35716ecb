import type { Database } from 'bun:sqlite';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { endOfPlay } from '../domain/play-time.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

const MAX_BOOKINGS = 20;

/** An address's next bookings, neither over nor cancelled. */
export function listUpcomingBookingsOf(db: Database, email: string, now: number): Booking[] {
  return db
    .query<BookingRow, [string, string, number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.email = ? AND booking.date >= ?
         AND booking.status <> 'cancelled' ORDER BY booking.date, booking.id LIMIT ?`,
    )
    .all(email, businessDayOf(now), MAX_BOOKINGS)
    .map(toBooking)
    .filter((booking) => endOfPlay(booking) > now);
}
