import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AdminCourt } from '../domain/api/court-answers.ts';
import { type CourtEdit, MAX_COURTS, type NewCourt } from '../domain/court-schemas.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { CourtRates, type CourtRow } from './store.ts';

type AdminCourtRow = CourtRow & { version: number; upcoming: number };

const SELECT_COURTS = `SELECT court.*,
    (SELECT count(DISTINCT booking_id) FROM claim WHERE claim.court_id = court.id AND claim.date >= ?1) AS upcoming
  FROM court`;

/** All courts, retired ones too, as admins edit them. */
export class AdminCourtStore {
  readonly #allCourts;
  readonly #courtById;
  readonly #rates;
  readonly #bookingsInTheWay;

  /** `bookingsInTheWay` finds the bookings that are still to be played on a court. */
  constructor(db: Database, bookingsInTheWay: (courtId: number, now: number) => { id: number }[]) {
    this.#rates = new CourtRates(db);
    this.#allCourts = db.prepare<AdminCourtRow, [string]>(`${SELECT_COURTS} ORDER BY position, id`);
    this.#courtById = db.prepare<AdminCourtRow, [string, number]>(`${SELECT_COURTS} WHERE id = ?2`);
    this.#bookingsInTheWay = bookingsInTheWay;
  }

  list(today: string): AdminCourt[] {
    return this.#toAdminCourts(this.#allCourts.all(today), today);
  }

  /** Adds a bookable court at its place in the list. */
  create(tx: Transaction, input: NewCourt, today: string, actor: Actor): AdminCourt {
    const courts = this.list(today);
    if (courts.length >= MAX_COURTS) {
      throw new Failure('wrong_state', `The club has ${MAX_COURTS} courts, which is the most it can have.`);
    }
    assertNameIsFree(courts, input.name, null);
    const row = tx.db
      .query<{ id: number }, [string, string, number, string]>(
        'INSERT INTO court (name, description, hourly_rate, features) VALUES (?, ?, ?, ?) RETURNING id',
      )
      .get(input.name, input.description, input.hourly_rate, JSON.stringify(input.features));
    if (!row) throw new Error('insert returned no row');
    const ids = courts.map((court) => court.id);
    this.#writeOrder(tx, ids.toSpliced((input.position ?? ids.length + 1) - 1, 0, row.id));
    recordAuditEntry(tx, actor, 'added', 'court', row.id);
    tx.emit({ kind: 'court.changed', court_id: row.id });
    return this.require(row.id, today);
  }

  /** Orders the courts. Throws `changed_meanwhile` when `ids` are not the club's courts. */
  reorder(tx: Transaction, ids: readonly number[], today: string, actor: Actor): AdminCourt[] {
    const before = this.list(today).map((court) => court.id);
    if (before.toSorted().join() !== ids.toSorted().join()) {
      throw new Failure(
        'changed_meanwhile',
        'The courts were changed in the meantime. Reload them and try again.',
      );
    }
    this.#writeOrder(tx, ids);
    for (const [at, id] of ids.entries()) {
      const from = before.indexOf(id);
      if (from === at) continue;
      recordAuditEntry(tx, actor, 'edited', 'court', id, { position: { from: from + 1, to: at + 1 } });
      tx.emit({ kind: 'court.changed', court_id: id });
    }
    return this.list(today);
  }

  /**
   * Changes the fields of the edit; existing bookings keep their rate. Throws `changed_meanwhile` when the
   * court has another version than the edit, and `wrong_state` with the bookings in the way when it retires a
   * court that is still booked and the edit does not keep them.
   */
  update(
    tx: Transaction,
    id: number,
    edit: CourtEdit & { image_url?: string | null },
    today: string,
    actor: Actor,
  ): AdminCourt {
    const court = this.require(id, today);
    if (edit.version !== undefined && edit.version !== court.version) {
      throw new Failure(
        'changed_meanwhile',
        'This court was changed in the meantime. Reload it and try again.',
      );
    }
    if (edit.name !== undefined) assertNameIsFree(this.list(today), edit.name, id);
    if (court.active && edit.active === false && !edit.keep_bookings) this.#assertNotBooked(id, tx.now);
    const next = {
      name: edit.name ?? court.name,
      description: edit.description ?? court.description,
      hourly_rate: edit.hourly_rate ?? court.hourly_rate,
      features: edit.features ?? court.features,
      image_url: edit.image_url === undefined ? court.image_url : edit.image_url,
      active: edit.active ?? court.active,
    };
    const changedKeys = (Object.keys(next) as (keyof typeof next)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(court[key]),
    );
    if (changedKeys.length === 0) return court;
    tx.db
      .query(
        `UPDATE court SET name = ?, description = ?, hourly_rate = ?, features = ?, image_url = ?, active = ?,
           version = version + 1 WHERE id = ?`,
      )
      .run(
        next.name,
        next.description,
        next.hourly_rate,
        JSON.stringify(next.features),
        next.image_url,
        next.active ? 1 : 0,
        id,
      );
    if (changedKeys.includes('hourly_rate')) {
      // The new rate replaces those that have begun.
      tx.db.query('DELETE FROM court_price WHERE court_id = ? AND from_date <= ?').run(id, today);
    }
    const details = Object.fromEntries(changedKeys.map((key) => [key, { from: court[key], to: next[key] }]));
    recordAuditEntry(tx, actor, 'edited', 'court', id, details);
    tx.emit({ kind: 'court.changed', court_id: id });
    return this.require(id, today);
  }

  /** The court, or `not_found`. */
  require(id: number, today: string): AdminCourt {
    const row = this.#courtById.get(today, id);
    if (!row) throw new Failure('not_found', 'There is no court with this number.');
    const [court] = this.#toAdminCourts([row], today);
    if (!court) throw new Error('a row gives a court');
    return court;
  }

  #toAdminCourts(rows: AdminCourtRow[], today: string): AdminCourt[] {
    return this.#rates
      .toCourts(rows, () => today)
      .map((court, at) => ({
        ...court,
        version: rows[at]?.version ?? 0,
        upcoming: rows[at]?.upcoming ?? 0,
      }));
  }

  #assertNotBooked(id: number, now: number): void {
    const bookings = this.#bookingsInTheWay(id, now).map((booking) => booking.id);
    if (bookings.length === 0) return;
    const subject = bookings.length === 1 ? 'A booking is' : `${bookings.length} bookings are`;
    throw new Failure(
      'wrong_state',
      `${subject} still to be played on this court. Move or cancel first, or keep what is booked on purpose.`,
      { bookings },
    );
  }

  #writeOrder(tx: Transaction, ids: readonly number[]): void {
    const update = tx.db.query('UPDATE court SET position = ? WHERE id = ?');
    for (const [at, id] of ids.entries()) update.run(at + 1, id);
  }
}

/** Two courts of one name could not be told apart in a list. */
function assertNameIsFree(courts: readonly AdminCourt[], name: string, ownId: number | null): void {
  const isTaken = courts.some(
    (court) => court.id !== ownId && court.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw invalidField('name', 'Another court has this name. Please choose a different one.');
}
