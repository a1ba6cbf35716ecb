import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { type PlanKind, type PlanPeriod, type PurchaseState, slotsOf } from '../domain/plan.ts';
import type { PlanTerms } from '../domain/plan-schemas.ts';

interface PurchaseRow {
  id: number;
  plan_id: number;
  version_id: number;
  kind: PlanKind;
  name: string;
  terms: string;
  user_id: number | null;
  state: PurchaseState;
  starts_on: string | null;
  ends_on: string | null;
  paused_on: string | null;
  paused_days: number;
  version: number;
  created_at: number;
}

/** What a member bought, with the terms it was sold on. */
export interface StoredPurchase extends Omit<PurchaseRow, 'terms'> {
  terms: PlanTerms;
}

export interface PurchaseContact {
  email: string;
  phone: string;
  name?: string;
}

/** A purchase that has been paid. */
export type BegunPurchase = StoredPurchase & PlanPeriod;

/** Purchases and their used half-hours. Every change runs inside a `ClubDb` transaction. */
export class PurchaseStore {
  readonly #selectById;
  readonly #selectByUser;
  readonly #selectByContact;
  readonly #selectShared;
  readonly #selectFriends;
  readonly #selectEnding;
  readonly #selectUsed;
  readonly #selectSlots;

  constructor(db: Database) {
    const select = `SELECT purchase.id, plan_id, version_id, kind, name, terms, user_id, state, starts_on, ends_on,
        paused_on, paused_days, version, purchase.created_at
      FROM purchase JOIN plan_version ON plan_version.id = version_id JOIN plan ON plan.id = plan_id`;
    this.#selectById = db.prepare<PurchaseRow, [number]>(`${select} WHERE purchase.id = ?`);
    this.#selectByUser = db.prepare<PurchaseRow, [number]>(
      `${select} WHERE user_id = ? ORDER BY purchase.id DESC LIMIT 200`,
    );
    this.#selectByContact = db.prepare<PurchaseRow, [email: string, phone: string, name: string]>(
      `${select} WHERE user_id IS NULL AND purchase.id IN (
         SELECT purchase_id FROM payer WHERE purchase_id IS NOT NULL AND user_id IS NULL
           AND (email = ?1 AND ?1 <> '' OR phone = ?2 AND ?2 <> '')
           AND (?3 = '' OR name = ?3 COLLATE NOCASE))
       ORDER BY purchase.id DESC LIMIT 200`,
    );
    this.#selectShared = db.prepare<PurchaseRow, [string]>(
      `${select} WHERE purchase.id IN (SELECT purchase_id FROM purchase_friend WHERE email = ?)
       ORDER BY purchase.id DESC LIMIT 200`,
    );
    this.#selectFriends = db.prepare<{ email: string }, [number]>(
      'SELECT email FROM purchase_friend WHERE purchase_id = ? ORDER BY email',
    );
    this.#selectEnding = db.prepare<PurchaseRow, [string, string, number]>(
      `${select} WHERE state = 'active' AND paused_on IS NULL AND ends_on BETWEEN ?1 AND ?2
         AND ifnull(reminded, 1000) > ?3 AND julianday(ends_on) - julianday(starts_on) >= 2 * ?3
       ORDER BY purchase.id LIMIT 200`,
    );
    this.#selectUsed = db.prepare<{ month: number; used: number }, [number]>(
      'SELECT month, count(*) AS used FROM purchase_slot WHERE purchase_id = ? GROUP BY month',
    );
    this.#selectSlots = db.prepare<{ purchase_id: number; month: number; number: number }, [number]>(
      `SELECT purchase_id, month, number FROM purchase_slot WHERE booking_id = ?
       ORDER BY purchase_id, month, number`,
    );
  }

  find(id: number): StoredPurchase | null {
    const row = this.#selectById.get(id);
    return row ? toPurchase(row) : null;
  }

  /** Throws `not_found`, or `changed_meanwhile` if the purchase no longer has `expectedVersion`. */
  require(id: number, expectedVersion?: number): StoredPurchase {
    const purchase = this.find(id);
    if (!purchase) throw new Failure('not_found', 'There is no purchase with this number.');
    if (expectedVersion !== undefined && expectedVersion !== purchase.version)
      throw new Failure(
        'changed_meanwhile',
        'This purchase was changed in the meantime. Please reload it and try again.',
      );
    return purchase;
  }

  /** Newest first. */
  listByUser(userId: number): StoredPurchase[] {
    return this.#selectByUser.all(userId).map(toPurchase);
  }

  /** What was sold to a phone or an email that has no account, newest first; to anybody's name if it is empty. */
  listByContact({ email, phone, name = '' }: PurchaseContact): StoredPurchase[] {
    return this.#selectByContact.all(email, phone, name).map(toPurchase);
  }

  /** Everything of a buyer; a family may share a phone, so a contact's name counts too. */
  listByBuyer(buyer: PurchaseContact & { user_id: number | null }): StoredPurchase[] {
    return buyer.user_id === null ? this.listByContact(buyer) : this.listByUser(buyer.user_id);
  }

  setMember(tx: Transaction, id: number, userId: number): void {
    tx.db.query('UPDATE purchase SET user_id = ? WHERE id = ?').run(userId, id);
  }

  /** What others share with an address. */
  listSharedWith(email: string): StoredPurchase[] {
    return this.#selectShared.all(email).map(toPurchase);
  }

  friendsOf(id: number): string[] {
    return this.#selectFriends.all(id).map(({ email }) => email);
  }

  setFriends(tx: Transaction, id: number, emails: readonly string[]): void {
    tx.db.query('DELETE FROM purchase_friend WHERE purchase_id = ?').run(id);
    tx.db
      .query('INSERT OR IGNORE INTO purchase_friend (purchase_id, email) SELECT ?, value FROM json_each(?)')
      .run(id, JSON.stringify(emails));
    tx.db.query('UPDATE purchase SET version = version + 1 WHERE id = ?').run(id);
  }

  /**
   * Those whose last day is between `from` and `to`, and whose holder hasn't been reminded `days` or fewer days
   * before it; not those of at most twice as many days.
   */
  listEnding(from: string, to: string, days: number): StoredPurchase[] {
    return this.#selectEnding.all(from, to, days).map(toPurchase);
  }

  /** Used half-hours of each month. */
  usedSlots(id: number): Map<number, number> {
    return new Map(this.#selectUsed.all(id).map(({ month, used }) => [month, used]));
  }

  usedInAll(id: number): number {
    return [...this.usedSlots(id).values()].reduce((sum, used) => sum + used, 0);
  }

  /** Half-hours of a month that a booking holds. */
  countHeldBy(bookingId: number, purchaseId: number, month: number): number {
    return this.#selectSlots
      .all(bookingId)
      .filter((slot) => slot.purchase_id === purchaseId && slot.month === month).length;
  }

  create(
    tx: Transaction,
    { user_id, version_id }: { user_id: number | null; version_id: number },
  ): StoredPurchase {
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO purchase (version_id, user_id, created_at) VALUES (?, ?, ?)')
      .run(version_id, user_id, tx.now);
    return this.require(Number(lastInsertRowid));
  }

  /** It has been paid and is valid from `starts_on`. */
  begin(
    tx: Transaction,
    id: number,
    { starts_on, ends_on }: Pick<PlanPeriod, 'starts_on' | 'ends_on'>,
  ): void {
    tx.db
      .query(
        "UPDATE purchase SET state = 'active', starts_on = ?, ends_on = ?, version = version + 1 WHERE id = ?",
      )
      .run(starts_on, ends_on, id);
  }

  setState(tx: Transaction, id: number, state: 'waiting' | 'ended'): void {
    tx.db.query('UPDATE purchase SET state = ?, version = version + 1 WHERE id = ?').run(state, id);
  }

  /** The last day of an ended purchase: later bookings lose nothing, and nothing new applies. */
  setPeriod(
    tx: Transaction,
    id: number,
    { ends_on, paused_on, paused_days }: { ends_on: string; paused_on: string | null; paused_days: number },
  ): void {
    tx.db
      .query(
        `UPDATE purchase SET ends_on = ?, paused_on = ?, paused_days = ?, reminded = NULL, version = version + 1
         WHERE id = ?`,
      )
      .run(ends_on, paused_on, paused_days, id);
  }

  setReminded(tx: Transaction, id: number, days: number): void {
    tx.db.query('UPDATE purchase SET reminded = ? WHERE id = ?').run(days, id);
  }

  /** Takes the lowest free numbers of a month for a booking; the caller has checked that `slots` are left. */
  takeSlots(
    tx: Transaction,
    purchase: StoredPurchase,
    { booking_id, month, slots }: { booking_id: number; month: number; slots: number },
  ): void {
    tx.db
      .query(
        `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?4)
         INSERT INTO purchase_slot (purchase_id, month, number, booking_id)
         SELECT ?1, ?2, number, ?3 FROM numbers
         WHERE number NOT IN (SELECT number FROM purchase_slot WHERE purchase_id = ?1 AND month = ?2)
         ORDER BY number LIMIT ?5`,
      )
      .run(purchase.id, month, booking_id, slotsOf(purchase.terms), slots);
  }

  /** A booking keeps `keep` of its half-hours, which are lost, and gives back the others. */
  giveBack(tx: Transaction, bookingId: number, keep = 0): void {
    for (const { purchase_id, month, number } of this.#selectSlots.all(bookingId).slice(keep))
      tx.db
        .query('DELETE FROM purchase_slot WHERE purchase_id = ? AND month = ? AND number = ?')
        .run(purchase_id, month, number);
  }

  /** How many half-hours a booking uses or has lost. */
  countOf(bookingId: number): number {
    return this.#selectSlots.all(bookingId).length;
  }
}

export function hasBegun(purchase: StoredPurchase): purchase is BegunPurchase {
  return purchase.starts_on !== null && purchase.ends_on !== null;
}

function toPurchase({ terms, ...row }: PurchaseRow): StoredPurchase {
  return { ...row, terms: JSON.parse(terms) as PlanTerms };
}
