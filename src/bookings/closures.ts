import type { Database } from 'bun:sqlite';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ClosureInput } from '../domain/admin-inputs.ts';
import type { Closure } from '../domain/api/day-routes.ts';
import { isDate } from '../domain/business-day.ts';
import type { Court } from '../domain/court.ts';
import { closedHoursMessage, isOpen } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { endInstantOf, inPlayingOrder, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { claimSlots, freeSlots } from './claims.ts';

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

  /** Closes a court, or throws `slot_taken` with the bookings that hold its slots. */
  create(
    tx: Transaction,
    court: Court | null,
    input: ClosureInput,
    calendar: ClubCalendar,
    actor: Actor,
  ): Closure {
    if (!court) throw invalidField('court_id', 'There is no such court. Please choose another one.');
    if (!isDate(input.date)) throw invalidField('date', 'Please choose a date that exists.');
    const slotIndexes = inPlayingOrder(input.slots.map((slot) => slotIndexOf(slot) ?? -1));
    const plan = calendar.planOf(input.date);
    if (slotIndexes.some((slotIndex) => !isOpen(plan, slotIndex))) {
      throw invalidField('slots', closedHoursMessage(plan));
    }
    if (slotIndexes.some((slotIndex) => endInstantOf(input.date, slotIndex) <= tx.now)) {
      throw invalidField('slots', 'This time is over. Please choose a later one.');
    }
    this.#assertSlotsFree(court.id, input.date, slotIndexes);
    const row = tx.db
      .query<{ id: number }, [number, string, string, number | null, number]>(
        'INSERT INTO closure (court_id, date, reason, created_by, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
      )
      .get(court.id, input.date, input.reason, actor.user_id, tx.now);
    if (!row) throw new Error('insert returned no row');
    claimSlots(tx, { closure_id: row.id }, { court_id: court.id, date: input.date, slotIndexes });
    const slots = slotIndexes.map(startTimeOf);
    recordAuditEntry(tx, actor, 'closed', 'closure', row.id, { court_id: court.id, date: input.date, slots });
    tx.emit({ kind: 'closure.changed', closure_id: row.id });
    return { id: row.id, court_id: court.id, date: input.date, slots, reason: input.reason };
  }

  remove(tx: Transaction, id: number, actor: Actor): void {
    const row = tx.db
      .query<{ court_id: number; date: string }, [number]>('SELECT court_id, date FROM closure WHERE id = ?')
      .get(id);
    if (!row) throw new Failure('not_found', 'This closure no longer exists.');
    recordAuditEntry(tx, actor, 'reopened', 'closure', id, row);
    tx.emit({ kind: 'closure.changed', closure_id: id });
    freeSlots(tx, { closure_id: id });
    tx.db.query('DELETE FROM closure WHERE id = ?').run(id);
  }

  #assertSlotsFree(courtId: number, date: string, slotIndexes: readonly number[]): void {
    const conflicts = this.#selectClaims.all(courtId, date).filter((row) => slotIndexes.includes(row.slot));
    if (conflicts.length === 0) return;
    const isOffered = conflicts.some(({ offer_id }) => offer_id !== null);
    const bookings = [...new Set(conflicts.map((row) => row.booking_id).filter((id) => id !== null))];
    const subject = bookings.length === 1 ? 'A booking is' : `${bookings.length} bookings are`;
    throw new Failure(
      'slot_taken',
      bookings.length > 0
        ? `${subject} in the way: ${bookings.map((id) => `#${id}`).join(', ')}. Reschedule or cancel first.`
        : isOffered
          ? 'This time is offered to a customer of the waiting list. End the offer first.'
          : 'The court is already closed at this time.',
      { slots: inPlayingOrder(conflicts.map((row) => row.slot)).map(startTimeOf), bookings },
    );
  }
}

function toClosure({ slot_indexes, ...row }: ClosureRow): Closure {
  const slotIndexes = inPlayingOrder(JSON.parse(slot_indexes) as number[]);
  return { ...row, slots: slotIndexes.map(startTimeOf) };
}
