import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import type { PaymentMethod } from '../domain/booking.ts';
import type { Consents } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';
import type { Level } from '../domain/match.ts';
import { searchText } from '../domain/search-text.ts';
import type { Contact, Payer } from './store.ts';

/** What one person alone owes for: a place in an event, or a purchase. */
export type Item = { event_id: number } | { purchase_id: number };

/**
 * Who owes for an item. `price` is what it costs, `charge` how much of that is now owed or kept. `hold_until`: how
 * long an unpaid place or purchase waits for its money; null once it is the payer's.
 */
export interface SolePayer extends Omit<Payer, 'booking_id' | 'position' | 'replaces'> {
  booking_id: null;
  event_id: number | null;
  purchase_id: number | null;
}

export interface NewSolePayer extends Contact {
  state: 'joined' | 'waiting';
  price: number;
  payment_method: PaymentMethod | null;
  level?: Level | null;
  consents?: Consents;
  remind_at?: number | null;
  hold_until?: number | null;
}

const COLUMNS = '*, charge - received AS balance';

/** The payers of items. `PayerStore` changes what they share with a booking's payers (method, receipt, account). */
export class SolePayerStore {
  readonly #db: Database;
  readonly #selectById;
  readonly #selectByEvent;
  readonly #selectByPurchase;
  readonly #selectExpired;
  readonly #selectToRemind;
  readonly #countWaiting;

  constructor(db: Database) {
    this.#db = db;
    const select = `SELECT ${COLUMNS} FROM payer WHERE`;
    this.#selectById = db.prepare<SolePayer, [number]>(`${select} id = ? AND booking_id IS NULL`);
    this.#selectByEvent = db.prepare<SolePayer, [number]>(`${select} event_id = ? ORDER BY id`);
    this.#selectByPurchase = db.prepare<SolePayer, [number]>(`${select} purchase_id = ? ORDER BY id`);
    // A receipt stands in for its money until the reception decides.
    this.#selectExpired = db.prepare<SolePayer, [number]>(
      `${select} hold_until <= ? AND booking_id IS NULL AND receipt_waits = 0 ORDER BY hold_until LIMIT 200`,
    );
    this.#selectToRemind = db.prepare<SolePayer, [number]>(
      `${select} remind_at <= ? AND booking_id IS NULL ORDER BY remind_at LIMIT 200`,
    );
    this.#countWaiting = db.prepare<{ count: number }, []>(
      `SELECT count(*) AS count FROM (
         SELECT id FROM payer WHERE received > charge AND booking_id IS NULL
         UNION SELECT id FROM payer WHERE receipt_waits = 1 AND booking_id IS NULL)`,
    );
  }

  find(id: number): SolePayer | null {
    return this.#selectById.get(id);
  }

  require(id: number): SolePayer {
    const payer = this.find(id);
    if (!payer) throw new Failure('not_found', 'There is nobody with this number.');
    return payer;
  }

  /** Everyone who has or had the item, in order of arrival. */
  listOf(item: Item): SolePayer[] {
    return 'event_id' in item
      ? this.#selectByEvent.all(item.event_id)
      : this.#selectByPurchase.all(item.purchase_id);
  }

  /** Those whose time to pay has run out. */
  listExpired(now: number): SolePayer[] {
    return this.#selectExpired.all(now);
  }

  listToRemind(now: number): SolePayer[] {
    return this.#selectToRemind.all(now);
  }

  /** Who owes the club, is owed by it, or waits for a decision on a receipt; oldest first. */
  listOpen(limit: number): SolePayer[] {
    return this.#db
      .query<SolePayer, [number]>(
        `SELECT ${COLUMNS} FROM payer
         WHERE id IN (
           SELECT id FROM payer WHERE charge > received AND booking_id IS NULL
           UNION SELECT id FROM payer WHERE received > charge AND booking_id IS NULL
           UNION SELECT id FROM payer WHERE receipt_waits = 1 AND booking_id IS NULL)
         ORDER BY id LIMIT ?`,
      )
      .all(limit);
  }

  /** Those whose receipt or refund is waiting for the reception. */
  countWaiting(): number {
    return this.#countWaiting.get()?.count ?? 0;
  }

  /** Adds a payer; one who is waiting owes nothing yet. */
  add(tx: Transaction, item: Item, payer: NewSolePayer): SolePayer {
    const { state, name, email, phone, user_id, price, payment_method } = payer;
    const { consents = {}, level = null, remind_at = null, hold_until = null } = payer;
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO payer', {
      event_id: 'event_id' in item ? item.event_id : null,
      purchase_id: 'purchase_id' in item ? item.purchase_id : null,
      state,
      name,
      email,
      phone,
      search: searchText({ name, email, phone }),
      user_id,
      consents: JSON.stringify(consents),
      level,
      price,
      charge: state === 'joined' ? price : 0,
      payment_method,
      remind_at,
      hold_until,
      created_at: tx.now,
    });
    return this.require(Number(lastInsertRowid));
  }

  /** A place became free for someone on the waiting list. */
  offer(
    tx: Transaction,
    id: number,
    { price, hold_until, remind_at }: { price: number; hold_until: number; remind_at: number | null },
  ): void {
    tx.db
      .query(
        `UPDATE payer SET state = 'joined', price = ?1, charge = ?1, hold_until = ?2, remind_at = ?3 WHERE id = ?4`,
      )
      .run(price, hold_until, remind_at, id);
  }

  setPrice(tx: Transaction, id: number, price: number): void {
    tx.db.query('UPDATE payer SET price = ?1, charge = ?1 WHERE id = ?2').run(price, id);
  }

  /** The item is no longer the payer's; the club keeps `keep` PKR. */
  leave(tx: Transaction, id: number, keep: number, takenOff: boolean): void {
    tx.db
      .query(
        `UPDATE payer SET state = 'left', charge = ?, taken_off = ?, remind_at = NULL, hold_until = NULL WHERE id = ?`,
      )
      .run(keep, takenOff ? 1 : 0, id);
  }

  /** After a payment was undone: the item waits for its money again, and the club keeps no more than it has. */
  reopen(tx: Transaction, id: number, holdUntil: number | null): void {
    tx.db
      .query(
        `UPDATE payer SET hold_until = iif(state = 'joined' AND charge > received, ?1, hold_until),
           confirmed_at = iif(state = 'joined' AND charge > received, NULL, confirmed_at),
           charge = iif(state = 'left', max(0, min(charge, received)), charge)
         WHERE id = ?2`,
      )
      .run(holdUntil, id);
  }
}
