import type { Database } from 'bun:sqlite';
import { claimSlots, freeSlots } from '../bookings/claims.ts';
import type { Transaction } from '../db/club-db.ts';
import type { EventAudience, EventKind, SessionTime } from '../domain/event.ts';
import { sessionSlots } from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import type { Level } from '../domain/match.ts';

export interface EventRow {
  id: number;
  kind: EventKind;
  title: string;
  text: string;
  image_url: string | null;
  coach_id: number | null;
  level_from: Level | null;
  level_to: Level | null;
  audience: EventAudience;
  least: number;
  most: number;
  /** PKR per place, covering all dates. */
  price: number;
  /** When joining closes and the event is decided. */
  join_until: number;
  leave_hours: number;
  make_ups: number;
  is_public: number;
  state: 'draft' | 'published' | 'cancelled';
  /** When it was checked for its minimum of players. */
  decided_at: number | null;
  version: number;
  created_at: number;
}
export type EventFields = Omit<
  EventRow,
  'id' | 'image_url' | 'state' | 'decided_at' | 'version' | 'created_at'
>;

export interface SessionRow extends SessionTime {
  id: number;
  event_id: number;
  cancelled_at: number | null;
}

export interface SessionCourt {
  id: number;
  name: string;
}

/** A session on one court of a day. */
export interface CourtSession extends SessionRow {
  court_id: number;
  title: string;
  kind: EventKind;
  state: EventRow['state'];
}

const FIELDS = [
  'kind',
  'title',
  'text',
  'coach_id',
  'level_from',
  'level_to',
  'audience',
  'least',
  'most',
  'price',
  'join_until',
  'leave_hours',
  'make_ups',
  'is_public',
] as const satisfies (keyof EventFields)[];

/** Events and their dates. A date holds its courts and coach through rows with unique keys. */
export class EventStore {
  readonly #selectById;
  readonly #selectComing;
  readonly #selectPast;
  readonly #selectPublic;
  readonly #selectDue;
  readonly #selectSession;
  readonly #selectSessions;
  readonly #selectCourts;
  readonly #selectDay;
  readonly #selectFrom;

