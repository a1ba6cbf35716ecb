import type { Database } from 'bun:sqlite';
import type { BalanceLists } from '../domain/admin-api.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

const MAX_ROWS = 200;
/** The same words as in the indexes `booking_owed` and `booking_owing`. */
const TO_GIVE_BACK = 'booking.received > booking.charge';
const TO_COLLECT = "booking.charge > booking.received AND booking.status <> 'cancelled'";
const SELECT = `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES}`;

/** Bookings with money to give back or to collect. `today` is the business day. */
export function listBalances(db: Database, today: string): BalanceLists {
  const read = (where: string, order: string, values: string[] = []) => {
    const bookings = db
      .query<BookingRow, string[]>(`${SELECT} WHERE ${where} ORDER BY ${order} LIMIT ${MAX_ROWS}`)
      .all(...values)
      .map(toBooking);
    if (bookings.length < MAX_ROWS) return { bookings, count: bookings.length };
    const counted = db
      .query<{ count: number }, string[]>(`SELECT count(*) AS count FROM booking WHERE ${where}`)
      .get(...values);
    return { bookings, count: counted?.count ?? 0 };
  };
  const toGiveBack = read(TO_GIVE_BACK, 'booking.date, booking.id');
  const toCollect = read(`${TO_COLLECT} AND booking.date >= ?`, 'booking.date, booking.start_time', [today]);
  const overdue = read(`${TO_COLLECT} AND booking.date < ?`, 'booking.date DESC, booking.id DESC', [today]);
  return {
    ...{ to_give_back: toGiveBack.bookings, to_collect: toCollect.bookings, overdue: overdue.bookings },
    counts: { to_give_back: toGiveBack.count, to_collect: toCollect.count, overdue: overdue.count },
  };
}
