import type { Database } from 'bun:sqlite';
import type { BookingBalances } from '../domain/api/ledger-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

const MAX_ROWS = 200;
/** The same words as in the indexes `booking_owed` and `booking_owing`. */
export const TO_GIVE_BACK = 'booking.received > booking.charge';
/** Bookings that owe nothing as a whole, but one of their players. */
export const PLAYER_TO_GIVE_BACK = `booking.id IN (SELECT booking.id FROM player INDEXED BY player_owed
  JOIN booking ON booking.activity_id = player.activity_id
  WHERE player.received > player.charge AND booking.received <= booking.charge)`;
export const TO_COLLECT = "booking.charge > booking.received AND booking.status <> 'cancelled'";

/** Bookings with money to give back or to collect. `today` is the business day. */
export function listBalances(db: Database, today: string): BookingBalances {
  const count = (listed: Booking[], where: string, values: string[] = []) => {
    if (listed.length < MAX_ROWS) return listed.length;
    const sql = `SELECT count(*) AS count FROM booking WHERE ${where}`;
    return db.query<{ count: number }, string[]>(sql).get(...values)?.count ?? 0;
  };
  const collect = `${TO_COLLECT} AND booking.date >= ?`;
  const late = `${TO_COLLECT} AND booking.date < ?`;
  const to_give_back = listToGiveBack(db);
  const to_collect = read(db, collect, 'booking.date, booking.start_time', [today]);
  const overdue = read(db, late, 'booking.date DESC, booking.id DESC', [today]);
  return {
    to_give_back,
    to_collect,
    overdue,
    counts: {
      to_give_back: count(to_give_back, `${TO_GIVE_BACK} OR ${PLAYER_TO_GIVE_BACK}`),
      to_collect: count(to_collect, collect, [today]),
      overdue: count(overdue, late, [today]),
    },
  };
}

/** Bookings with money to give back, the nearest date first. */
export function listToGiveBack(db: Database): Booking[] {
  const owed = read(db, TO_GIVE_BACK, 'booking.date, booking.id');
  const toPlayers = read(db, PLAYER_TO_GIVE_BACK, 'booking.date, booking.id');
  if (toPlayers.length === 0) return owed;
  return [...owed, ...toPlayers]
    .sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id)
    .slice(0, MAX_ROWS);
}

function read(db: Database, where: string, order: string, values: string[] = []): Booking[] {
  const sql = `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE ${where} ORDER BY ${order} LIMIT ${MAX_ROWS}`;
  return db
    .query<BookingRow, string[]>(sql)
    .all(...values)
    .map(toBooking);
}
