import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { EventDiscount } from '../domain/plan-price.ts';

/** What a place has in addition to its payer. */
export interface PlaceRow {
  payer_id: number;
  /** Who is responsible for a child; otherwise empty. */
  guardian: string;
  friend_of: number | null;
  /** PKR that the plan of `purchase_id` takes off its price, and the plan's name; 0 without one. */
  discount: number;
  discount_label: string;
  purchase_id: number | null;
}

/** A date that a payer missed and makes up at a date of another event. */
export interface MakeUpRow {
  payer_id: number;
  missed_session_id: number;
  session_id: number;
  /** The replacement date's event and day. */
  title: string;
  date: string;
}

const MAKE_UPS = `SELECT make_up.*, event.title, event_session.date FROM make_up
  JOIN event_session ON event_session.id = make_up.session_id JOIN event ON event.id = event_session.event_id`;

/** Guardians and friends, attendance, and make-ups. */
export class PlaceStore {
  readonly #selectPlaces;
  readonly #selectPlace;
  readonly #selectAttendance;
  readonly #selectMakeUpsOfEvent;
  readonly #selectMakeUpsAt;
  readonly #selectMakeUpsOfPayer;
  readonly #selectMostMakeUps;

  constructor(db: Database) {
    this.#selectPlaces = db.prepare<PlaceRow, [number]>(
      'SELECT event_place.* FROM event_place JOIN payer ON payer.id = event_place.payer_id WHERE payer.event_id = ?',
    );
    this.#selectPlace = db.prepare<PlaceRow, [number]>('SELECT * FROM event_place WHERE payer_id = ?');
    this.#selectAttendance = db.prepare<{ payer_id: number; came: number }, [number]>(
      'SELECT payer_id, came FROM event_attendance WHERE session_id = ?',
    );
    this.#selectMakeUpsOfEvent = db.prepare<MakeUpRow, [number]>(
      `${MAKE_UPS} JOIN payer ON payer.id = make_up.payer_id WHERE payer.event_id = ?`,
    );
    this.#selectMakeUpsAt = db.prepare<MakeUpRow, [number]>(`${MAKE_UPS} WHERE make_up.session_id = ?`);
    this.#selectMostMakeUps = db.prepare<{ count: number }, [number, string]>(
      `SELECT count(*) AS count FROM event_session JOIN make_up ON make_up.session_id = event_session.id
       WHERE event_id = ? AND event_session.date >= ? GROUP BY session_id ORDER BY count DESC LIMIT 1`,
    );
    this.#selectMakeUpsOfPayer = db.prepare<MakeUpRow, [number]>(`${MAKE_UPS} WHERE make_up.payer_id = ?`);
  }

  /** By payer id. */
  placesOf({ id }: { id: number }): Map<number, PlaceRow> {
    return new Map(this.#selectPlaces.all(id).map((place) => [place.payer_id, place]));
  }

  find(payerId: number): PlaceRow | null {
    return this.#selectPlace.get(payerId);
  }

  add(
    tx: Transaction,
    { payer_id, guardian, friend_of }: Omit<PlaceRow, `discount${string}` | 'purchase_id'>,
  ): void {
    tx.db
      .query('INSERT INTO event_place (payer_id, guardian, friend_of) VALUES (?, ?, ?)')
      .run(payer_id, guardian, friend_of);
  }

  setDiscount(tx: Transaction, payerId: number, discount: EventDiscount | null): void {
    const { purchase_id = null, amount = 0, label = '' } = discount ?? {};
    tx.db
      .query('UPDATE event_place SET purchase_id = ?, discount = ?, discount_label = ? WHERE payer_id = ?')
      .run(purchase_id, amount, label, payerId);
  }

  /** Who came and who didn't; a missing payer hasn't been checked. */
  attendanceAt(sessionId: number): Map<number, boolean> {
    return new Map(this.#selectAttendance.all(sessionId).map(({ payer_id, came }) => [payer_id, came === 1]));
  }

  setAttendance(tx: Transaction, sessionId: number, payerId: number, came: boolean | null): void {
    if (came === null) {
      tx.db
        .query('DELETE FROM event_attendance WHERE session_id = ? AND payer_id = ?')
        .run(sessionId, payerId);
      return;
    }
    tx.db
      .query('INSERT OR REPLACE INTO event_attendance (session_id, payer_id, came) VALUES (?, ?, ?)')
      .run(sessionId, payerId, came ? 1 : 0);
  }

  /** Missed dates that an event's players make up elsewhere. */
  makeUpsOf({ id }: { id: number }): MakeUpRow[] {
    return this.#selectMakeUpsOfEvent.all(id);
  }

  /** How many make up another date at the fullest of an event's dates from the business day `today` on. */
  mostMakeUpsAt({ id }: { id: number }, today: string): number {
    return this.#selectMostMakeUps.get(id, today)?.count ?? 0;
  }

  makeUpsOfPayer(payerId: number): MakeUpRow[] {
    return this.#selectMakeUpsOfPayer.all(payerId);
  }

  /** Who makes up a missed date at this one. */
  makeUpsAt(sessionId: number): MakeUpRow[] {
    return this.#selectMakeUpsAt.all(sessionId);
  }

  setMakeUp(tx: Transaction, payerId: number, missedId: number, sessionId: number | null): void {
    tx.db.query('DELETE FROM make_up WHERE payer_id = ? AND missed_session_id = ?').run(payerId, missedId);
    if (sessionId === null) return;
    tx.db
      .query('INSERT INTO make_up (payer_id, missed_session_id, session_id) VALUES (?, ?, ?)')
      .run(payerId, missedId, sessionId);
  }

  /** A cancelled date makes up for nothing. */
  dropMakeUpsAt(tx: Transaction, sessionId: number): void {
    tx.db.query('DELETE FROM make_up WHERE session_id = ?').run(sessionId);
  }

  /** A payer without the place neither attends nor makes anything up. */
  dropMakeUpsOf(tx: Transaction, payerId: number): void {
    tx.db.query('DELETE FROM make_up WHERE payer_id = ?').run(payerId);
  }
}
