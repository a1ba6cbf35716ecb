import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { Level } from '../domain/match.ts';

/** An open match: a booking whose host is looking for players. */
export interface MatchRow {
  id: number;
  booking_id: number;
  /** How many places the host opened. */
  places: number;
  /** Players in addition to the host. */
  capacity: number;
  level_from: Level | null;
  level_to: Level | null;
  audience: 'everyone' | 'women';
  text: string;
  is_public: number;
  /** When a match that isn't full is cancelled; null if it won't be. */
  decide_at: number | null;
  asked_at: number | null;
  full_at: number | null;
}

export type MatchFields = Omit<MatchRow, 'id' | 'booking_id' | 'asked_at' | 'full_at'>;

interface Host {
  email: string;
  phone: string;
  user_id: number | null;
}

const COLUMNS = `id, booking_id, places, capacity, level_from, level_to, audience, text, is_public, decide_at, asked_at,
  full_at`;

/** Open matches, and the places held in them. */
export class MatchStore {
  readonly #selectById;
  readonly #selectByBooking;
  readonly #selectUpcoming;
  readonly #selectHolds;
  readonly #selectDue;
  readonly #selectHosts;

  constructor(db: Database) {
    this.#selectById = db.prepare<MatchRow, [number]>(
      `SELECT ${COLUMNS} FROM match WHERE id = ? AND is_open = 1`,
    );
    this.#selectByBooking = db.prepare<MatchRow, [number]>(
      `SELECT ${COLUMNS} FROM match WHERE booking_id = ? AND is_open = 1`,
    );
    this.#selectUpcoming = db.prepare<{ id: number }, [string]>(
      `SELECT match.id FROM booking JOIN match ON match.booking_id = booking.id
       WHERE is_open = 1 AND is_public = 1 AND booking.date >= ? AND booking.status <> 'cancelled'
       ORDER BY booking.date, booking.id LIMIT 200`,
    );
    this.#selectHolds = db.prepare<{ id: number }, [number]>(
      'SELECT id FROM payer WHERE hold_until <= ? AND booking_id IS NOT NULL ORDER BY hold_until LIMIT 200',
    );
    this.#selectDue = db.prepare<MatchRow, [number, number]>(
      `SELECT ${COLUMNS} FROM match WHERE is_open = 1 AND (decide_at <= ?1
         OR decide_at <= ?2 AND asked_at IS NULL) AND decide_at IS NOT NULL ORDER BY decide_at LIMIT 200`,
    );
    this.#selectHosts = db.prepare<Host, [string]>(
      `SELECT payer.email, payer.phone, payer.user_id FROM match JOIN booking ON booking.id = match.booking_id
         JOIN payer ON payer.booking_id = booking.id AND payer.position = 1
       WHERE is_open = 1 AND booking.date >= ? AND booking.status <> 'cancelled'`,
    );
  }

  find(id: number): MatchRow | null {
    return this.#selectById.get(id);
  }

  findByBooking(bookingId: number): MatchRow | null {
    return this.#selectByBooking.get(bookingId);
  }

  /** The ids of public matches from the business day `today` on, soonest first. */
  listUpcoming(today: string): number[] {
    return this.#selectUpcoming.all(today).map(({ id }) => id);
  }

  /** The payers whose held places expire. */
  listHoldsDue(now: number): number[] {
    return this.#selectHolds.all(now).map(({ id }) => id);
  }

  /** Matches to decide at `now`, and those decided before `askUntil`, whose host is to be asked. */
  listDue(now: number, askUntil: number): MatchRow[] {
    return this.#selectDue.all(now, askUntil);
  }

  /** How many open matches a person has from the business day `today` on, by account, mailbox or phone. */
  countOfHost({ email, phone, user_id }: Host, today: string): number {
    return this.#selectHosts.all(today).filter((host) => {
      const isMember = user_id !== null && host.user_id === user_id;
      const isMailbox = email !== '' && mailboxOf(host.email) === mailboxOf(email);
      return isMember || isMailbox || (phone !== '' && host.phone === phone);
    }).length;
  }

  /** A match that was closed before gets its id back, and so its links. */
  open(tx: Transaction, bookingId: number, fields: MatchFields): void {
    tx.db
      .query(
        `INSERT INTO match (booking_id, places, capacity, level_from, level_to, audience, text, is_public, decide_at,
           created_at)
         VALUES ($bookingId, $places, $capacity, $level_from, $level_to, $audience, $text, $is_public, $decide_at, $now)
         ON CONFLICT (booking_id) DO UPDATE SET is_open = 1, places = $places, capacity = $capacity,
           level_from = $level_from, level_to = $level_to, audience = $audience, text = $text, is_public = $is_public,
           decide_at = $decide_at, asked_at = NULL, full_at = NULL`,
      )
      .run({ bookingId, now: tx.now, ...fields });
  }

  /** The booking is an ordinary one of its host again; whoever joined keeps the place. */
  close(tx: Transaction, bookingId: number): void {
    tx.db.query('UPDATE match SET is_open = 0, decide_at = NULL WHERE booking_id = ?').run(bookingId);
    tx.db.query("UPDATE payer SET state = 'left' WHERE booking_id = ? AND state = 'waiting'").run(bookingId);
  }

  /** When the match is decided; null once the host keeps it, or it is full. */
  setDecideAt(tx: Transaction, id: number, at: number | null): void {
    tx.db.query('UPDATE match SET decide_at = ? WHERE id = ?').run(at, id);
  }

  setAsked(tx: Transaction, id: number): void {
    tx.db.query('UPDATE match SET asked_at = ? WHERE id = ?').run(tx.now, id);
  }

  /** Null if a place is waiting for its money again. */
  setFull(tx: Transaction, bookingId: number, at: number | null): void {
    tx.db.query('UPDATE match SET full_at = ? WHERE booking_id = ?').run(at, bookingId);
  }
}

/** Which of the bookings `ids` are open to other players. */
export function listMatches(db: Database, ids: readonly number[]): number[] {
  return db
    .query<{ booking_id: number }, [string]>(
      'SELECT booking_id FROM match WHERE is_open = 1 AND booking_id IN (SELECT value FROM json_each(?))',
    )
    .all(JSON.stringify(ids))
    .map(({ booking_id }) => booking_id);
}
