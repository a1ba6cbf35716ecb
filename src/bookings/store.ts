import type { Database } from 'bun:sqlite';
import { HAS_CUSTOMER_EMAIL, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import { type BookingStatus, canChangeStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { isReleased } from '../domain/late-receipt.ts';
import { reminderAt } from '../domain/payment-deadline.ts';
import type { CancelledBy } from '../domain/refund.ts';
import { ownPart } from '../domain/share.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { AddOnStore } from '../extras/add-on-store.ts';
import { type Kept, type Player, PlayerStore } from '../players/store.ts';
import { AddOnAvailability } from './add-on-availability.ts';
import { BookingLines } from './booking-lines.ts';
import { customerKeysOf, type OriginKey } from './booking-origins.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';
import { assertSlotsFree, claimSlots, freeSlots } from './claims.ts';
import type { NewBooking } from './prepare-booking.ts';

/** What a status change leaves to be paid; `unpaid` is a release at the deadline, which stays readable. */
interface Cancellation {
  /** PKR. */
  charge: number;
  cancelled_by?: CancelledBy;
  unpaid?: true;
  /** An open match did not fill. */
  not_full?: true;
  /** All that goes back becomes the member's credit in the same transaction. */
  refund_to?: 'credit';
  /** What is kept of each share of a split booking; they add up to `charge`. */
  kept?: readonly Kept[];
}

/** Bookings and the slots they claim. Every change runs inside a transaction of `ClubDb`. */
export class BookingStore {
  readonly #selectById;
  readonly #selectByUser;
  readonly #selectUpcoming;
  readonly #selectClaimedSlots;
  readonly #selectByDay;
  readonly #insert;
  readonly lines: BookingLines;
  readonly addOns: AddOnAvailability;
  readonly players: PlayerStore;
  readonly #selectByActivity;

  constructor(db: Database) {
    this.lines = new BookingLines(db);
    this.addOns = new AddOnAvailability(db, new AddOnStore(db));
    this.players = new PlayerStore(db);
    this.#selectByActivity = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.activity_id = ?`,
    );
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
         payment_method, hourly_rate, computed_amount, charge, sms_updates, created_at, pay_by, remind_at, series_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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

  findByActivity(activityId: number): Booking | null {
    const row = this.#selectByActivity.get(activityId);
    return row ? toBooking(row) : null;
  }

  /** A player with the booking that they play; throws `not_found`. */
  requireShare(playerId: number): [Booking, Player] {
    const row = this.players.findRow(playerId);
    const booking = row && this.findByActivity(row.activity_id);
    if (!booking) throw new Failure('not_found', 'There is no player with this number.');
    return [booking, this.players.require(booking, playerId)];
  }

  listByUser(userId: number): Booking[] {
    return this.#selectByUser.all(userId).map(toBooking);
  }

  /** Up to 500 bookings of the business days `fromDate` to `toDate` that are not cancelled. */
  listUpcoming(fromDate: string, toDate: string): Booking[] {
    return this.#selectUpcoming.all(fromDate, toDate).map(toBooking);
  }

  /** Assigns guest bookings made with a member's email to the member. */
  linkGuestBookings(tx: Transaction, userId: number, email: string): void {
    tx.db
      .query(`UPDATE booking SET user_id = ? WHERE email = ? AND user_id IS NULL AND ${HAS_CUSTOMER_EMAIL}`)
      .run(userId, email);
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
    const { slotIndexes, pay_by = null, series_id = null, lines = [], ...rest } = input;
    assertSlotsFree(this.takenSlotIndexes(input.court_id, input.date), slotIndexes);
    this.addOns.assertLeft(lines, input);
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
      pay_by,
      reminderAt(input.payment_method, tx.now, pay_by),
      series_id,
    );
    const id = Number(lastInsertRowid);
    claimSlots(tx, { booking_id: id }, input);
    this.lines.write(id, lines);
    // Reading the row back would double the cost of the write.
    const booking: Booking = {
      ...rest,
      id,
      series_id,
      activity_id: null,
      start_time,
      duration,
      slots,
      sms_updates,
      status: 'pending',
      provider_ref: null,
      payment_receipt: null,
      receipt_received: false,
      attendance: null,
      refund_account: null,
      charge: input.computed_amount,
      received: 0,
      balance: input.computed_amount,
      pay_by: pay_by === null ? null : clubTimestamp(pay_by),
      created_at: clubTimestamp(tx.now),
      version: 1,
      ...(lines.length > 0 ? { lines } : {}),
    };
    tx.emit({ kind: 'booking.created', booking_id: id, booking });
    return booking;
  }

  /**
   * Cancelling frees the booking's slots and leaves `charge` PKR of its price, nothing unless it is named;
   * restoring claims the slots again, or throws `slot_taken`, and charges the price. Throws `wrong_state` for
   * a transition that is not allowed. The ledger is the caller's.
   */
  changeStatus(
    tx: Transaction,
    id: number,
    newStatus: BookingStatus,
    actor: Actor,
    cancellation: Cancellation = { charge: 0 },
  ): Booking {
    const booking = this.require(id);
    if (booking.status === newStatus)
      throw new Failure('wrong_state', `This booking is already ${newStatus}.`);
    if (!canChangeStatus(booking.status, newStatus)) {
      throw new Failure('wrong_state', `A ${booking.status} booking cannot become ${newStatus}.`);
    }
    if (newStatus === 'cancelled') {
      const cancelled = this.#setStatus(tx, booking, newStatus, actor, cancellation);
      const byClub = cancellation.cancelled_by === 'club';
      freeSlots(tx, { booking_id: id }, { freedBy: byClub ? [] : customerKeysOf(booking) });
      return cancelled;
    }
    if (booking.status === 'cancelled') {
      const { court_id, date } = booking;
      const slotIndexes = slotIndexesOf(booking);
      assertSlotsFree(this.takenSlotIndexes(court_id, date), slotIndexes);
      this.addOns.assertLeft(booking.lines ?? [], { date, slotIndexes });
      claimSlots(tx, { booking_id: id }, { court_id, date, slotIndexes });
    }
    return this.#setStatus(tx, booking, newStatus, actor, { charge: booking.computed_amount });
  }

  /** What is still to come of a released booking's price from its customer; the other players' shares are their own. */
  lateDueOf(booking: Booking): number {
    const [host, ...others] = this.players.listOf(booking);
    const owing = others.filter(({ state }) => state === 'invited' || state === 'joined');
    const part = owing.reduce((rest, { price }) => rest - price, booking.computed_amount);
    return Math.max(0, part - (host ?? booking).received);
  }

  /**
   * Marks a pending booking paid once its charge has come, or when it costs nothing any more. A part of it stops the
   * clock, because the club may not release what a customer has begun to pay; without `stopsClock` the part is too
   * little to hold the slots. A receipt is decided once all that its customer owes has come.
   */
  markPaidIfSettled(tx: Transaction, id: number, actor: Actor, stopsClock = true): Booking {
    const booking = this.require(id);
    if (isReleased(booking) && this.lateDueOf(booking) === 0) {
      this.setPayBy(tx, booking, null);
      return this.require(id);
    }
    if (booking.status !== 'pending') return booking;
    if (booking.received <= 0 && booking.charge > 0) return booking;
    // The deadline of a split booking is that of its shares.
    if (stopsClock && booking.pay_by !== null && booking.activity_id === null)
      this.setPayBy(tx, booking, null);
    if (this.players.dueOf(booking) <= 0)
      return this.#setStatus(tx, booking, 'paid', actor, { charge: booking.charge });
    if (ownPart(booking, this.players.listOf(booking)).balance <= 0)
      tx.db.query('UPDATE booking SET payment_receipt = NULL WHERE id = ?').run(id);
    return this.require(id);
  }

  /**
   * After a payment that was recorded by mistake was undone, or a free booking began to cost something: a paid
   * booking becomes pending again, and a cancelled one keeps no more than what came.
   */
  reopenUnpaid(tx: Transaction, id: number, actor: Actor): Booking {
    const booking = this.require(id);
    const isSplit = booking.activity_id !== null;
    const kept =
      isSplit && booking.status === 'cancelled'
        ? this.players.keepReceived(tx, booking)
        : Math.max(0, booking.received);
    if (booking.status === 'cancelled' && booking.charge > kept) {
      tx.db.query('UPDATE booking SET charge = ? WHERE id = ?').run(kept, id);
      return this.require(id);
    }
    const unpaid = booking.status === 'paid' && this.players.dueOf(booking) > 0;
    return unpaid ? this.#setStatus(tx, booking, 'pending', actor, { charge: booking.charge }) : booking;
  }

  #setStatus(
    tx: Transaction,
    { id, status: from, pay_by, activity_id }: Booking,
    to: BookingStatus,
    actor: Actor,
    { charge, cancelled_by, unpaid, not_full, refund_to, kept = [] }: Cancellation,
  ): Booking {
    if (activity_id !== null && to === 'cancelled') this.players.cancel(tx, activity_id, kept);
    if (activity_id !== null && from === 'cancelled') this.players.restore(tx, activity_id);
    tx.db
      .query(
        'UPDATE booking SET status = ?, charge = ?, pay_by = ?, remind_at = NULL, version = version + 1 WHERE id = ?',
      )
      .run(to, charge, unpaid && pay_by ? Date.parse(pay_by) : null, id);
    const details = {
      ...(cancelled_by ? { cancelled_by, kept: charge } : {}),
      ...(unpaid ? { reason: 'unpaid' as const } : {}),
    };
    recordAuditEntry(tx, actor, 'status', 'booking', id, { from, to, ...details });
    const by_club = actor.kind === 'admin' || actor.kind === 'operator';
    if (to === 'paid') tx.emit({ kind: 'booking.paid', booking_id: id, by_club });
    if (to === 'cancelled')
      tx.emit({ kind: 'booking.cancelled', booking_id: id, from, unpaid, not_full, refund_to, by_club });
    return this.require(id);
  }

  /** Gives an unpaid booking until `payBy`, or stops its clock: a receipt or money came. */
  setPayBy(tx: Transaction, { id, payment_method }: Booking, payBy: number | null): void {
    tx.db
      .query('UPDATE booking SET pay_by = ?, remind_at = ? WHERE id = ?')
      .run(payBy, reminderAt(payment_method, tx.now, payBy), id);
  }

  setRefundAccount(tx: Transaction, id: number, account: string): void {
    tx.db.query('UPDATE booking SET refund_account = ?, version = version + 1 WHERE id = ?').run(account, id);
  }

  /** Moves a running deadline back to `payBy`, never forward; the reminder stays as it is. */
  extendPayBy(tx: Transaction, id: number, payBy: number): void {
    tx.db.query('UPDATE booking SET pay_by = ?1 WHERE id = ?2 AND pay_by < ?1').run(payBy, id);
  }

  /** Something of the booking that stands in another table has changed. */
  touch(tx: Transaction, id: number): Booking {
    tx.db.query('UPDATE booking SET version = version + 1 WHERE id = ?').run(id);
    return this.require(id);
  }

  /** Names the activity that splits a booking. */
  setActivity(tx: Transaction, id: number, activityId: number): Booking {
    tx.db.query('UPDATE booking SET activity_id = ?, version = version + 1 WHERE id = ?').run(activityId, id);
    return this.require(id);
  }

  /** Another price of a booking that stands, whose shares follow; `isHostsOwn` where the host's share carries it. */
  #setPrice(tx: Transaction, id: number, amount: number, isHostsOwn: boolean): void {
    const { charge: before } = this.require(id);
    tx.db
      .query('UPDATE booking SET computed_amount = ?1, charge = ?1, version = version + 1 WHERE id = ?2')
      .run(amount, id);
    const booking = this.require(id);
    if (booking.activity_id !== null) this.players.followPrice(tx, booking, before, isHostsOwn);
  }

  /** Replaces the lines of a booking, and its price in PKR with them; add-ons are the host's. */
  changeLines(tx: Transaction, id: number, lines: readonly BookingLine[], amount: number): void {
    this.lines.replace(id, lines);
    this.#setPrice(tx, id, amount, true);
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
      lines: readonly BookingLine[];
      /** The customer who moves it. */
      freedBy: readonly OriginKey[];
    },
  ): void {
    const { court_id, date, slotIndexes } = target;
    const slots = slotIndexes.map(startTimeOf);
    tx.db
      .query(
        `UPDATE booking SET court_id = ?, date = ?, start_time = ?, duration = ?, slots = ?, hourly_rate = ?
         WHERE id = ?`,
      )
      .run(
        court_id,
        date,
        slots[0] ?? '',
        slots.length * SLOT_MINUTES,
        JSON.stringify(slots),
        target.hourly_rate,
        id,
      );
    this.#setPrice(tx, id, target.computed_amount, false);
    if (target.lines.length > 0) this.lines.replace(id, target.lines);
    const { freedBy } = target;
    freeSlots(tx, { booking_id: id }, { next: { court_id, date, slotIndexes }, freedBy });
  }

  setProviderReference(tx: Transaction, id: number, reference: string): void {
    tx.db.query('UPDATE booking SET provider_ref = ? WHERE id = ?').run(reference.slice(0, 100), id);
  }
}

/** In playing order. */
export function slotIndexesOf(booking: Pick<Booking, 'slots'>): number[] {
  return booking.slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
}
