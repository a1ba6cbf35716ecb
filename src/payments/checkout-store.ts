import type { Database } from 'bun:sqlite';
import { findLastBookingEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';

/**
 * open: waits for the money · paid: it came and counts for the booking, which is paid unless it costs more
 * by now · released: it did not come in time and the half-hours are free again · refund_due: it came, but
 * the booking was cancelled, resold or paid another way.
 */
export type CheckoutState = 'open' | 'paid' | 'released' | 'refund_due';

export interface Checkout {
  booking_id: number;
  /** The provider's number; null until its page is open. */
  reference: string | null;
  payment_url: string | null;
  /** The secret in the address a customer who gives up comes back to. */
  token: string;
  /** PKR. */
  amount: number;
  state: CheckoutState;
  /** PKR the provider told of instead of `amount`, the last time it did. */
  other_amount: number | null;
  expires_at: number;
}

/** Payments under way with the provider, one for each booking by card. */
export class CheckoutStore {
  readonly #findByBooking;
  readonly #findByReference;
  readonly #findByToken;
  readonly #listExpired;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#findByBooking = db.prepare<Checkout, [number]>('SELECT * FROM checkout WHERE booking_id = ?');
    this.#findByReference = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE reference = ?');
    this.#findByToken = db.prepare<Checkout, [string]>('SELECT * FROM checkout WHERE token = ?');
    this.#listExpired = db.prepare<Checkout, [number]>(
      "SELECT * FROM checkout WHERE state = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 500",
    );
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

  /** Open ones whose time is over at `now`. */
  listExpired(now: number): Checkout[] {
    return this.#listExpired.all(now);
  }

  /** Whether the site itself gave a booking its status: nobody at the desk decided on it since. */
  isStatusSetBySystem(bookingId: number): boolean {
    return findLastBookingEntry(this.#db, bookingId, 'status')?.actor === SYSTEM_ACTOR.kind;
  }

  create(tx: Transaction, bookingId: number, amount: number, expiresAt: number): void {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
    tx.db
      .query(
        "INSERT INTO checkout (booking_id, token, amount, state, expires_at, created_at) VALUES (?, ?, ?, 'open', ?, ?)",
      )
      .run(bookingId, token, amount, expiresAt, tx.now);
  }

  setPaymentPage(tx: Transaction, bookingId: number, page: { reference: string; payment_url: string }): void {
    tx.db
      .query('UPDATE checkout SET reference = ?, payment_url = ? WHERE booking_id = ?')
      .run(page.reference, page.payment_url, bookingId);
  }

  setOtherAmount(tx: Transaction, bookingId: number, amount: number): void {
    tx.db.query('UPDATE checkout SET other_amount = ? WHERE booking_id = ?').run(amount, bookingId);
  }

  setState(tx: Transaction, bookingId: number, state: CheckoutState): void {
    tx.db
      .query('UPDATE checkout SET state = ?, settled_at = ? WHERE booking_id = ?')
      .run(state, tx.now, bookingId);
  }
}
