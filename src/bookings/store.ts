import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { type BookingStatus, canChangeStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { CancelledBy } from '../domain/ledger.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

/** A booking to write: its slots passed the rules of shape and time, but may be taken. */
export interface NewBooking {
  court_id: number;
  court_name: string;
  user_id: number | null;
  date: string;
  /** In playing order. */
  slotIndexes: readonly number[];
  name: string;
  email: string;
  phone: string;
  payment_method: string;
  hourly_rate: number;
  computed_amount: number;
  sms_updates?: boolean;
}

/** Bookings and the slots they claim. Every change runs inside a transaction of `ClubDb`. */
export class BookingStore {
  readonly #selectById;
  readonly #selectByUser;
  readonly #selectUpcoming;
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
    this.#selectUpcoming = db.prepare<BookingRow, [string, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES}
       WHERE booking.date BETWEEN ? AND ? AND booking.status <> 'cancelled' ORDER BY booking.id LIMIT 500`,
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
         payment_method, hourly_rate, computed_amount, charge, sms_updates, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertClaims = db.prepare<null, [number, string, number, string]>(
      'INSERT INTO claim (court_id, date, slot, booking_id) SELECT ?, ?, value, ? FROM json_each(?)',
    );
  }

  find(id: number): Booking | null {
    const row = this.#selectById.get(id);
    return row ? toBooking(row) : null;
  }

  /** Throws `not_found`, or `changed_meanwhile` when the booking no longer has `expectedVersion`. */
  require(id: number, expectedVersion?: number): Booking {
    const booking = this.find(id);
    if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
    if (expectedVersion !== undefined && expectedVersion !== booking.version) {
      throw new Failure(
        'changed_meanwhile',
        'This booking was changed in the meantime. Please reload it and try again.',
      );
    }
    return booking;
  }

  listByUser(userId: number): Booking[] {
    return this.#selectByUser.all(userId).map(toBooking);
  }

  /** Up to 500 bookings of the business days `fromDate` to `toDate` that are not cancelled. */
  listUpcoming(fromDate: string, toDate: string): Booking[] {
    return this.#selectUpcoming.all(fromDate, toDate).map(toBooking);
  }

  /** Assigns guest bookings made with a member's email to the member. */
  linkGuestBookings(tx: Transaction, member: { id: number; email: string }): void {
    tx.db
      .query('UPDATE booking SET user_id = ? WHERE email = ? AND user_id IS NULL')
      .run(member.id, member.email);
  }

  /** Slot indexes that bookings and closures hold on a court's business day. */
  takenSlotIndexes(courtId: number, date: string): Set<number> {
    return new Set(this.#selectClaimedSlots.all(courtId, date).map((row) => row.slot));
  }

  /** The bookings that hold slots of a court's business day. */
  listByDay(courtId: number, date: string): Booking[] {
    return this.#selectByDay.all(courtId, date).map(toBooking);
  }

  /** Writes the booking with all its slots, or throws `slot_taken` and writes nothing. */
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
      input.computed_amount,
      sms_updates ? 1 : 0,
      tx.now,
    );
    const id = Number(lastInsertRowid);
    this.#claimSlots(input.court_id, input.date, slotIndexes, id);
    // Reading the row back would double the cost of the write.
    const booking: Booking = {
      ...{ ...rest, id, start_time, duration, slots, sms_updates },
      ...{ status: 'pending', provider_ref: null, payment_receipt: null, receipt_received: false },
      ...{ charge: input.computed_amount, received: 0, balance: input.computed_amount },
      ...{ created_at: clubTimestamp(tx.now), version: 1 },
    };
    tx.emit({ kind: 'booking.created', booking_id: id, booking });
    return booking;
  }

  /**
   * Cancelling releases the booking's slots and leaves `charge` PKR of its price, nothing unless it is named;
   * restoring claims the slots again, or throws `slot_taken`, and charges the price. Throws `wrong_state` for
   * a transition that is not allowed. The ledger is the caller's.
   */
  changeStatus(
    tx: Transaction,
    id: number,
    newStatus: BookingStatus,
    actor: Actor,
    cancellation: { charge: number; cancelled_by?: CancelledBy } = { charge: 0 },
  ): Booking {
    const booking = this.require(id);
    if (booking.status === newStatus)
      throw new Failure('wrong_state', `This booking is already ${newStatus}.`);
    if (!canChangeStatus(booking.status, newStatus)) {
      throw new Failure('wrong_state', `A ${booking.status} booking cannot become ${newStatus}.`);
    }
    if (newStatus === 'cancelled') tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
    if (booking.status === 'cancelled') {
      const slotIndexes = slotIndexesOf(booking);
      this.#assertSlotsFree(booking.court_id, booking.date, slotIndexes);
      this.#claimSlots(booking.court_id, booking.date, slotIndexes, id);
    }
    const { charge, cancelled_by } = cancellation;
    if (newStatus !== 'cancelled')
      return this.#setStatus(tx, booking, newStatus, actor, booking.computed_amount);
    return this.#setStatus(
      tx,
      booking,
      newStatus,
      actor,
      charge,
      cancelled_by ? { cancelled_by, kept: charge } : {},
    );
  }

  /** Marks a pending booking paid once its charge has come. */
  markPaidIfSettled(tx: Transaction, id: number, actor: Actor): Booking {
    const booking = this.require(id);
    const settled = booking.status === 'pending' && booking.received > 0 && booking.balance <= 0;
    return settled ? this.#setStatus(tx, booking, 'paid', actor, booking.charge) : booking;
  }

  /**
   * After a payment that was recorded by mistake was undone: a paid booking becomes pending again, and a
   * cancelled one keeps no more than what came.
   */
  reopenUnpaid(tx: Transaction, id: number, actor: Actor): Booking {
    const booking = this.require(id);
    const kept = Math.max(0, booking.received);
    if (booking.status === 'cancelled' && booking.charge > kept) {
      tx.db.query('UPDATE booking SET charge = ? WHERE id = ?').run(kept, id);
      return this.require(id);
    }
    const unpaid = booking.status === 'paid' && booking.balance > 0;
    return unpaid ? this.#setStatus(tx, booking, 'pending', actor, booking.charge) : booking;
  }

  #setStatus(
    tx: Transaction,
    { id, status: from }: Booking,
    to: BookingStatus,
    actor: Actor,
    charge: number,
    details: { cancelled_by?: CancelledBy; kept?: number } = {},
  ): Booking {
    tx.db
      .query('UPDATE booking SET status = ?, charge = ?, version = version + 1 WHERE id = ?')
      .run(to, charge, id);
    recordAuditEntry(tx, actor, 'status', 'booking', id, { from, to, ...details });
    if (to !== 'pending')
      tx.emit({ kind: to === 'paid' ? 'booking.paid' : 'booking.cancelled', booking_id: id });
    return this.require(id);
  }

  /** Moves a booking to other slots at a new price. The caller has checked that the slots are free. */
  reschedule(
    tx: Transaction,
    id: number,
    target: {
      court_id: number;
      date: string;
      slotIndexes: readonly number[];
      hourly_rate: number;
      computed_amount: number;
    },
  ): void {
    const slots = target.slotIndexes.map(startTimeOf);
    tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
    tx.db
      .query(
        `UPDATE booking SET court_id = ?, date = ?, start_time = ?, duration = ?, slots = ?, hourly_rate = ?,
           computed_amount = ?, charge = ?, version = version + 1 WHERE id = ?`,
      )
      .run(
        target.court_id,
        target.date,
        slots[0] ?? '',
        slots.length * SLOT_MINUTES,
        JSON.stringify(slots),
        target.hourly_rate,
        target.computed_amount,
        target.computed_amount,
        id,
      );
    this.#claimSlots(target.court_id, target.date, target.slotIndexes, id);
  }

  attachReceipt(tx: Transaction, id: number, path: string): void {
    tx.db.query('UPDATE booking SET payment_receipt = ?, version = version + 1 WHERE id = ?').run(path, id);
  }

  setProviderReference(tx: Transaction, id: number, reference: string): void {
    tx.db.query('UPDATE booking SET provider_ref = ? WHERE id = ?').run(reference.slice(0, 100), id);
  }

  /** The table's primary key refuses a slot that another booking or closure holds. */
  #claimSlots(courtId: number, date: string, slotIndexes: readonly number[], bookingId: number): void {
    this.#insertClaims.run(courtId, date, bookingId, JSON.stringify(slotIndexes));
  }

  #assertSlotsFree(courtId: number, date: string, slotIndexes: readonly number[]): void {
    const claimed = this.takenSlotIndexes(courtId, date);
    const takenSlots = slotIndexes.filter((slotIndex) => claimed.has(slotIndex)).map(startTimeOf);
    if (takenSlots.length === 0) return;
    throw new Failure('slot_taken', 'This time was just taken. Please choose another one.', {
      slots: takenSlots,
    });
  }
}

/** In playing order. */
export function slotIndexesOf(booking: Pick<Booking, 'slots'>): number[] {
  return booking.slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
}
