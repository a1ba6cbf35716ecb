import type { Database } from 'bun:sqlite';
import { findLastBookingEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';

/**
 * open: waiting for the payment · paid: the amount asked for has arrived · released: ended without it, because its
 * booking was cancelled, the customer left the page, or a newer checkout replaced it.
 */
export type CheckoutState = 'open' | 'paid' | 'released';

export interface Checkout {
  id: number;
  /** Null for a place or a purchase. */
  booking_id: number | null;
  payer_id: number;
  /** The provider's reference; null until its page is open. */
  reference: string | null;
  payment_url: string | null;
  /** The secret in the address that cancels the checkout. */
  token: string;
  amount: number;
  state: CheckoutState;
  /** PKR that the provider's signed callback reported; null before that, and if only the browser returned. */
  reported_amount: number | null;
  /** Epoch milliseconds. */
  created_at: number;
}

/** Checkouts at the payment provider. Each payer has at most one that is open and has received nothing. */
export class CheckoutStore {
  readonly #find;
  readonly #findOpen;
  readonly #findAny;
  readonly #findByReference;
  readonly #findByToken;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#find = db.prepare<Checkout, [number]>('SELECT * FROM checkout WHERE id = ?');
    this.#findOpen = db.prepare<Checkout, [number]>(
      `SELECT * FROM checkout WHERE payer_id = ? AND state = 'open' AND reported_amount IS NULL
       ORDER BY id DESC LIMIT 1`,
    );
    this.#findAny = db.prepare<{ id: number }, [number]>(
      'SELECT id FROM checkout WHERE booking_id = ? LIMIT 1',
    );
    this.#findByReference = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE reference = ?');
    this.#findByToken = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE token = ?');
  }

  find(id: number): Checkout | null {
    return this.#find.get(id);
  }

  /** The checkout that is waiting for its payment. */
  findOpen(payerId: number): Checkout | null {
    return this.#findOpen.get(payerId);
  }

  hasAny(bookingId: number): boolean {
    return this.#findAny.get(bookingId) !== null;
  }

  findByReference(reference: string): Checkout | null {
    return this.#findByReference.get(reference);
  }

  findByToken(token: string): Checkout | null {
    return this.#findByToken.get(token);
  }

  /** Whether the system set the booking's status, so no admin has decided on it since. */
  isStatusSetBySystem(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'status')?.actor === SYSTEM_ACTOR.kind;
  }

  create(
    tx: Transaction,
    { id: payer_id, booking_id }: Pick<Payer | SolePayer, 'id' | 'booking_id'>,
    amount: number,
  ): void {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
    tx.db
      .query(
        `INSERT INTO checkout (booking_id, payer_id, token, amount, state, created_at)
         VALUES (?, ?, ?, ?, 'open', ?)`,
      )
      .run(booking_id, payer_id, token, amount, tx.now);
  }

  setPaymentPage(tx: Transaction, id: number, page: { reference: string; payment_url: string }): void {
    tx.db
      .query('UPDATE checkout SET reference = ?, payment_url = ? WHERE id = ?')
      .run(page.reference, page.payment_url, id);
  }

  setReportedAmount(tx: Transaction, id: number, amount: number): void {
    tx.db.query('UPDATE checkout SET reported_amount = ? WHERE id = ?').run(amount, id);
  }

  /** Closes a payer's open checkouts; money that arrives for one later still counts. */
  release(tx: Transaction, payerId: number): void {
    tx.db
      .query("UPDATE checkout SET state = 'released', settled_at = ? WHERE payer_id = ? AND state = 'open'")
      .run(tx.now, payerId);
  }

  /** Closes those of all of a booking's payers. */
  releaseAll(tx: Transaction, bookingId: number): void {
    tx.db
      .query("UPDATE checkout SET state = 'released', settled_at = ? WHERE booking_id = ? AND state = 'open'")
      .run(tx.now, bookingId);
  }

  setState(tx: Transaction, id: number, state: CheckoutState): void {
    tx.db.query('UPDATE checkout SET state = ?, settled_at = ? WHERE id = ?').run(state, tx.now, id);
  }
}
