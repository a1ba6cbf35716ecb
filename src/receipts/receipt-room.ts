import type { Database } from 'bun:sqlite';
import { statfsSync } from 'node:fs';
import { hasBookingEntryAfter } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { cannotSaveFailure } from './receipt-files.ts';
import type { ReceiptStore } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Images from all payers whose money hasn't come in: strangers can't store more than this. */
const MAX_UNPAID_BYTES = 256_000_000;
/** Roughly the largest image that is stored. */
const LARGEST_BYTES = 600_000;
/** How long a booking that ended without money keeps its images after its last activity. */
const ENDED_MS = 30 * DAY_MS;
/** The same while strangers fill the space: the reception looks at each within a day. */
const ENDED_IN_NEED_MS = 3 * DAY_MS;
/** Reserved for bookings, the database and its backup before any receipts; a small disk keeps a twentieth free. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
const MIN_FREE_PART = 1 / 20;

/** A payer whose money never came in; money that was refunded again was real. */
const UNPAID = `FROM payer INDEXED BY payer_unpaid_receipts JOIN receipt ON receipt.payer_id = payer.id
  WHERE payer.received = 0 AND payer.receipts > 0 AND receipt.path IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE ledger_entry.payer_id = payer.id)`;

const DISK_ALARM =
  'The disk of the club’s computer is almost full, so customers can’t upload receipts. Bookings still work. Please call the person who runs it.';
const UNPAID_ALARM =
  'The receipts of unpaid bookings have filled their space, so customers can’t upload more. Please approve or reject the waiting ones, and cancel bookings that nobody will pay for.';

interface EndedReceipt {
  id: number;
  size: number;
  created_at: number;
  /** Null for a place or a purchase. */
  booking_id: number | null;
}

/** How much of the disk receipts may take. */
export class ReceiptRoom {
  readonly #db: Database;
  readonly #receipts: ReceiptStore;
  readonly #dataDir: string;
  readonly #sumUnpaid;
  readonly #listReplaced;
  readonly #listEnded;

  constructor(db: Database, receipts: ReceiptStore, dataDir: string) {
    this.#db = db;
    this.#receipts = receipts;
    this.#dataDir = dataDir;
    this.#sumUnpaid = db.prepare<{ bytes: number }, []>(
      `SELECT coalesce(sum(receipt.size), 0) AS bytes ${UNPAID}`,
    );
    this.#listReplaced = db.prepare<{ id: number; size: number }, []>(
      `SELECT receipt.id, receipt.size ${UNPAID}
         AND receipt.id < (SELECT max(id) FROM receipt AS newest WHERE newest.payer_id = payer.id)
       ORDER BY receipt.id`,
    );
    this.#listEnded = db.prepare<EndedReceipt, [string]>(
      `SELECT receipt.id, receipt.size, receipt.created_at, receipt.booking_id ${UNPAID}
         AND (payer.booking_id IS NULL AND payer.state = 'left'
           OR EXISTS (SELECT 1 FROM booking WHERE booking.id = payer.booking_id
             AND (booking.status = 'cancelled' OR (booking.status = 'pending' AND booking.date < ?))))
       ORDER BY receipt.id`,
    );
  }

  /** Whether the disk has enough room for receipts without taking it from bookings. */
  isFree(): boolean {
    const { bavail, blocks, bsize } = statfsSync(this.#dataDir);
    return bavail * bsize >= Math.min(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_PART);
  }

  /** What the reception must know while there is no room for receipts; null if there is. */
  alarm(): string | null {
    if (!this.isFree()) return DISK_ALARM;
    return this.#unpaidBytes() > MAX_UNPAID_BYTES - LARGEST_BYTES ? UNPAID_ALARM : null;
  }

  /** Throws `unavailable` when the disk is almost full. */
  assertFree(): void {
    if (!this.isFree()) throw cannotSaveFailure();
  }

  /**
   * Keeps images without money within their limit: replaced ones go first, then those of bookings that ended. Returns
   * the files that nothing refers to any more; throws `unavailable` if all others are still needed.
   */
  limitUnpaid(tx: Transaction): string[] {
    let surplus = this.#unpaidBytes() - MAX_UNPAID_BYTES;
    if (surplus <= 0) return [];
    const ids: number[] = [];
    const ended = this.#findEnded(tx.now - ENDED_IN_NEED_MS);
    for (const { id, size } of [...this.#listReplaced.all(), ...ended]) {
      if (surplus <= 0) break;
      if (ids.includes(id)) continue;
      ids.push(id);
      surplus -= size;
    }
    if (surplus > 0) throw cannotSaveFailure();
    return this.#receipts.forget(tx, ids);
  }

  /** Forgets the images of bookings that ended long before `now` without any money; returns their files. */
  forgetEnded(tx: Transaction, now: number): string[] {
    const ids = this.#findEnded(now - ENDED_MS).map(({ id }) => id);
    return this.#receipts.forget(tx, ids);
  }

  #unpaidBytes(): number {
    return this.#sumUnpaid.get()?.bytes ?? 0;
  }

  #findEnded(before: number): EndedReceipt[] {
    return this.#listEnded
      .all(businessDayOf(before))
      .filter(({ booking_id, created_at }) =>
        booking_id === null ? created_at < before : !hasBookingEntryAfter(this.#db, booking_id, before),
      );
  }
}
