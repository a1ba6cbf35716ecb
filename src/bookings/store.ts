import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { hourOf, SLOT_MINUTES, startTimeOf } from '../domain/slot.ts';
import { mayMove, type Status } from '../domain/status.ts';

export interface BookingRow {
  id: number;
  court_id: number;
  court_name: string;
  user_id: number | null;
  date: string;
  start_time: string;
  duration: number;
  slots: string;
  name: string;
  email: string;
  phone: string;
  status: Status;
  provider_ref: string | null;
  payment_method: string;
  payment_receipt: string | null;
  hourly_rate: number;
  computed_amount: number;
  sms_updates: number;
  card_received: number | null;
  created_at: number;
  version: number;
}

/** A booking about to be written; its slots are checked for shape and time, not yet for being free. */
export interface NewBooking {
  court_id: number;
  court_name: string;
  user_id: number | null;
  date: string;
  /** Half-hour indexes in playing order. */
  hours: readonly number[];
  name: string;
  email: string;
  phone: string;
  payment_method: string;
  hourly_rate: number;
  computed_amount: number;
  sms_updates?: boolean;
}

export const BOOKING_COLUMNS = 'booking.*, court.name AS court_name';
export const BOOKING_TABLES = 'booking JOIN court ON court.id = booking.court_id';

/** Bookings and the half-hours they claim. Every change runs inside a transaction of `ClubDb`. */
export class BookingStore {
  readonly #find;
  readonly #ofUser;
  readonly #taken;
  readonly #holding;
  readonly #insert;
  readonly #claim;

