import type { Database } from 'bun:sqlite';
import { findLastBookingEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';

/**
 * open: waits for the payment · paid: the amount it asked for has come · released: its booking was cancelled
 * first.
 */
export type CheckoutState = 'open' | 'paid' | 'released';

export interface Checkout {
  booking_id: number;
  /** The provider's number; null until its page is open. */
  reference: string | null;
  payment_url: string | null;
  /** The secret in the address that cancels the checkout. */
  token: string;
  /** PKR. */
  amount: number;
  state: CheckoutState;
  /** PKR that the provider's signed callback reported; null before it and when only the browser returned. */
  reported_amount: number | null;
}

/** Checkouts at the payment provider, one for each card booking. */
export class CheckoutStore {
  readonly #findByBooking;
  readonly #findByReference;
  readonly #findByToken;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#findByBooking = db.prepare<Checkout, [number]>('SELECT * FROM checkout WHERE booking_id = ?');
    this.#findByReference = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE reference = ?');
    this.#findByToken = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE token = ?');
  }

  findByBooking(bookingId: number): Checkout | null {
    return this.#findByBooking.get(bookingId);
  }

  findByReference(reference: string): Checkout | null {
    return this.#findByReference.get(reference);
  }

  findByToken(token: string): Checkout | null {
    return this.#findByToken.get(token);
  }

  /** Whether the system set the booking's status, so that no admin has decided on it since. */
  isStatusSetBySystem(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'status')?.actor === SYSTEM_ACTOR.kind;
  }

  create(tx: Transaction, bookingId: number, amount: number): void {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
    tx.db
      .query(
        "INSERT INTO checkout (booking_id, token, amount, state, created_at) VALUES (?, ?, ?, 'open', ?)",
      )
      .run(bookingId, token, amount, tx.now);
  }

  setPaymentPage(tx: Transaction, bookingId: number, page: { reference: string; payment_url: string }): void {
    tx.db
      .query('UPDATE checkout SET reference = ?, payment_url = ? WHERE booking_id = ?')
      .run(page.reference, page.payment_url, bookingId);
  }

  setReportedAmount(tx: Transaction, bookingId: number, amount: number): void {
    tx.db.query('UPDATE checkout SET reported_amount = ? WHERE booking_id = ?').run(amount, bookingId);
  }

  /** Closes the checkout of a booking that was cancelled, unless it was paid. */
  release(tx: Transaction, bookingId: number): void {
    tx.db
      .query("UPDATE checkout SET state = 'released', settled_at = ? WHERE booking_id = ? AND state = 'open'")
      .run(tx.now, bookingId);
  }

  setState(tx: Transaction, bookingId: number, state: CheckoutState): void {
    tx.db
      .query('UPDATE checkout SET state = ?, settled_at = ? WHERE booking_id = ?')
      .run(state, tx.now, bookingId);
  }
}