  constructor(db: Database) {
    this.#selectById = db.prepare<EventRow, [number]>('SELECT * FROM event WHERE id = ?');
    this.#selectComing = db.prepare<EventRow, [string]>(
      `SELECT event.* FROM event JOIN event_session ON event_session.event_id = event.id
       WHERE event_session.date >= ? GROUP BY event.id ORDER BY min(event_session.date), event.id LIMIT 500`,
    );
    this.#selectPast = db.prepare<EventRow, [string]>(
      `SELECT event.* FROM event JOIN event_session ON event_session.event_id = event.id
       GROUP BY event.id HAVING max(event_session.date) < ? ORDER BY max(event_session.date) DESC, event.id DESC LIMIT 200`,
    );
    this.#selectPublic = db.prepare<{ one: number }, [string]>(
      `SELECT 1 AS one FROM event_session JOIN event ON event.id = event_session.event_id
       WHERE event_session.date >= ? AND event.state = 'published' AND event.is_public = 1 LIMIT 1`,
    );
    this.#selectDue = db.prepare<EventRow, [number]>(
      `SELECT * FROM event WHERE join_until <= ? AND state = 'published' AND decided_at IS NULL
       ORDER BY join_until LIMIT 50`,
    );
    this.#selectSession = db.prepare<SessionRow, [number]>('SELECT * FROM event_session WHERE id = ?');
    this.#selectSessions = db.prepare<SessionRow, [number]>(
      'SELECT * FROM event_session WHERE event_id = ? ORDER BY date, id',
    );
    this.#selectCourts = db.prepare<SessionCourt, [number]>(
      `SELECT DISTINCT court.id, court.name FROM claim JOIN court ON court.id = claim.court_id
       WHERE claim.session_id = ? ORDER BY court.position, court.id`,
    );
    this.#selectDay = db.prepare<CourtSession, [number, string]>(
      `SELECT DISTINCT event_session.*, claim.court_id, event.title, event.kind, event.state FROM claim
         JOIN event_session ON event_session.id = claim.session_id JOIN event ON event.id = event_session.event_id
       WHERE claim.court_id = ? AND claim.date = ?`,
    );
    this.#selectFrom = db.prepare<CourtSession, [string, number | null]>(
      `SELECT DISTINCT event_session.*, claim.court_id, event.title, event.kind, event.state
       FROM event_session JOIN event ON event.id = event_session.event_id
         JOIN claim ON claim.session_id = event_session.id
       WHERE event_session.date >= ?1 AND event.state = 'published' AND (?2 IS NULL OR claim.court_id = ?2)
       ORDER BY event_session.date, event_session.id LIMIT 3000`,
    );
  }

  find(id: number): EventRow | null {
    return this.#selectById.get(id);
  }

  require(id: number): EventRow {
    const event = this.find(id);
    if (!event) throw new Failure('not_found', 'There is no event with this number.');
    return event;
  }

  /** Events with a date on the business day `today` or later, in any state. */
  listComing(today: string): EventRow[] {
    return this.#selectComing.all(today);
  }

  listPast(today: string): EventRow[] {
    return this.#selectPast.all(today);
  }

  /** Whether `/events` lists anything. */
  hasPublic(today: string): boolean {
    return this.#selectPublic.get(today) !== null;
  }

  /** Published events that are closed to joining and still to be decided. */
  listDue(now: number): EventRow[] {
    return this.#selectDue.all(now);
  }

  requireSession(id: number): SessionRow {
    const session = this.#selectSession.get(id);
    if (!session) throw new Failure('not_found', 'This event has no such date.');
    return session;
  }

  /** All dates, including cancelled ones. */
  sessionsOf({ id }: { id: number }): SessionRow[] {
    return this.#selectSessions.all(id);
  }

  courtsOf({ id }: { id: number }): SessionCourt[] {
    return this.#selectCourts.all(id);
  }

  listByDay(courtId: number, date: string): CourtSession[] {
    return this.#selectDay.all(courtId, date);
  }

  /** The dates of published events from a business day on, one for each court; `courtId` null for all courts. */
  listFrom(from: string, courtId: number | null): CourtSession[] {
    return this.#selectFrom.all(from, courtId);
  }

  insert(tx: Transaction, fields: EventFields): number {
    const { lastInsertRowid } = tx.db
      .query(
        `INSERT INTO event (${FIELDS.join(', ')}, created_at) VALUES (${FIELDS.map(() => '?').join(', ')}, ?)`,
      )
      .run(...FIELDS.map((field) => fields[field]), tx.now);
    return Number(lastInsertRowid);
  }

  update(tx: Transaction, id: number, fields: Partial<EventFields>): void {
    const changed = FIELDS.filter((field) => fields[field] !== undefined);
    tx.db
      .query(
        `UPDATE event SET ${changed.map((field) => `${field} = ?`).join(', ')}, version = version + 1 WHERE id = ?`,
      )
      .run(...changed.map((field) => fields[field] as string | number | null), id);
  }

  setImage(tx: Transaction, id: number, url: string): void {
    tx.db.query('UPDATE event SET image_url = ?, version = version + 1 WHERE id = ?').run(url, id);
  }

  setState(tx: Transaction, id: number, state: EventRow['state']): void {
    tx.db.query('UPDATE event SET state = ?, version = version + 1 WHERE id = ?').run(state, id);
  }

  setDecided(tx: Transaction, id: number, at: number): void {
    tx.db.query('UPDATE event SET decided_at = ? WHERE id = ?').run(at, id);
  }

  insertSession(tx: Transaction, eventId: number, { date, start_time, duration }: SessionTime): SessionRow {
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO event_session (event_id, date, start_time, duration) VALUES (?, ?, ?, ?)')
      .run(eventId, date, start_time, duration);
    return this.requireSession(Number(lastInsertRowid));
  }

  setSessionTime(tx: Transaction, id: number, { date, start_time, duration }: SessionTime): void {
    tx.db
      .query('UPDATE event_session SET date = ?, start_time = ?, duration = ? WHERE id = ?')
      .run(date, start_time, duration, id);
  }

  /** Frees a date's courts and coach; write the date's new state first. */
  freeSession(tx: Transaction, id: number): void {
    tx.db.query('DELETE FROM coach_claim WHERE session_id = ?').run(id);
    freeSlots(tx, { session_id: id });
  }

  cancelSession(tx: Transaction, id: number): void {
    tx.db.query('UPDATE event_session SET cancelled_at = ? WHERE id = ?').run(tx.now, id);
    this.freeSession(tx, id);
  }

  claimCourt(tx: Transaction, session: SessionRow, courtId: number, slotIndexes: readonly number[]): void {
    claimSlots(tx, { session_id: session.id }, { court_id: courtId, date: session.date, slotIndexes });
  }

  /** The table's key rejects a coach who is busy then. */
  claimCoach(tx: Transaction, coachId: number, session: SessionRow): void {
    tx.db
      .query(
        'INSERT INTO coach_claim (coach_id, date, slot, session_id) SELECT ?, ?, value, ? FROM json_each(?)',
      )
      .run(coachId, session.date, session.id, JSON.stringify(sessionSlots(session) ?? []));
  }

  freeCoach(tx: Transaction, session: SessionRow): void {
    tx.db.query('DELETE FROM coach_claim WHERE session_id = ?').run(session.id);
  }
}
