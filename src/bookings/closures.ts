import type { Database } from 'bun:sqlite';
import { courtNotFound } from '../courts/store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ClosureInput, RoomDecision } from '../domain/admin-inputs.ts';
import type { Closure } from '../domain/api/day-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { requireDate } from '../domain/date-range.ts';
import { closedHoursMessage, isOpen } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { endInstantOf, inPlayingOrder, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { claimSlots, freeSlots, takeOverSlots } from './claims.ts';
import { makeRoom } from './in-the-way.ts';
import type { BookingServices } from './services.ts';

interface ClosureRow {
  id: number;
  court_id: number;
  date: string;
  reason: string;
  /** A JSON list of slot indexes. */
  slot_indexes: string;
}

interface ClaimRow {
  slot: number;
  booking_id: number | null;
  offer_id: number | null;
}

/** Times when a court is closed. A closure claims its slots through the same rows as a booking. */
export class ClosureStore {
  readonly #selectByDay;
  readonly #selectFromDay;
  readonly #selectClaims;
  readonly #selectPlace;

  constructor(db: Database) {
    this.#selectByDay = db.prepare<ClosureRow, [number, string]>(
      `SELECT closure.id, closure.court_id, closure.date, closure.reason, json_group_array(claim.slot) AS slot_indexes
       FROM claim JOIN closure ON closure.id = claim.closure_id
       WHERE claim.court_id = ? AND claim.date = ? GROUP BY closure.id`,
    );
    this.#selectFromDay = db.prepare<ClosureRow, [string, number | null]>(
      `SELECT closure.id, closure.court_id, closure.date, closure.reason, json_group_array(claim.slot) AS slot_indexes
       FROM closure JOIN claim ON claim.closure_id = closure.id
       WHERE closure.date >= ?1 AND (?2 IS NULL OR closure.court_id = ?2) GROUP BY closure.id LIMIT 3000`,
    );
    this.#selectPlace = db.prepare<{ court_id: number; date: string }, [number]>(
      'SELECT court_id, date FROM closure WHERE id = ?',
    );
    this.#selectClaims = db.prepare<ClaimRow, [number, string]>(
      'SELECT slot, booking_id, offer_id FROM claim WHERE court_id = ? AND date = ?',
    );
  }

  listByDay(courtId: number, date: string): Closure[] {
    return this.#selectByDay.all(courtId, date).map(toClosure);
  }

  /** Up to 3,000 closures from a business day on; `courtId` null for all courts. */
  listFrom(fromDate: string, courtId: number | null): Closure[] {
    return this.#selectFromDay.all(fromDate, courtId).map(toClosure);
  }

  /**
   * Closes a court, or throws `slot_taken` with the bookings that hold its slots. `around` closes what is free, and what
   * the decisions make free; then the other bookings stay, and the answer names them.
   */
  create(
    tx: Transaction,
    services: BookingServices,
    input: ClosureInput,
    actor: Actor,
  ): { closure: Closure | null; in_the_way: Booking[] } {
    const { bookings } = services;
    const slotIndexes = parseClosedSlots(services, input, tx.now);
    const holders = this.#selectClaims
      .all(input.court_id, input.date)
      .filter(({ slot }) => slotIndexes.includes(slot));
    if (!input.around || holders.some(({ offer_id }) => offer_id !== null)) assertFree(holders);
    const inTheWay = [...new Set(holders.flatMap(({ booking_id }) => booking_id ?? []))];
    const decided = input.decisions.filter(({ booking_id }) => inTheWay.includes(booking_id));
    if (decided.length < input.decisions.length) {
      throw new Failure('changed_meanwhile', 'A booking has left this time meanwhile. Please look again.');
    }
    const held = new Set(holders.map(({ slot }) => slot));
    const free = slotIndexes.filter((slot) => !held.has(slot));
    const id =
      input.closure_id ?? (free.length + decided.length > 0 ? insertClosure(tx, input, actor) : null);
    if (id !== null) {
      this.#requireSame(id, input);
      claimSlots(tx, { closure_id: id }, { court_id: input.court_id, date: input.date, slotIndexes: free });
      for (const decision of decided) {
        // The closure takes the slots over before the booking leaves them, so that no other customer gets them.
        takeOverSlots(tx, decision.booking_id, id, slotIndexes);
        makeRoom(tx, services, decision, actor);
      }
      const added = [...free, ...holders.filter((one) => isDecided(one, decided)).map(({ slot }) => slot)];
      const slots = inPlayingOrder(added).map(startTimeOf);
      recordAuditEntry(tx, actor, 'closed', 'closure', id, {
        court_id: input.court_id,
        date: input.date,
        slots,
      });
      tx.emit({ kind: 'closure.changed', closure_id: id });
    }
    const left = inTheWay.filter((bookingId) => !decided.some(({ booking_id }) => booking_id === bookingId));
    return {
      closure: this.listByDay(input.court_id, input.date).find((closure) => closure.id === id) ?? null,
      in_the_way: left
        .map((bookingId) => bookings.require(bookingId))
        .toSorted((a, b) => startOfPlay(a) - startOfPlay(b)),
    };
  }

  remove(tx: Transaction, id: number, actor: Actor): void {
    const row = this.#selectPlace.get(id);
    if (!row) throw new Failure('not_found', 'This closure no longer exists.');
    recordAuditEntry(tx, actor, 'reopened', 'closure', id, row);
    tx.emit({ kind: 'closure.changed', closure_id: id });
    freeSlots(tx, { closure_id: id });
    tx.db.query('DELETE FROM closure WHERE id = ?').run(id);
  }

  /** A closure continues on its own court and day. */
  #requireSame(id: number, { court_id, date }: ClosureInput): void {
    const row = this.#selectPlace.get(id);
    if (row?.court_id !== court_id || row.date !== date) {
      throw new Failure('not_found', 'This closure no longer exists.');
    }
  }
}

