import type { Database } from 'bun:sqlite';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { endOfPlay } from '../domain/play-time.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

/** Courts' bookings from a day on. */
export class CourtBookings {
  readonly #selectFromDay;
  readonly #selectAllFromDay;
  readonly #selectToPlay;
  readonly #countUpcoming;

  constructor(db: Database) {
    this.#countUpcoming = db.prepare<{ count: number }, [number, string]>(
      'SELECT count(DISTINCT booking_id) AS count FROM claim WHERE court_id = ? AND date >= ?',
    );
    this.#selectToPlay = db.prepare<BookingRow, [string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id IN
         (SELECT booking_id FROM court CROSS JOIN claim ON claim.court_id = court.id AND claim.date >= ?
          WHERE booking_id IS NOT NULL)
       ORDER BY booking.date, booking.id`,
    );
    this.#selectFromDay = db.prepare<BookingRow, [number, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id IN
         (SELECT booking_id FROM claim WHERE court_id = ? AND date >= ? AND booking_id IS NOT NULL)
       ORDER BY booking.date, booking.id LIMIT ${LIST_LIMITS.inTheWay}`,
    );
    this.#selectAllFromDay = db.prepare<BookingRow, [string, number | null]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES}
       WHERE booking.date >= ?1 AND booking.status <> 'cancelled' AND (?2 IS NULL OR booking.court_id = ?2)
       ORDER BY booking.date, booking.id LIMIT 3000`,
    );
  }

  /** Up to 3,000 bookings from a business day on, without cancelled ones; `courtId` null for all courts. */
  listFrom(fromDate: string, courtId: number | null): Booking[] {
    return this.#selectAllFromDay.all(fromDate, courtId).map(toBooking);
  }

  /** Counts a court's bookings from the business day `today` on. */
  countUpcoming(courtId: number, today: string): number {
    return this.#countUpcoming.get(courtId, today)?.count ?? 0;
  }

  /** Bookings on all courts that have not ended at `now`, the next to play first. */
  listToPlay(now: number): Booking[] {
    return this.#selectToPlay
      .all(businessDayOf(now))
      .map(toBooking)
      .filter((booking) => endOfPlay(booking) > now);
  }

  /** Up to `LIST_LIMITS.inTheWay` bookings of a court that have not ended at `now`, the next to play first. */
  list(courtId: number, now: number): Booking[] {
    return this.#selectFromDay
      .all(courtId, businessDayOf(now))
      .map(toBooking)
      .filter((booking) => endOfPlay(booking) > now);
  }
}
