import type { Database } from 'bun:sqlite';
import { HAS_CUSTOMER_EMAIL, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { type Actor, actsForClub } from '../db/club-event.ts';
import { insertRow } from '../db/insert-row.ts';
import type { RestRule } from '../domain/api/payer-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import { type BookingStatus, canChangeStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { ClosedFor } from '../domain/closing.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';
import { reminderAt } from '../domain/payment-deadline.ts';
import type { CancelledBy } from '../domain/refund.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { AddOnStore } from '../extras/add-on-store.ts';
import { type Payer, PayerStore } from '../payers/store.ts';
import { AddOnAvailability } from './add-on-availability.ts';
import { BookingLines } from './booking-lines.ts';
import { customerKeysOf, type OriginKey } from './booking-origins.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, FRESH_BOOKING, toBooking } from './booking-row.ts';
import { assertSlotsFree, claimSlots, freeSlots } from './claims.ts';
import { emitToOthers } from './places.ts';
import type { NewBooking } from './prepare-booking.ts';

/** What a cancellation leaves to be paid. */
interface Cancellation {
  /** PKR that the club keeps of each payer, in order; nothing if missing. */
  kept?: readonly number[];
  cancelled_by?: CancelledBy;
  /** The time to pay is over: the booking is released. */
  unpaid?: true;
  /** Its open match did not fill. */
  not_full?: true;
  /** The whole refund becomes credit in the same transaction. */
  refund_to?: 'credit' | undefined;
  /** Why the time is closed, for the customer. */
  closed_for?: ClosedFor | undefined;
}

/** What happens to unpaid parts. */
interface ShareRules {
  rest: RestRule;
  /** The time to pay them is over. */
  isClosed: boolean;
}

/** Bookings and the slots they claim. All changes run inside a transaction of `ClubDb`. */
export class BookingStore {
  readonly #selectById;
  readonly #selectByUser;
  readonly #selectUpcoming;
  readonly #selectClaimedSlots;
  readonly #selectByDay;
  readonly #selectShareRules;
  readonly lines: BookingLines;
  readonly addOns: AddOnAvailability;
  readonly payers: PayerStore;

  constructor(db: Database) {
    this.lines = new BookingLines(db);
    this.addOns = new AddOnAvailability(db, new AddOnStore(db));
    this.payers = new PayerStore(db);
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
    this.#selectClaimedSlots = db.prepare<{ slot: number }, [number, string, number]>(
      'SELECT slot FROM claim WHERE court_id = ? AND date = ? AND booking_id IS NOT ?',
    );
    this.#selectByDay = db.prepare<BookingRow, [number, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.id IN
         (SELECT booking_id FROM claim WHERE court_id = ? AND date = ? AND booking_id IS NOT NULL)
       ORDER BY booking.id`,
    );
    this.#selectShareRules = db.prepare<{ rest: RestRule; closed: number }, [number]>(
      'SELECT rest, shares_closed_at IS NOT NULL AS closed FROM booking WHERE id = ?',
    );
  }

  find(id: number): Booking | null {
    const row = this.#selectById.get(id);
    return row ? toBooking(row) : null;
  }

  /** Throws `not_found`, or `changed_meanwhile` if the booking is no longer at `expectedVersion`. */
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

  /** A payer with their booking; throws `not_found`. */
  requirePart(payerId: number): [Booking, Payer] {
    const payer = this.payers.require(payerId);
    return [this.require(payer.booking_id), payer];
  }

  listByUser(userId: number): Booking[] {
    return this.#selectByUser.all(userId).map(toBooking);
  }

  /** Up to 500 bookings on the business days `fromDate` to `toDate`, without cancelled ones. */
  listUpcoming(fromDate: string, toDate: string): Booking[] {
    return this.#selectUpcoming.all(fromDate, toDate).map(toBooking);
  }

  /** Assigns guest bookings made with a member's email to the member. */
  linkGuestBookings(tx: Transaction, userId: number, email: string): void {
    const guests = tx.db
      .query<{ payer_id: number }, [string]>(
        `SELECT payer_id FROM customer_booking AS booking
         WHERE email = ? AND user_id IS NULL AND ${HAS_CUSTOMER_EMAIL}`,
      )
      .all(email);
    for (const { payer_id } of guests) this.payers.setMember(tx, payer_id, userId);
  }

  /** Slots of a court's business day held by bookings other than `exceptId`, closures and offers. */
  takenSlotIndexes(courtId: number, date: string, exceptId = 0): Set<number> {
    return new Set(this.#selectClaimedSlots.all(courtId, date, exceptId).map((row) => row.slot));
  }

  /** The bookings that hold slots of a court's business day. */
  listByDay(courtId: number, date: string): Booking[] {
    return this.#selectByDay.all(courtId, date).map(toBooking);
  }

  /** Saves the booking with its customer and all its slots, or throws `slot_taken` and saves nothing. */
  create(tx: Transaction, input: NewBooking): Booking {
    const { slotIndexes, pay_by = null, series_id = null, lines = [], consents = {}, ...rest } = input;
    assertSlotsFree(this.takenSlotIndexes(input.court_id, input.date), slotIndexes);
    this.addOns.assertLeft(lines, input);
    const slots = slotIndexes.map(startTimeOf);
    const start_time = slots[0] ?? '';
    const duration = slots.length * SLOT_MINUTES;
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO booking', {
      court_id: input.court_id,
      date: input.date,
      start_time,
      duration,
      slots: JSON.stringify(slots),
      hourly_rate: input.hourly_rate,
      created_at: tx.now,
      pay_by,
      series_id,
    });
    const id = Number(lastInsertRowid);
    const payer_id = this.payers.addCustomer(tx, id, {
      name: input.name,
      email: input.email,
      phone: input.phone,
      user_id: input.user_id,
      consents,
      payment_method: input.payment_method,
      price: input.computed_amount,
      remind_at: reminderAt(input.payment_method, tx.now, pay_by),
    });
    claimSlots(tx, { booking_id: id }, input);
    this.lines.write(id, lines);
    // Reading the row back would double the cost of the write.
    const booking: Booking = {
      ...rest,
      id,
      payer_id,
      series_id,
      start_time,
      duration,
      slots,
      ...chosenUpdates(JSON.stringify(consents)),
      ...FRESH_BOOKING,
      charge: input.computed_amount,
      balance: input.computed_amount,
      pay_by: pay_by === null ? null : clubTimestamp(pay_by),
      created_at: clubTimestamp(tx.now),
      ...(lines.length > 0 ? { lines } : {}),
    };
    tx.emit({ kind: 'booking.created', booking_id: id, booking });
    return booking;
  }

  /**
   * Cancelling frees the booking's slots and leaves of its price what `cancellation` keeps. Restoring claims the
   * slots again, or throws `slot_taken`, and charges the price. Throws `wrong_state` for a forbidden transition. The
   * caller takes care of the ledger.
   */
  changeStatus(
    tx: Transaction,
    id: number,
    newStatus: BookingStatus,
    actor: Actor,
    cancellation: Cancellation = {},
  ): Booking {
    const booking = this.require(id);
    if (booking.status === newStatus)
      throw new Failure('wrong_state', `This booking is already ${newStatus}.`);
    if (!canChangeStatus(booking.status, newStatus)) {
      throw new Failure('wrong_state', `A ${booking.status} booking cannot become ${newStatus}.`);
    }
    if (newStatus === 'cancelled') {
      this.payers.cancel(tx, booking, cancellation.kept ?? []);
      const cancelled = this.setStatus(tx, booking, newStatus, actor, cancellation);
      const byClub = cancellation.cancelled_by === 'club';
      freeSlots(tx, { booking_id: id }, { freedBy: byClub ? [] : customerKeysOf(booking) });
      return cancelled;
    }
    if (booking.status === 'cancelled') {
      const { court_id, date } = booking;
      const slotIndexes = slotIndexesOf(booking);
      assertSlotsFree(this.takenSlotIndexes(court_id, date), slotIndexes);
      this.addOns.assertLeft(booking.lines ?? [], { date, slotIndexes });
      tx.emit({ kind: 'booking.restored', booking_id: id });
      claimSlots(tx, { booking_id: id }, { court_id, date, slotIndexes });
      this.payers.restore(tx, booking);
      const restored = this.setStatus(tx, booking, newStatus, actor);
      emitToOthers(tx, this, id, { by_club: actsForClub(actor) });
      return restored;
    }
    return this.setStatus(tx, booking, newStatus, actor);
  }

  /** Changes the status and nothing else. Any deadline ends with it, but that of a release stays on record. */
  setStatus(
    tx: Transaction,
    { id, status: from, payer_id }: Booking,
    to: BookingStatus,
    actor: Actor,
    { cancelled_by, closed_for, unpaid, not_full, refund_to }: Cancellation = {},
  ): Booking {
    tx.db
      .query(
        'UPDATE booking SET state = ?, pay_by = iif(?, pay_by, NULL), version = version + 1 WHERE id = ?',
      )
      .run(unpaid ? 'released' : to, unpaid ? 1 : 0, id);
    this.payers.setReminder(tx, payer_id, null);
    // Anything the customer sent before a release is decided as a late receipt.
    if (to !== 'pending' && !unpaid) this.payers.endReceipt(tx, payer_id);
    const changed = this.require(id);
    const details = {
      ...(cancelled_by ? { cancelled_by, kept: changed.charge } : {}),
      ...(unpaid ? { reason: 'unpaid' as const } : {}),
      ...(cancelled_by === 'club' && closed_for ? { closed: closed_for.reason } : {}),
    };
    recordAuditEntry(tx, actor, 'status', 'booking', id, { from, to, ...details });
    const by_club = actsForClub(actor);
    if (to === 'paid') {
      const restored = from === 'cancelled' ? true : undefined;
      tx.emit({ kind: 'booking.paid', booking_id: id, by_club, restored });
    }
    if (to === 'cancelled')
      tx.emit({
        kind: 'booking.cancelled',
        booking_id: id,
        from,
        unpaid,
        not_full,
        refund_to,
        cancelled_by,
        closed_for,
        by_club,
      });
    return this.require(id);
  }

  /** Once the reception has decided about its late money, a released booking is cancelled like any other. */
  endRelease(tx: Transaction, { id, payer_id }: Booking): void {
    tx.db.query("UPDATE booking SET state = 'cancelled', pay_by = NULL WHERE id = ?").run(id);
    this.payers.endReceipt(tx, payer_id);
  }

  /** Gives an unpaid booking until `payBy`, or stops its clock when a receipt or money came. */
  setPayBy(tx: Transaction, { id, payer_id, payment_method }: Booking, payBy: number | null): void {
    tx.db.query('UPDATE booking SET pay_by = ? WHERE id = ?').run(payBy, id);
    this.payers.setReminder(tx, payer_id, reminderAt(payment_method, tx.now, payBy));
  }

  /** Extends a running deadline to `payBy`, never shortens it; the reminder stays as it is. */
  extendPayBy(tx: Transaction, id: number, payBy: number): void {
    tx.db.query('UPDATE booking SET pay_by = ?1 WHERE id = ?2 AND pay_by < ?1').run(payBy, id);
  }

  shareRulesOf({ id }: { id: number }): ShareRules {
    const row = this.#selectShareRules.get(id);
    return { rest: row?.rest ?? 'host', isClosed: row?.closed === 1 };
  }

  setRest(tx: Transaction, id: number, rest: RestRule): void {
    tx.db.query('UPDATE booking SET rest = ? WHERE id = ?').run(rest, id);
  }

  closeShares(tx: Transaction, id: number): void {
    tx.db.query('UPDATE booking SET shares_closed_at = ? WHERE id = ?').run(tx.now, id);
  }

  /** Part of the booking stored in another table has changed. */
  touch(tx: Transaction, id: number): Booking {
    tx.db.query('UPDATE booking SET version = version + 1 WHERE id = ?').run(id);
    return this.require(id);
  }

  /** Replaces a booking's lines, and with them its price in PKR; add-ons are the customer's. */
  changeLines(tx: Transaction, id: number, lines: readonly BookingLine[], amount: number): void {
    this.lines.replace(id, lines);
    this.payers.setPrice(tx, this.touch(tx, id), amount, true);
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
    this.payers.setPrice(tx, this.touch(tx, id), target.computed_amount, false);
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