function isDecided({ booking_id }: ClaimRow, decided: readonly RoomDecision[]): boolean {
  return decided.some((decision) => decision.booking_id === booking_id);
}

function insertClosure(tx: Transaction, input: ClosureInput, actor: Actor): number {
  const row = tx.db
    .query<{ id: number }, [number, string, string, number | null, number]>(
      'INSERT INTO closure (court_id, date, reason, created_by, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
    )
    .get(input.court_id, input.date, input.reason, actor.user_id, tx.now);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

/** The slots of a closure in playing order; throws `invalid`. */
function parseClosedSlots(
  { courts, calendar }: Pick<BookingServices, 'courts' | 'calendar'>,
  input: ClosureInput,
  now: number,
): number[] {
  if (!courts.find(input.court_id)) throw courtNotFound();
  requireDate(input.date);
  const slotIndexes = inPlayingOrder(input.slots.map((slot) => slotIndexOf(slot) ?? -1));
  const plan = calendar.planOf(input.date);
  if (slotIndexes.some((slotIndex) => !isOpen(plan, slotIndex))) {
    throw invalidField('slots', closedHoursMessage(plan));
  }
  if (slotIndexes.some((slotIndex) => endInstantOf(input.date, slotIndex) <= now)) {
    throw invalidField('slots', 'This time is over. Please choose a later one.');
  }
  return slotIndexes;
}

function assertFree(holders: readonly ClaimRow[]): void {
  if (holders.length === 0) return;
  const isOffered = holders.some(({ offer_id }) => offer_id !== null);
  const bookings = [...new Set(holders.flatMap(({ booking_id }) => booking_id ?? []))];
  const subject = bookings.length === 1 ? 'A booking is' : `${bookings.length} bookings are`;
  throw new Failure(
    'slot_taken',
    isOffered
      ? 'This time is offered to a customer of the waiting list. End the offer first.'
      : bookings.length > 0
        ? `${subject} in the way: ${bookings.map((id) => `#${id}`).join(', ')}. Reschedule or cancel first.`
        : 'The court is already closed at this time.',
    { slots: inPlayingOrder(holders.map((row) => row.slot)).map(startTimeOf), bookings },
  );
}

function toClosure({ slot_indexes, ...row }: ClosureRow): Closure {
  const slotIndexes = inPlayingOrder(JSON.parse(slot_indexes) as number[]);
  return { ...row, slots: slotIndexes.map(startTimeOf) };
}
