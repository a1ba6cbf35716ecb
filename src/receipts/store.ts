import type { Database } from 'bun:sqlite';
import { knownIban } from '../bookings/outdated-transfers.ts';
import { listAuditEntries, moneySubject, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { insertRow } from '../db/insert-row.ts';
import type { ReceiptView } from '../domain/api/receipt-answers.ts';
import { priceAtReceipt } from '../domain/audit-log.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { Settings } from '../settings/settings.ts';

/** An image already stored in the receipts folder. */
export interface NewReceipt {
  name: string;
  /** SHA-256 of the uploaded file. */
  sha256: string;
  /** SHA-256 of the photo before the browser shrank it, as reported by the browser; null if it wasn't shrunk. */
  source_sha256: string | null;
  size: number;
  /**
   * It proves something: it came through the payer's own link or account, and no admin entered the address that has
   * the link.
   */
  by_customer: boolean;
}

interface ReceiptRow {
  id: number;
  /** Null if the server no longer keeps the image. */
  path: string | null;
  created_at: number;
  rejected_reason: string | null;
}

/** Another booking that got the same image, with its receipt. */
interface ReusedRow {
  /** Null for a place or a purchase. */
  booking_id: number | null;
  payer_id: number;
  receipt_id: number;
  path: string | null;
  name: string;
  status: BookingStatus | null;
}

/** Images per payer, including the newest. Of the others, the time, decision and digests stay. */
const KEPT_PER_PAYER = 3;

/** The receipts of each booking. The newest one counts; a few older ones are kept. */
export class ReceiptStore {
  readonly #list;
  readonly #findPath;
  readonly #findReused;
  readonly #findReferenced;
  readonly #countWaiting;
  readonly #db: Database;
  readonly #settings: Settings;

  constructor(db: Database, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
    this.#list = db.prepare<ReceiptRow, [number]>(
      'SELECT id, path, created_at, rejected_reason FROM receipt WHERE payer_id = ? ORDER BY id DESC',
    );
    this.#findPath = db.prepare<{ path: string | null }, [number, number]>(
      'SELECT path FROM receipt WHERE booking_id = ? AND id = ?',
    );
    this.#findReused = db.prepare<ReusedRow, [number]>(
      `SELECT other.booking_id, other.payer_id, max(other.id) AS receipt_id, other.path,
         ifnull(booking.name, payer.name) AS name, booking.status
       FROM receipt AS mine JOIN receipt AS other
         ON other.payer_id <> mine.payer_id AND (
           other.sha256 IN (mine.sha256, mine.source_sha256) OR
           other.source_sha256 IN (mine.sha256, mine.source_sha256))
       JOIN payer ON payer.id = other.payer_id
       LEFT JOIN customer_booking AS booking ON booking.id = other.booking_id
       WHERE mine.id = ? GROUP BY ifnull(other.booking_id, -other.payer_id)
       ORDER BY other.booking_id, other.payer_id LIMIT 20`,
    );
    this.#findReferenced = db.prepare<{ path: string }, [string]>('SELECT path FROM receipt WHERE path = ?');
    // An image that replaces a waiting one doesn't make the customer's wait start over.
    this.#countWaiting = db.prepare<{ n: number }, [number]>(
      `SELECT count(*) AS n FROM payer INDEXED BY payer_receipt_waits
       WHERE receipt_waits = 1 AND charge > received AND (
         SELECT min(created_at) FROM receipt WHERE payer_id = payer.id AND id > (
           SELECT ifnull(max(id), 0) FROM receipt AS decided
           WHERE decided.payer_id = payer.id AND decided.rejected_at IS NOT NULL)) <= ?`,
    );
  }

  /** The file of the customer's newest receipt, or of the receipt `receiptId` of any payer; null if there is none. */
  findFileName({ id, payer_id }: Pick<Booking, 'id' | 'payer_id'>, receiptId?: number): string | null {
    const row = receiptId === undefined ? this.#list.get(payer_id) : this.#findPath.get(id, receiptId);
    return row?.path ?? null;
  }

  isReferenced(name: string): boolean {
    return this.#findReferenced.get(name) !== null;
  }

  /** A payer's receipts, or the customer's if no payer is given, with the other bookings that got the same image. */
  findView(
    booking: Pick<Booking, 'id' | 'payer_id' | 'created_at' | 'computed_amount'>,
    payerId: number = booking.payer_id,
  ): ReceiptView | null {
    const bookingId = booking.id;
    const isCustomer = payerId === booking.payer_id;
    const [current, ...replaced] = this.#list.all(payerId);
    if (!current) return null;
    const history = isCustomer ? listAuditEntries(this.#db, 'booking', bookingId) : [];
    const priceThen = priceAtReceipt(history);
    return {
      url: isCustomer ? receiptUrl(bookingId) : anyReceiptUrl(bookingId, current.id),
      uploaded_at: clubTimestamp(current.created_at),
      reused_in: this.#listReused(current.id),
      price_at_upload: priceThen === booking.computed_amount ? null : priceThen,
      rejected: current.rejected_reason,
      iban: knownIban(this.#db, this.#settings, booking, current.created_at),
      replaced: replaced.map(({ id, path, created_at, rejected_reason }) => ({
        url: path && anyReceiptUrl(bookingId, id),
        uploaded_at: clubTimestamp(created_at),
        rejected: rejected_reason,
      })),
    };
  }

  /** The receipts of a place or purchase. */
  findSoleView({ id, created_at }: Pick<SolePayer, 'id' | 'created_at'>): ReceiptView | null {
    const [current, ...replaced] = this.#list.all(id);
    if (!current) return null;
    const view = (receipt: ReceiptRow) => ({
      url: receipt.path && soleReceiptUrl(id, receipt.id),
      uploaded_at: clubTimestamp(receipt.created_at),
      rejected: receipt.rejected_reason,
    });
    return {
      ...view(current),
      url: soleReceiptUrl(id, current.id),
      reused_in: this.#listReused(current.id),
      price_at_upload: null,
      iban: this.#settings.ibanAt(created_at),
      replaced: replaced.map(view),
    };
  }

  #listReused(receiptId: number): ReceiptView['reused_in'] {
    return this.#findReused
      .all(receiptId)
      .map(({ booking_id, payer_id, receipt_id, path, name, status }) => ({
        booking_id,
        name,
        status,
        url:
          path &&
          (booking_id === null
            ? soleReceiptUrl(payer_id, receipt_id)
            : anyReceiptUrl(booking_id, receipt_id)),
      }));
  }

  /** The file of the receipt `receiptId` of a place or purchase. */
  findSoleFileName(payerId: number, receiptId: number): string | null {
    return this.#list.all(payerId).find(({ id }) => id === receiptId)?.path ?? null;
  }

  /** How many payers have been waiting for a decision on a receipt since before `instant`. */
  countWaitingSince(instant: number): number {
    return this.#countWaiting.get(instant)?.n ?? 0;
  }

  /** Records a new receipt. Returns the payer's files that nothing refers to any more. */
  record(
    tx: Transaction,
    receipt: NewReceipt,
    { id: payer_id, booking_id }: Pick<Payer | SolePayer, 'id' | 'booking_id'>,
    actor: Actor,
  ): string[] {
    const replaced = this.#list.get(payer_id) !== null;
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO receipt', {
      booking_id,
      payer_id,
      path: receipt.name,
      sha256: receipt.sha256,
      source_sha256: receipt.source_sha256,
      size: receipt.size,
      created_at: tx.now,
      by_customer: receipt.by_customer ? 1 : 0,
    });
    recordAuditEntry(tx, actor, 'receipt', ...moneySubject({ booking_id, payer_id }), { replaced });
    const after_rejected = this.#list.all(payer_id).find((each) => each.rejected_reason !== null)?.id ?? null;
    if (booking_id === null) tx.emit({ kind: 'item.receipt_received', payer_id, after_rejected });
    else tx.emit({ kind: 'receipt.received', booking_id, payer_id, receipt_id: Number(lastInsertRowid) });
    const surplus = this.#list.all(payer_id).slice(KEPT_PER_PAYER);
    return this.forget(
      tx,
      surplus.filter(({ path }) => path !== null).map(({ id }) => id),
    );
  }

  /** Forgets the images of receipts and returns their files. */
  forget(tx: Transaction, ids: readonly number[]): string[] {
    const list = JSON.stringify(ids);
    const paths = tx.db
      .query<{ path: string }, [string]>(
        'SELECT path FROM receipt WHERE path IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
      )
      .all(list);
    tx.db.query('UPDATE receipt SET path = NULL WHERE id IN (SELECT value FROM json_each(?))').run(list);
    return paths.map(({ path }) => path);
  }

  /** Marks the newest receipt as rejected. Throws `wrong_state` if none is waiting for a decision. */
  reject(
    tx: Transaction,
    { id: payer_id, booking_id }: Pick<Payer | SolePayer, 'id' | 'booking_id'>,
    reason: string,
    actor: Actor,
  ): void {
    const newest = this.#list.get(payer_id);
    if (!newest || newest.rejected_reason !== null) throw noReceiptToReject();
    tx.db
      .query('UPDATE receipt SET rejected_at = ?, rejected_reason = ? WHERE id = ?')
      .run(tx.now, reason, newest.id);
    recordAuditEntry(tx, actor, 'receipt_rejected', ...moneySubject({ booking_id, payer_id }), {});
    const receipt_id = newest.id;
    if (booking_id === null) tx.emit({ kind: 'item.receipt_rejected', payer_id, receipt_id, reason });
    else tx.emit({ kind: 'receipt.rejected', booking_id, payer_id, receipt_id, reason });
  }
}

function soleReceiptUrl(payerId: number, receiptId: number): string {
  return `/api/admin/payers/${payerId}/receipts/${receiptId}`;
}

export function receiptUrl(bookingId: number): string {
  return `/api/booking/${bookingId}/receipt`;
}

function anyReceiptUrl(bookingId: number, receiptId: number): string {
  return `/api/admin/bookings/${bookingId}/receipts/${receiptId}`;
}

/** Only a receipt that is waiting for a decision can be rejected. */
export function assertCanReject(
  booking: Pick<Booking, 'status'>,
  payer: Pick<Payer, 'position' | 'payment_receipt' | 'receipt_waits'>,
): void {
  if (payer.position === 1 && booking.status === 'paid' && payer.payment_receipt !== null) {
    throw new Failure('wrong_state', 'This booking is paid. Undo its payment before rejecting the receipt.');
  }
  if (payer.receipt_waits === 0) throw noReceiptToReject();
}

export function noReceiptToReject(): Failure {
  return new Failure('wrong_state', 'There is no receipt to decide on. Please reload the booking.');
}
