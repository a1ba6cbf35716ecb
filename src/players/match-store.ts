import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { Level } from '../domain/match.ts';
import { FIRST_LEFT } from './store.ts';

/** An open match: an activity whose host looks for players. */
export interface MatchRow {
  id: number;
  /** How many places the host opened. */
  places: number;
  /** Players beside the host. */
  capacity: number;
  level_from: Level | null;
  level_to: Level | null;
  audience: 'everyone' | 'women';
  text: string;
  is_public: number;
  /** When a match that is not full is cancelled; null when it is not. */
  decide_at: number | null;
  asked_at: number | null;
  full_at: number | null;
}

export type MatchFields = Omit<MatchRow, 'id' | 'asked_at' | 'full_at'>;

export interface Joining {
  name: string;
  email: string;
  phone: string;
  user_id: number | null;
  level: Level | null;
  state: 'joined' | 'waiting';
  price: number;
  hold_until: number | null;
}

interface Host {
  email: string;
  phone: string;
  user_id: number | null;
}

const COLUMNS = `activity.id, places, capacity, level_from, level_to, audience, text, is_public, decide_at, asked_at,
  full_at`;
const IS_OPEN = "activity.kind = 'open_match'";

/** Open matches and the places that are held in them. */
export class MatchStore {
  readonly #selectById;
  readonly #selectUpcoming;
  readonly #selectHolds;
  readonly #selectDue;
  readonly #selectHosts;
  readonly #selectWaiting;

  constructor(db: Database) {
    this.#selectById = db.prepare<MatchRow, [number]>(
      `SELECT ${COLUMNS} FROM activity WHERE id = ? AND ${IS_OPEN}`,
    );
    this.#selectUpcoming = db.prepare<{ id: number }, [string]>(
      `SELECT activity.id FROM booking JOIN activity ON activity.id = booking.activity_id
       WHERE ${IS_OPEN} AND is_public = 1 AND booking.date >= ? AND booking.status <> 'cancelled'
       ORDER BY booking.date, booking.id LIMIT 200`,
    );
    this.#selectHolds = db.prepare<{ id: number }, [number]>(
      'SELECT id FROM player WHERE hold_until <= ? ORDER BY hold_until LIMIT 200',
    );
    this.#selectDue = db.prepare<{ id: number }, [number, number]>(
      `SELECT id FROM activity WHERE decide_at <= ?1
         OR decide_at <= ?2 AND asked_at IS NULL AND decide_at IS NOT NULL ORDER BY decide_at LIMIT 200`,
    );
    this.#selectHosts = db.prepare<Host, [string]>(
      `SELECT booking.email, booking.phone, booking.user_id FROM booking JOIN activity ON activity.id = booking.activity_id
       WHERE ${IS_OPEN} AND booking.date >= ? AND booking.status <> 'cancelled'`,
    );
    this.#selectWaiting = db.prepare<{ id: number }, [number]>(
      "SELECT id FROM player WHERE activity_id = ? AND state = 'waiting' ORDER BY id LIMIT 1",
    );
  }

  find(id: number): MatchRow | null {
    return this.#selectById.get(id);
  }

  /** The numbers of the public matches from the business day `today` on, the next to play first. */
  listUpcoming(today: string): number[] {
    return this.#selectUpcoming.all(today).map(({ id }) => id);
  }

  listHoldsDue(now: number): number[] {
    return this.#selectHolds.all(now).map(({ id }) => id);
  }

  /** Matches to decide on at `now`, and those whose host is to be asked, which are decided before `askUntil`. */
  listDue(now: number, askUntil: number): number[] {
    return this.#selectDue.all(now, askUntil).map(({ id }) => id);
  }

  /** How many open matches a person has from the business day `today` on, by account, mailbox or phone. */
  countOfHost({ email, phone, user_id }: Host, today: string): number {
    return this.#selectHosts.all(today).filter((host) => {
      const isMember = user_id !== null && host.user_id === user_id;
      const isMailbox = email !== '' && mailboxOf(host.email) === mailboxOf(email);
      return isMember || isMailbox || (phone !== '' && host.phone === phone);
    }).length;
  }

  /** The player who has waited longest. */
  findWaiting(activityId: number): number | null {
    return this.#selectWaiting.get(activityId)?.id ?? null;
  }

  open(tx: Transaction, id: number, fields: MatchFields): void {
    tx.db
      .query(
        `UPDATE activity SET kind = 'open_match', places = $places, capacity = $capacity, level_from = $level_from,
           level_to = $level_to, audience = $audience, text = $text, is_public = $is_public, decide_at = $decide_at,
           asked_at = NULL, full_at = NULL WHERE id = $id`,
      )
      .run({ id, ...fields });
  }

  /** Public places in a booking whose players did not pay in time. */
  openPlaces(tx: Transaction, id: number, places: number): void {
    tx.db
      .query(
        `UPDATE activity SET kind = 'open_match', places = ?1, is_public = 1, full_at = NULL, capacity = ?1 + (
           SELECT count(*) FROM player WHERE activity_id = ?2 AND is_host = 0 AND state IN ('invited', 'joined'))
         WHERE id = ?2 AND kind = 'private'`,
      )
      .run(places, id);
  }

  /** The booking is its host's like any other; who joined keeps the place. */
  close(tx: Transaction, id: number): void {
    tx.db.query("UPDATE activity SET kind = 'private', decide_at = NULL WHERE id = ?").run(id);
    tx.db.query("UPDATE player SET state = 'left' WHERE activity_id = ? AND state = 'waiting'").run(id);
  }

  /** When the match is decided; null once the host keeps it, or it is full. */
  setDecideAt(tx: Transaction, id: number, at: number | null): void {
    tx.db.query('UPDATE activity SET decide_at = ? WHERE id = ?').run(at, id);
  }

  setAsked(tx: Transaction, id: number): void {
    tx.db.query('UPDATE activity SET asked_at = ? WHERE id = ?').run(tx.now, id);
  }

  setFull(tx: Transaction, id: number, at: number | null): void {
    tx.db.query('UPDATE activity SET full_at = ? WHERE id = ?').run(at, id);
  }

  join(tx: Transaction, activityId: number, joining: Joining): number {
    const { name, email, phone, user_id, level, state, price, hold_until } = joining;
    const { lastInsertRowid } = tx.db
      .query(
        `INSERT INTO player (activity_id, state, name, email, phone, user_id, level, price, charge, hold_until,
           created_at, replaces)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, iif(?2 = 'joined', ${FIRST_LEFT}, NULL))`,
      )
      .run(activityId, state, name, email, phone, user_id, level, price, hold_until, tx.now);
    return Number(lastInsertRowid);
  }

  /** A place became free for a player who waits. */
  offer(tx: Transaction, activityId: number, playerId: number, price: number, holdUntil: number): void {
    tx.db
      .query(
        `UPDATE player SET state = 'joined', price = ?2, charge = ?2, hold_until = ?3, replaces = ${FIRST_LEFT}
         WHERE id = ?4`,
      )
      .run(activityId, price, holdUntil, playerId);
  }
}

/** The bookings among `ids` that are open to other players. */
export function listMatches(db: Database, ids: readonly number[]): number[] {
  return db
    .query<{ id: number }, [string]>(
      `SELECT booking.id FROM booking JOIN activity ON activity.id = booking.activity_id
       WHERE booking.id IN (SELECT value FROM json_each(?)) AND ${IS_OPEN}`,
    )
    .all(JSON.stringify(ids))
    .map(({ id }) => id);
}
