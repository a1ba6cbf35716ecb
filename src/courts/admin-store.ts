import type { Database } from 'bun:sqlite';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AdminCourt } from '../domain/api/court-answers.ts';
import { type CourtEdit, MAX_COURTS, type NewCourt } from '../domain/court-schemas.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { CourtRates, type CourtRow } from './store.ts';

type VersionedRow = CourtRow & { version: number };
/** A court without its bookings, which are counted elsewhere. */
type EditableCourt = Omit<AdminCourt, 'upcoming'>;

/** All courts, including retired ones, as admins edit them. */
export class AdminCourtStore {
  readonly #allCourts;
  readonly #courtById;
  readonly #rates;
  readonly #calendar: ClubCalendar;

  constructor(db: Database, calendar: ClubCalendar) {
    this.#rates = new CourtRates(db);
    this.#calendar = calendar;
    this.#allCourts = db.prepare<VersionedRow, []>('SELECT * FROM court ORDER BY position, id');
    this.#courtById = db.prepare<VersionedRow, [number]>('SELECT * FROM court WHERE id = ?');
  }

  list(): EditableCourt[] {
    return this.#toCourts(this.#allCourts.all());
  }

  /** Adds a bookable court at its place in the list. */
  create(tx: Transaction, input: NewCourt, actor: Actor): EditableCourt {
    const courts = this.list();
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
    return this.require(row.id);
  }

  /** Orders the courts. Throws `changed_meanwhile` if `ids` are not exactly the club's courts. */
  reorder(tx: Transaction, ids: readonly number[], actor: Actor): EditableCourt[] {
    const before = this.list().map((court) => court.id);
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
    return this.list();
  }

  /**
   * Updates the edited fields; existing bookings keep their rate, and stay on a retired court. Throws
   * `changed_meanwhile` if the court is no longer at the edit's version.
   */
  update(
    tx: Transaction,
    id: number,
    edit: CourtEdit & { image_url?: string | null },
    actor: Actor,
  ): EditableCourt {
    const court = this.require(id);
    if (edit.version !== undefined && edit.version !== court.version) {
      throw new Failure(
        'changed_meanwhile',
        'This court was changed in the meantime. Reload it and try again.',
      );
    }
    if (edit.name !== undefined) assertNameIsFree(this.list(), edit.name, id);
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
      // The new rate replaces any that have already taken effect.
      tx.db
        .query('DELETE FROM court_price WHERE court_id = ? AND from_date <= ?')
        .run(id, this.#calendar.today());
    }
    const details = Object.fromEntries(changedKeys.map((key) => [key, { from: court[key], to: next[key] }]));
    recordAuditEntry(tx, actor, 'edited', 'court', id, details);
    tx.emit({ kind: 'court.changed', court_id: id });
    return this.require(id);
  }

  /** The court, or `not_found`. */
  require(id: number): EditableCourt {
    const row = this.#courtById.get(id);
    const [court] = row ? this.#toCourts([row]) : [];
    if (!court) throw new Failure('not_found', 'There is no court with this number.');
    return court;
  }

  #toCourts(rows: VersionedRow[]): EditableCourt[] {
    return this.#rates
      .toCourts(rows, () => this.#calendar.today())
      .map((court, at) => ({ ...court, version: rows[at]?.version ?? 0 }));
  }

  #writeOrder(tx: Transaction, ids: readonly number[]): void {
    const update = tx.db.query('UPDATE court SET position = ? WHERE id = ?');
    for (const [at, id] of ids.entries()) update.run(at + 1, id);
  }
}

/** Two courts with the same name couldn't be told apart in a list. */
function assertNameIsFree(courts: readonly EditableCourt[], name: string, ownId: number | null): void {
  const isTaken = courts.some(
    (court) => court.id !== ownId && court.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken)
    throw invalidField('name', 'Another court already has this name. Please choose a different one.');
}
