import type { Database } from 'bun:sqlite';
import type { BookingBalances, RefundDue } from '../domain/api/ledger-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

const MAX_ROWS = 200;
/** What the players of a booking get back, which is not its customer's. */
const OWED_TO_PLAYERS = `ifnull((SELECT sum(max(0, player.received - player.charge)) FROM player
  WHERE player.activity_id = booking.activity_id), 0)`;
/** Begins with the words of the index `booking_owed`. */
const OWED_TO_CUSTOMER = `booking.received > booking.charge
  AND booking.received - booking.charge > ${OWED_TO_PLAYERS}`;
const OWED_PLAYERS = `player INDEXED BY player_owed JOIN booking ON booking.activity_id = player.activity_id
  WHERE player.received > player.charge`;
/** Of all refunds that are due; indexes answer it. */
export const COUNT_REFUNDS_DUE = `SELECT (SELECT count(*) FROM booking INDEXED BY booking_owed WHERE ${OWED_TO_CUSTOMER})
  + (SELECT count(*) FROM ${OWED_PLAYERS}) AS count`;
/** Begins with the words of the index `booking_owing`. */
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
  const to_give_back = listRefundsDue(db);
  const to_collect = read(db, collect, 'booking.date, booking.start_time', [today]);
  const overdue = read(db, late, 'booking.date DESC, booking.id DESC', [today]);
  return {
    to_give_back,
    to_collect,
    overdue,
    counts: {
      to_give_back: db.query<{ count: number }, []>(COUNT_REFUNDS_DUE).get()?.count ?? 0,
      to_collect: count(to_collect, collect, [today]),
      overdue: count(overdue, late, [today]),
    },
  };
}

/** The refunds that are due, the nearest date first. */
export function listRefundsDue(db: Database): RefundDue[] {
  const owedToPlayers = db.query<{ amount: number }, [number]>(
    `SELECT ${OWED_TO_PLAYERS} AS amount FROM booking WHERE id = ?`,
  );
  const customers = read(db, OWED_TO_CUSTOMER, 'booking.date, booking.id').map((booking) => ({
    booking,
    player: null,
    amount: -booking.balance - (owedToPlayers.get(booking.id)?.amount ?? 0),
  }));
  const players = db
    .query<NonNullable<RefundDue['player']> & { booking_id: number; amount: number }, []>(
      `SELECT player.id, player.name, player.phone, player.refund_account, booking.id AS booking_id,
         player.received - player.charge AS amount
       FROM ${OWED_PLAYERS} ORDER BY booking.date, booking.id, player.id LIMIT ${MAX_ROWS}`,
    )
    .all()
    .flatMap(({ booking_id, amount, ...player }) =>
      read(db, 'booking.id = ?', 'booking.id', [booking_id]).map((booking) => ({ booking, player, amount })),
    );
  if (players.length === 0) return customers;
  return [...customers, ...players]
    .sort(
      (one, other) => one.booking.date.localeCompare(other.booking.date) || one.booking.id - other.booking.id,
    )
    .slice(0, MAX_ROWS);
}

function read(db: Database, where: string, order: string, values: (string | number)[] = []): Booking[] {
  const sql = `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE ${where} ORDER BY ${order} LIMIT ${MAX_ROWS}`;
  return db
    .query<BookingRow, (string | number)[]>(sql)
    .all(...values)
    .map(toBooking);
}