  constructor(db: Database) {
    this.#find = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id = ?`,
    );
    this.#ofUser = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.user_id = ?
       ORDER BY booking.date DESC, booking.id DESC LIMIT 500`,
    );
    this.#taken = db.prepare<{ slot: number }, [number, string]>(
      'SELECT slot FROM claim WHERE court_id = ? AND date = ?',
    );
    this.#holding = db.prepare<BookingRow, [number, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id IN
         (SELECT booking_id FROM claim WHERE court_id = ? AND date = ? AND booking_id IS NOT NULL)
       ORDER BY booking.id`,
    );
    this.#insert = db.prepare<null, (string | number | null)[]>(
      `INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone,
         payment_method, hourly_rate, computed_amount, sms_updates, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#claim = db.prepare<null, [number, string, number, string]>(
      'INSERT INTO claim (court_id, date, slot, booking_id) SELECT ?, ?, value, ? FROM json_each(?)',
    );
  }

  find(id: number): Booking | null {
    const row = this.#find.get(id);
    return row ? toBooking(row) : null;
  }

  /** The booking, or a refusal: there is none, or it changed since the caller saw version `seenVersion`. */
  require(id: number, seenVersion?: number): Booking {
    const booking = this.find(id);
    if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
    if (seenVersion !== undefined && seenVersion !== booking.version) {
      throw new Failure(
        'changed_meanwhile',
        'Somebody changed this booking meanwhile. Look at it again first.',
      );
    }
    return booking;
  }

  listOfUser(userId: number): Booking[] {
    return this.#ofUser.all(userId).map(toBooking);
  }

  /** Gives a member the bookings made with their email while nobody was signed in. */
  claimForMember(tx: Transaction, member: { id: number; email: string }): void {
    tx.db
      .query('UPDATE booking SET user_id = ? WHERE email = ? AND user_id IS NULL')
      .run(member.id, member.email);
  }

  /** Half-hour indexes that are claimed on a court's business day. */
  takenHours(courtId: number, date: string): Set<number> {
    return new Set(this.#taken.all(courtId, date).map((row) => row.slot));
  }

  /** The bookings that hold half-hours of a court's business day. */
  holdingOn(courtId: number, date: string): Booking[] {
    return this.#holding.all(courtId, date).map(toBooking);
  }

  /** Writes the booking with all its half-hours, or throws `slot_taken` and writes nothing. */
  create(tx: Transaction, wish: NewBooking): Booking {
    const { hours, ...rest } = wish;
    this.#refuseTaken(wish.court_id, wish.date, hours);
    const slots = hours.map(startTimeOf);
    const start_time = slots[0] ?? '';
    const duration = slots.length * SLOT_MINUTES;
    const sms_updates = wish.sms_updates === true;
    const { lastInsertRowid } = this.#insert.run(
      wish.court_id,
      wish.user_id,
      wish.date,
      start_time,
      duration,
      JSON.stringify(slots),
      wish.name,
      wish.email,
      wish.phone,
      wish.payment_method,
      wish.hourly_rate,
      wish.computed_amount,
      sms_updates ? 1 : 0,
      tx.now,
    );
    const id = Number(lastInsertRowid);
    this.claim(wish.court_id, wish.date, hours, id);
    // Reading the row back would cost as much as writing it did.
    const booking: Booking = {
      ...{ ...rest, id, start_time, duration, slots, sms_updates },
      ...{ status: 'pending', provider_ref: null, payment_receipt: null, receipt_received: false },
      card_received: null,
      ...{ created_at: clubTimestamp(tx.now), version: 1 },
    };
    tx.emit({ kind: 'booking.created', booking_id: id, booking });
    return booking;
  }

  /**
   * Moves a booking to another status. Cancelling lets its half-hours go, restoring claims them again or
   * throws `slot_taken`. With `seenVersion`, a booking that changed since is left alone.
   */
  moveStatus(tx: Transaction, id: number, to: Status, actor: Actor, seenVersion?: number): Booking {
    const booking = this.require(id, seenVersion);
    if (booking.status === to) throw new Failure('wrong_state', `This booking is ${to} already.`);
    if (!mayMove(booking.status, to)) {
      throw new Failure('wrong_state', `A ${booking.status} booking cannot become ${to}.`);
    }
    if (to === 'cancelled') tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
    if (booking.status === 'cancelled') {
      const hours = hoursOf(booking);
      this.#refuseTaken(booking.court_id, booking.date, hours);
      this.claim(booking.court_id, booking.date, hours, id);
    }
    tx.db.query('UPDATE booking SET status = ?, version = version + 1 WHERE id = ?').run(to, id);
    recordAuditEntry(tx, actor, 'status', 'booking', id, { from: booking.status, to });
    tx.emit({ kind: to === 'paid' ? 'booking.paid' : 'booking.cancelled', booking_id: id });
    return { ...booking, status: to, version: booking.version + 1 };
  }

  /** Takes half-hours for a booking; the table's key refuses what somebody else holds. */
  claim(courtId: number, date: string, hours: readonly number[], id: number): void {
    this.#claim.run(courtId, date, id, JSON.stringify(hours));
  }

  #refuseTaken(courtId: number, date: string, hours: readonly number[]): void {
    const taken = this.takenHours(courtId, date);
    const gone = hours.filter((hour) => taken.has(hour)).map(startTimeOf);
    if (gone.length === 0) return;
    throw new Failure('slot_taken', 'Somebody else has just booked this time. Please choose another one.', {
      slots: gone,
    });
  }
}

/** The half-hour indexes of a stored booking, in playing order. */
export function hoursOf(booking: Pick<Booking, 'slots'>): number[] {
  return booking.slots.map(hourOf).filter((hour) => hour !== null);
}

export function toBooking(row: BookingRow): Booking {
  return {
    ...row,
    slots: JSON.parse(row.slots) as string[],
    sms_updates: row.sms_updates === 1,
    created_at: clubTimestamp(row.created_at),
    receipt_received: row.payment_receipt !== null,
  };
}

/** What a retried request is compared with. */
export interface RetryKey {
  key: string;
  owner: number | null;
  body: string;
}

/** Answers that were given, kept for a day so that a retry gets the same one. */
export class AnswerStore {
  readonly #club: ClubDb;

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** The first answer given for this key, or null. Throws when the key belongs to another request. */
  find(retry: RetryKey): string | null {
    const row = this.#club.db
      .query<{ owner: number | null; body: string; answer: string }, [string]>(
        'SELECT owner, body, answer FROM idempotency WHERE key = ?',
      )
      .get(retry.key);
    if (!row) return null;
    if (row.owner !== retry.owner || row.body !== retry.body) {
      throw new Failure('key_reused', 'This request was sent before with other details. Please start again.');
    }
    return row.answer;
  }

  keep(tx: Transaction, retry: RetryKey, answer: string): void {
    tx.db
      .query('INSERT INTO idempotency (key, owner, body, answer, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(retry.key, retry.owner, retry.body, answer, tx.now);
  }

  forget(tx: Transaction, retry: RetryKey): void {
    tx.db.query('DELETE FROM idempotency WHERE key = ?').run(retry.key);
  }

  sweep(tx: Transaction): void {
    tx.db.query('DELETE FROM idempotency WHERE created_at < ?').run(tx.now - 24 * 60 * 60_000);
  }
}
