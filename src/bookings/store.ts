import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { type BookingStatus, canChangeStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../domain/slot.ts';

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
  status: BookingStatus;
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
  slotIndexes: readonly number[];
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
  readonly #selectById;
  readonly #selectByUser;
  readonly #selectClaimedSlots;
  readonly #selectByDay;
  readonly #insert;
  readonly #insertClaims;

  constructor(db: Database) {
    this.#selectById = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id = ?`,
    );
    this.#selectByUser = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.user_id = ?
       ORDER BY booking.date DESC, booking.id DESC LIMIT 500`,
    );
    this.#selectClaimedSlots = db.prepare<{ slot: number }, [number, string]>(
      'SELECT slot FROM claim WHERE court_id = ? AND date = ?',
    );
    this.#selectByDay = db.prepare<BookingRow, [number, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id IN
         (SELECT booking_id FROM claim WHERE court_id = ? AND date = ? AND booking_id IS NOT NULL)
       ORDER BY booking.id`,
    );
    this.#insert = db.prepare<null, (string | number | null)[]>(
      `INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone,
         payment_method, hourly_rate, computed_amount, sms_updates, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertClaims = db.prepare<null, [number, string, number, string]>(
      'INSERT INTO claim (court_id, date, slot, booking_id) SELECT ?, ?, value, ? FROM json_each(?)',
    );
  }

  find(id: number): Booking | null {
    const row = this.#selectById.get(id);
    return row ? toBooking(row) : null;
  }

  /** The booking, or a refusal: there is none, or it changed since the caller saw version `seenVersion`. */
  require(id: number, expectedVersion?: number): Booking {
    const booking = this.find(id);
    if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
    if (expectedVersion !== undefined && expectedVersion !== booking.version) {
      throw new Failure(
        'changed_meanwhile',
        'Somebody changed this booking meanwhile. Look at it again first.',
      );
    }
    return booking;
  }

  listByUser(userId: number): Booking[] {
    return this.#selectByUser.all(userId).map(toBooking);
  }

  /** Gives a member the bookings made with their email while nobody was signed in. */
  linkGuestBookings(tx: Transaction, member: { id: number; email: string }): void {
    tx.db
      .query('UPDATE booking SET user_id = ? WHERE email = ? AND user_id IS NULL')
      .run(member.id, member.email);
  }

  /** Half-hour indexes that are claimed on a court's business day. */
  takenSlotIndexes(courtId: number, date: string): Set<number> {
    return new Set(this.#selectClaimedSlots.all(courtId, date).map((row) => row.slot));
  }

  /** The bookings that hold half-hours of a court's business day. */
  listByDay(courtId: number, date: string): Booking[] {
    return this.#selectByDay.all(courtId, date).map(toBooking);
  }

  /** Writes the booking with all its half-hours, or throws `slot_taken` and writes nothing. */
  create(tx: Transaction, input: NewBooking): Booking {
    const { slotIndexes, ...rest } = input;
    this.#assertSlotsFree(input.court_id, input.date, slotIndexes);
    const slots = slotIndexes.map(startTimeOf);
    const start_time = slots[0] ?? '';
    const duration = slots.length * SLOT_MINUTES;
    const sms_updates = input.sms_updates === true;
    const { lastInsertRowid } = this.#insert.run(
      input.court_id,
      input.user_id,
      input.date,
      start_time,
      duration,
      JSON.stringify(slots),
      input.name,
      input.email,
      input.phone,
      input.payment_method,
      input.hourly_rate,
      input.computed_amount,
      sms_updates ? 1 : 0,
      tx.now,
    );
    const id = Number(lastInsertRowid);
    this.claimSlots(input.court_id, input.date, slotIndexes, id);
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
  changeStatus(
    tx: Transaction,
    id: number,
    newStatus: BookingStatus,
    actor: Actor,
    expectedVersion?: number,
  ): Booking {
    const booking = this.require(id, expectedVersion);
    if (booking.status === newStatus)
      throw new Failure('wrong_state', `This booking is ${newStatus} already.`);
    if (!canChangeStatus(booking.status, newStatus)) {
      throw new Failure('wrong_state', `A ${booking.status} booking cannot become ${newStatus}.`);
    }
    if (newStatus === 'cancelled') tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
    if (booking.status === 'cancelled') {
      const slotIndexes = slotIndexesOf(booking);
      this.#assertSlotsFree(booking.court_id, booking.date, slotIndexes);
      this.claimSlots(booking.court_id, booking.date, slotIndexes, id);
    }
    tx.db.query('UPDATE booking SET status = ?, version = version + 1 WHERE id = ?').run(newStatus, id);
    recordAuditEntry(tx, actor, 'status', 'booking', id, { from: booking.status, to: newStatus });
    tx.emit({ kind: newStatus === 'paid' ? 'booking.paid' : 'booking.cancelled', booking_id: id });
    return { ...booking, status: newStatus, version: booking.version + 1 };
  }

  /** Takes half-hours for a booking; the table's key refuses what somebody else holds. */
  claimSlots(courtId: number, date: string, slotIndexes: readonly number[], bookingId: number): void {
    this.#insertClaims.run(courtId, date, bookingId, JSON.stringify(slotIndexes));
  }

  #assertSlotsFree(courtId: number, date: string, slotIndexes: readonly number[]): void {
    const claimed = this.takenSlotIndexes(courtId, date);
    const takenSlots = slotIndexes.filter((slotIndex) => claimed.has(slotIndex)).map(startTimeOf);
    if (takenSlots.length === 0) return;
    throw new Failure('slot_taken', 'Somebody else has just booked this time. Please choose another one.', {
      slots: takenSlots,
    });
  }
}

/** The half-hour indexes of a stored booking, in playing order. */
export function slotIndexesOf(booking: Pick<Booking, 'slots'>): number[] {
  return booking.slots.map(slotIndexOf).filter((hour) => hour !== null);
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
export interface IdempotencyKey {
  keyHash: string;
  ownerId: number | null;
  bodyHash: string;
}

/** Answers that were given, kept for a day so that a retry gets the same one. */
export class IdempotencyStore {
  readonly #club: ClubDb;

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** The first answer given for this key, or null. Throws when the key belongs to another request. */
  findResponse(idempotencyKey: IdempotencyKey): string | null {
    const row = this.#club.db
      .query<{ owner: number | null; body: string; answer: string }, [string]>(
        'SELECT owner, body, answer FROM idempotency WHERE key = ?',
      )
      .get(idempotencyKey.keyHash);
    if (!row) return null;
    if (row.owner !== idempotencyKey.ownerId || row.body !== idempotencyKey.bodyHash) {
      throw new Failure('key_reused', 'This request was sent before with other details. Please start again.');
    }
    return row.answer;
  }

  save(tx: Transaction, idempotencyKey: IdempotencyKey, response: string): void {
    tx.db
      .query('INSERT INTO idempotency (key, owner, body, answer, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(idempotencyKey.keyHash, idempotencyKey.ownerId, idempotencyKey.bodyHash, response, tx.now);
  }

  delete(tx: Transaction, idempotencyKey: IdempotencyKey): void {
    tx.db.query('DELETE FROM idempotency WHERE key = ?').run(idempotencyKey.keyHash);
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM idempotency WHERE created_at < ?').run(tx.now - 24 * 60 * 60_000);
  }
}
