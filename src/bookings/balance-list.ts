import type { Database } from 'bun:sqlite';
import type { BookingBalances, RefundDue, ToCollect } from '../domain/api/ledger-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { changesFor } from '../domain/payee.ts';
import { listPayeeChanges } from '../ledger/payee-changes.ts';
import type { PlayerStore } from '../players/store.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

/** What the players of a booking get back, which is not its customer's. */
const OWED_TO_PLAYERS = `ifnull((SELECT sum(max(0, player.received - player.charge)) FROM player
  WHERE player.activity_id = booking.activity_id), 0)`;
/** Begins with the words of the index `booking_owed`. */
const OWED_TO_CUSTOMER = `booking.received > booking.charge
  AND booking.received - booking.charge > ${OWED_TO_PLAYERS}`;
/** SQLite keeps the order of a cross join; else it reads all bookings by date for the few players. */
const OWED_PLAYERS = `player INDEXED BY player_owed CROSS JOIN booking ON booking.activity_id = player.activity_id
  WHERE player.received > player.charge`;
/** Of all refunds that are due; indexes answer it. */
export const COUNT_REFUNDS_DUE = `SELECT (SELECT count(*) FROM booking INDEXED BY booking_owed WHERE ${OWED_TO_CUSTOMER})
  + (SELECT count(*) FROM ${OWED_PLAYERS}) AS count`;
/** Begins with the words of the index `booking_owing`. */
export const TO_COLLECT = "booking.charge > booking.received AND booking.status <> 'cancelled'";

const COMING = 'booking.date >= ?1';
const PAST = 'booking.date < ?1';
/** Nothing is open of the whole, because what a player gets back covers what others owe. */
const HIDDEN_TO_COLLECT = `booking.charge <= booking.received AND booking.status <> 'cancelled'
  AND booking.activity_id IN (SELECT activity_id FROM player INDEXED BY player_owed WHERE received > charge)
  AND booking.charge - booking.received + ${OWED_TO_PLAYERS} > 0`;

/** Bookings with money to give back or to collect at `now`. */
export function listBalances(db: Database, players: PlayerStore, now: number): BookingBalances {
  const today = businessDayOf(now);
  const count = (listed: Booking[], when: string) => {
    if (listed.length < LIST_LIMITS.inbox) return listed.length;
    const sql = `SELECT (SELECT count(*) FROM booking WHERE ${TO_COLLECT} AND ${when})
      + (SELECT count(*) FROM booking WHERE ${HIDDEN_TO_COLLECT} AND ${when}) AS count`;
    return db.query<{ count: number }, [string]>(sql).get(today)?.count ?? 0;
  };
  const collect = (when: string, order: string) => {
    const hidden = read(db, `${HIDDEN_TO_COLLECT} AND ${when}`, order, [today]);
    const listed = [...hidden, ...read(db, `${TO_COLLECT} AND ${when}`, order, [today])];
    return listed.slice(0, LIST_LIMITS.inbox).map((booking) => withOpenShares(players, booking));
  };
  const to_give_back = listRefundsDue(db, now);
  const to_collect = collect(COMING, 'booking.date, booking.start_time');
  const overdue = collect(PAST, 'booking.date DESC, booking.id DESC');
  return {
    to_give_back,
    to_collect,
    overdue,
    counts: {
      to_give_back: db.query<{ count: number }, []>(COUNT_REFUNDS_DUE).get()?.count ?? 0,
      to_collect: count(to_collect, COMING),
      overdue: count(overdue, PAST),
    },
  };
}

/** Who owes how much of a split price. */
function withOpenShares(players: PlayerStore, booking: Booking): ToCollect {
  const owing = players
    .listOf(booking)
    .flatMap(({ name, phone, balance }, index) =>
      balance > 0 ? [{ name: name || `Player ${index + 1}`, phone, amount: balance }] : [],
    );
  return { ...booking, due: players.dueOf(booking), owing };
}

/** The refunds that are due, the nearest date first, with what has changed about where they go. */
export function listRefundsDue(db: Database, now: number): RefundDue[] {
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
       FROM ${OWED_PLAYERS} ORDER BY booking.date, booking.id, player.id LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .flatMap(({ booking_id, amount, ...player }) =>
      read(db, 'booking.id = ?', 'booking.id', [booking_id]).map((booking) => ({ booking, player, amount })),
    );
  return [...customers, ...players]
    .sort(
      (one, other) => one.booking.date.localeCompare(other.booking.date) || one.booking.id - other.booking.id,
    )
    .slice(0, LIST_LIMITS.inbox)
    .map((refund) => ({
      ...refund,
      payee_changes: changesFor(listPayeeChanges(db, refund.booking.id, now), refund.player?.id ?? null),
    }));
}

function read(db: Database, where: string, order: string, values: (string | number)[] = []): Booking[] {
  const sql = `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE ${where} ORDER BY ${order} LIMIT ${LIST_LIMITS.inbox}`;
  return db
    .query<BookingRow, (string | number)[]>(sql)
    .all(...values)
    .map(toBooking);
}
