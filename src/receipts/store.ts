import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ReceiptView } from '../domain/admin-api.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';

/** A picture that was sent and already lies in the folder. */
export interface NewReceipt {
  booking_id: number;
  name: string;
  /** SHA-256 of what was sent. */
  sha256: string;
  /** SHA-256 of the picture before the browser made it smaller, as the browser says; null when it did not. */
  source_sha256: string | null;
  size: number;
}

/** Which receipts came for which booking. The newest one counts; older ones are remembered by digest only. */
export class ReceiptStore {
  readonly #findCurrent;
  readonly #findReused;
  readonly #findReferenced;

  constructor(db: Database) {
    this.#findCurrent = db.prepare<{ path: string; created_at: number }, [number]>(
      'SELECT path, created_at FROM receipt WHERE booking_id = ? AND path IS NOT NULL',
    );
    this.#findReused = db.prepare<{ booking_id: number }, [number]>(
      `SELECT DISTINCT other.booking_id FROM receipt AS mine JOIN receipt AS other
         ON other.booking_id <> mine.booking_id AND (
           other.sha256 IN (mine.sha256, mine.source_sha256) OR
           other.source_sha256 IN (mine.sha256, mine.source_sha256))
       WHERE mine.booking_id = ? AND mine.path IS NOT NULL ORDER BY other.booking_id LIMIT 20`,
    );
    this.#findReferenced = db.prepare<{ path: string }, [string]>('SELECT path FROM receipt WHERE path = ?');
  }

  /** The file of a booking's receipt, or null. */
  findFileName(bookingId: number): string | null {
    return this.#findCurrent.get(bookingId)?.path ?? null;
  }

  isReferenced(name: string): boolean {
    return this.#findReferenced.get(name) !== null;
  }

  /** What the desk sees of a booking's receipt, with the other bookings that were sent the same picture. */
  findView(bookingId: number): ReceiptView | null {
    const row = this.#findCurrent.get(bookingId);
    if (!row) return null;
    return {
      url: receiptUrl(bookingId),
      uploaded_at: clubTimestamp(row.created_at),
      reused_in: this.#findReused.all(bookingId).map((other) => other.booking_id),
    };
  }

  /**
   * Records a picture as the booking's receipt and returns the name of the one it replaces. Throws
   * `wrong_state` unless the booking still waits for its payment.
   */
  record(tx: Transaction, receipt: NewReceipt, booking: Booking, actor: Actor): string | null {
    assertAcceptsReceipt(booking);
    const replacedName = this.findFileName(booking.id);
    tx.db.query('UPDATE receipt SET path = NULL WHERE booking_id = ?').run(booking.id);
    tx.db
      .query(
        'INSERT INTO receipt (booking_id, path, sha256, source_sha256, size, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(booking.id, receipt.name, receipt.sha256, receipt.source_sha256, receipt.size, tx.now);
    recordAuditEntry(tx, actor, 'receipt', 'booking', booking.id, { replaced: replacedName !== null });
    tx.emit({ kind: 'receipt.received', booking_id: booking.id });
    return replacedName;
  }
}

export function receiptUrl(bookingId: number): string {
  return `/api/booking/${bookingId}/receipt`;
}

/** A receipt belongs to a transfer that the desk has not decided on yet. */
export function assertAcceptsReceipt(booking: Booking): void {
  if (booking.payment_method !== 'bank_transfer') {
    throw new Failure('wrong_state', 'A receipt is needed for bank transfers only.');
  }
  if (booking.status === 'paid') {
    throw new Failure('wrong_state', 'This booking is paid already. No receipt is needed.');
  }
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'This booking is cancelled. Please call us if you have paid.');
  }
}
