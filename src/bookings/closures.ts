import type { Database } from 'bun:sqlite';
import { courtNotFound } from '../courts/store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ClosureInput } from '../domain/admin-inputs.ts';
import type { Closure } from '../domain/api/day-routes.ts';
import { requireDate } from '../domain/date-range.ts';
import { closedHoursMessage, isOpen } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { endInstantOf, inPlayingOrder, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { type ClaimedSlots, claimSlots, freeSlots } from './claims.ts';
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
  closure_id: number | null;
  session_id: number | null;
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
      'SELECT slot, booking_id, offer_id, closure_id, session_id FROM claim WHERE court_id = ? AND date = ?',
    );
  }

  listByDay(courtId: number, date: string): Closure[] {
    return this.#selectByDay.all(courtId, date).map(toClosure);
  }

  /** Up to 3,000 closures from a business day on; `courtId` null for all courts. */
  listFrom(fromDate: string, courtId: number | null): Closure[] {
    return this.#selectFromDay.all(fromDate, courtId).map(toClosure);
  }

  /** Everything that holds slots of a court's day. */
  listClaims(courtId: number, date: string): ClaimRow[] {
    return this.#selectClaims.all(courtId, date);
  }

  /** Closes free slots, or throws `slot_taken` with the bookings that hold them. */
  create(tx: Transaction, services: BookingServices, input: ClosureInput, actor: Actor): Closure {
    const slotIndexes = parseClosedSlots(services, input, tx.now);
    const { court_id, date, reason } = input;
    assertFree(this.listClaims(court_id, date).filter(({ slot }) => slotIndexes.includes(slot)));
    return this.insert(tx, { court_id, date, slotIndexes }, reason, actor, () => {});
  }

  /** Writes a closure of free slots; `reassign` adds those that bookings leave to it. */
  insert(
    tx: Transaction,
    place: ClaimedSlots,
    reason: string,
    actor: Actor,
    reassign: (closureId: number) => void,
  ): Closure {
    const { court_id, date } = place;
    const id = insertClosure(tx, { court_id, date, reason }, actor);
    claimSlots(tx, { closure_id: id }, place);
    reassign(id);
    const closure = this.listByDay(court_id, date).find((one) => one.id === id);
    if (!closure) throw new Error('closure without slots');
    recordAuditEntry(tx, actor, 'closed', 'closure', id, { court_id, date, slots: closure.slots });
    tx.emit({ kind: 'closure.changed', closure_id: id });
    return closure;
  }

  remove(tx: Transaction, id: number, actor: Actor): void {
    const row = this.#selectPlace.get(id);
    if (!row) throw new Failure('not_found', 'This closure no longer exists.');
    recordAuditEntry(tx, actor, 'reopened', 'closure', id, row);
    tx.emit({ kind: 'closure.changed', closure_id: id });
    freeSlots(tx, { closure_id: id });
    tx.db.query('DELETE FROM closure WHERE id = ?').run(id);
  }
}

function insertClosure(
  tx: Transaction,
  { court_id, date, reason }: Pick<ClosureInput, 'court_id' | 'date' | 'reason'>,
  actor: Actor,
): number {
  const row = tx.db
    .query<{ id: number }, [number, string, string, number | null, number]>(
      'INSERT INTO closure (court_id, date, reason, created_by, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
    )
    .get(court_id, date, reason, actor.user_id, tx.now);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

/** A closure's slots in playing order; throws `invalid`. */
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

export function assertFree(holders: readonly ClaimRow[]): void {
  if (holders.length === 0) return;
  const isOffered = holders.some(({ offer_id }) => offer_id !== null);
  const isEvent = holders.some(({ session_id }) => session_id !== null);
  const bookings = [...new Set(holders.flatMap(({ booking_id }) => booking_id ?? []))];
  const subject = bookings.length === 1 ? 'A booking is' : `${bookings.length} bookings are`;
  throw new Failure(
    'slot_taken',
    isOffered
      ? 'This time is offered to a customer on the waiting list. End the offer first.'
      : bookings.length > 0
        ? `${subject} in the way: ${bookings.map((id) => `#${id}`).join(', ')}. Move or cancel first.`
        : isEvent
          ? 'An event takes place at this time. Move or cancel its date first.'
          : 'The court is already closed at this time.',
    { slots: inPlayingOrder(holders.map((row) => row.slot)).map(startTimeOf), bookings },
  );
}

function toClosure({ slot_indexes, ...row }: ClosureRow): Closure {
  const slotIndexes = inPlayingOrder(JSON.parse(slot_indexes) as number[]);
  return { ...row, slots: slotIndexes.map(startTimeOf) };
}
