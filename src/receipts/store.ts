import type { Database } from 'bun:sqlite';
import { knownIban } from '../bookings/outdated-transfers.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ReceiptView } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { acceptsLateReceipt } from '../domain/late-receipt.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import type { Settings } from '../settings/settings.ts';

/** An image that already lies in the folder of receipts. */
export interface NewReceipt {
  name: string;
  /** SHA-256 of the uploaded file. */
  sha256: string;
  /** SHA-256 of the photo before the browser shrank it, as the browser reports it; null when it did not. */
  source_sha256: string | null;
  size: number;
}

interface ReceiptRow {
  id: number;
  /** Null for receipts that were replaced while the server still deleted replaced files. */
  path: string | null;
  created_at: number;
  rejected_reason: string | null;
}

/** The receipts of each booking. The newest one counts; the older ones are kept. */
export class ReceiptStore {
  readonly #listByBooking;
  readonly #findReused;
  readonly #findReferenced;
  readonly #countWaiting;
  readonly #db: Database;
  readonly #settings: Settings;

  constructor(db: Database, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
    this.#listByBooking = db.prepare<ReceiptRow, [number]>(
      'SELECT id, path, created_at, rejected_reason FROM receipt WHERE booking_id = ? ORDER BY id DESC',
    );
    this.#findReused = db.prepare<{ booking_id: number }, [number]>(
      `SELECT DISTINCT other.booking_id FROM receipt AS mine JOIN receipt AS other
         ON other.booking_id <> mine.booking_id AND (
           other.sha256 IN (mine.sha256, mine.source_sha256) OR
           other.source_sha256 IN (mine.sha256, mine.source_sha256))
       WHERE mine.id = ? ORDER BY other.booking_id LIMIT 20`,
    );
    this.#findReferenced = db.prepare<{ path: string }, [string]>('SELECT path FROM receipt WHERE path = ?');
    // A picture that replaces a waiting one does not make the customer wait from the beginning.
    this.#countWaiting = db.prepare<{ n: number }, [number]>(
      `SELECT count(*) AS n FROM booking INDEXED BY booking_receipt_waiting
       WHERE status = 'pending' AND payment_receipt IS NOT NULL AND (
         SELECT min(created_at) FROM receipt WHERE booking_id = booking.id AND id > (
           SELECT ifnull(max(id), 0) FROM receipt AS decided
           WHERE decided.booking_id = booking.id AND decided.rejected_at IS NOT NULL)) <= ?`,
    );
  }

  /** The file of the booking's newest receipt, or of the receipt `receiptId`; null when there is none. */
  findFileName(bookingId: number, receiptId?: number): string | null {
    const rows = this.#listByBooking.all(bookingId);
    const row = receiptId === undefined ? rows[0] : rows.find(({ id }) => id === receiptId);
    return row?.path ?? null;
  }

  isReferenced(name: string): boolean {
    return this.#findReferenced.get(name) !== null;
  }

  /** A booking's receipts as admins see them, with the other bookings that got the same picture. */
  findView(booking: Pick<Booking, 'id' | 'created_at'>): ReceiptView | null {
    const bookingId = booking.id;
    const [current, ...replaced] = this.#listByBooking.all(bookingId);
    if (!current) return null;
    return {
      url: receiptUrl(bookingId),
      uploaded_at: clubTimestamp(current.created_at),
      reused_in: this.#findReused.all(current.id).map((other) => other.booking_id),
      rejected: current.rejected_reason,
      iban: knownIban(this.#db, this.#settings, booking, current.created_at),
      replaced: replaced.map(({ id, path, created_at, rejected_reason }) => ({
        url: path && `/api/admin/bookings/${bookingId}/receipts/${id}`,
        uploaded_at: clubTimestamp(created_at),
        rejected: rejected_reason,
      })),
    };
  }

  hasAny(bookingId: number): boolean {
    return this.#listByBooking.get(bookingId) !== null;
  }

  /** How many pending bookings have a receipt that waits for a decision since before `instant`. */
  countWaitingSince(instant: number): number {
    return this.#countWaiting.get(instant)?.n ?? 0;
  }

  /** Records a new receipt; those before it stay. */
  record(tx: Transaction, receipt: NewReceipt, booking: Booking, actor: Actor): void {
    const replaced = this.hasAny(booking.id);
    tx.db
      .query(
        'INSERT INTO receipt (booking_id, path, sha256, source_sha256, size, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(booking.id, receipt.name, receipt.sha256, receipt.source_sha256, receipt.size, tx.now);
    recordAuditEntry(tx, actor, 'receipt', 'booking', booking.id, { replaced });
    tx.emit({ kind: 'receipt.received', booking_id: booking.id });
  }

  /** Marks the booking's newest receipt as not accepted. Throws `wrong_state` when none waits for a decision. */
  reject(tx: Transaction, bookingId: number, reason: string, actor: Actor): void {
    const newest = this.#listByBooking.get(bookingId);
    if (!newest || newest.rejected_reason !== null) throw noReceiptToReject();
    tx.db
      .query('UPDATE receipt SET rejected_at = ?, rejected_reason = ? WHERE id = ?')
      .run(tx.now, reason, newest.id);
    recordAuditEntry(tx, actor, 'receipt_rejected', 'booking', bookingId, {});
    tx.emit({ kind: 'receipt.rejected', booking_id: bookingId, receipt_id: newest.id, reason });
  }
}

export function receiptUrl(bookingId: number): string {
  return `/api/booking/${bookingId}/receipt`;
}

/**
 * A receipt belongs to a bank transfer that no admin has decided on yet, or that was released a short time ago.
 * Throws `wrong_state`.
 */
export function assertAcceptsReceipt(booking: Booking, rules: BookingRules, now: number): void {
  if (booking.payment_method !== 'bank_transfer') {
    throw new Failure('wrong_state', 'A receipt is needed for bank transfers only.');
  }
  if (booking.status === 'paid') {
    throw new Failure('wrong_state', 'This booking is paid already. No receipt is needed.');
  }
  if (booking.status === 'cancelled' && !acceptsLateReceipt(booking, rules, now)) {
    throw new Failure('wrong_state', 'This booking is cancelled. Please call us if you have paid.');
  }
}

/** Only a receipt that waits for a decision can be rejected. */
export function assertCanReject(booking: Booking): void {
  if (booking.payment_receipt === null) throw noReceiptToReject();
  if (booking.status === 'paid') {
    throw new Failure('wrong_state', 'This booking is paid. Undo its payment before you reject the receipt.');
  }
}

function noReceiptToReject(): Failure {
  return new Failure('wrong_state', 'There is no receipt to decide on. Please reload the booking.');
}
