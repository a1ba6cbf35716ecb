import type { Database } from 'bun:sqlite';
import type { BookingStatus } from '../../domain/booking-status.ts';
import type { SeededRandom } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FLOAT = 5000;
/** How long ago the last shift opened, which is still open; each one before it lasted a day. */
const LAST_SHIFT_AGE = 4 * HOUR;

/** A booking whose status was decided at `at`. */
interface DecidedBooking {
  id: number;
  payerId: number;
  userId: number | null;
  status: BookingStatus;
  method: string;
  price: number;
  at: number;
}

/** A demo club's payments, refunds, cash shifts and credit. */
export class DemoMoney {
  readonly #db: Database;
  readonly #random: SeededRandom;
  readonly #admin: number | null;
  /** When the first shift opened. */
  readonly #opened: number;
  readonly #insert;
  readonly #setCharge;

  constructor(
    db: Database,
    random: SeededRandom,
    admin: number | null,
    { now, first }: { now: number; first: number },
  ) {
    this.#db = db;
    this.#random = random;
    this.#admin = admin;
    this.#insert = db.prepare(
      `INSERT INTO ledger_entry (at, booking_id, payer_id, user_id, kind, method, amount, actor, actor_id, shift_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'admin', ?, ?)`,
    );
    this.#setCharge = db.prepare('UPDATE payer SET charge = ? WHERE id = ?');
    const open = db.prepare(
      'INSERT INTO shift (id, opened_at, opened_by, float, closed_at, closed_by) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const last = now - LAST_SHIFT_AGE;
    const daysBefore = Math.ceil(Math.max(0, last - first) / DAY);
    this.#opened = last - daysBefore * DAY;
    for (let day = 0; day <= daysBefore; day += 1) {
      const from = this.#opened + day * DAY;
      const isOpen = day === daysBefore;
      open.run(day + 1, from, admin, FLOAT, isOpen ? null : from + DAY, isOpen ? null : admin);
    }
  }

  /** Adds a booking's entries: some come in two parts, and half is kept of some cancelled ones. */
  addEntries(booking: DecidedBooking): void {
    const { payerId, status, method, price } = booking;
    const isPart = this.#random.chance(0.1);
    const wasPaid = status === 'paid' || (status === 'cancelled' && this.#random.chance(0.4));
    const part = isPart ? Math.round(price / 2) : price;
    if (wasPaid || (status === 'pending' && isPart)) this.#add(booking, 'payment', method, part);
    if (wasPaid && isPart) this.#add(booking, 'payment', 'cash', price - part);
    if (status !== 'cancelled' || !wasPaid) return;
    const kept = this.#random.chance(0.5) ? Math.round(price / 2) : 0;
    this.#setCharge.run(kept, payerId);
    this.#add(booking, 'refund', method, kept - price);
  }

  /** A credit package that a member paid for by transfer. */
  addCredit(memberId: number, paid: number, credit: number, at: number): void {
    const { lastInsertRowid } = this.#insert.run(
      at,
      null,
      null,
      memberId,
      'top_up',
      'bank_transfer',
      paid,
      this.#admin,
      null,
    );
    this.#db
      .query('INSERT INTO credit_entry (at, user_id, amount, ledger_id) VALUES (?, ?, ?, ?)')
      .run(at, memberId, credit, lastInsertRowid);
  }

  /** Counts the drawer of each closed shift, after the last entry; once, PKR 500 are missing. */
  countShifts(): void {
    this.#db.run(`UPDATE shift SET expected = float +
      (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE shift_id = shift.id) WHERE closed_at IS NOT NULL`);
    this.#db.run(
      'UPDATE shift SET counted = max(0, expected - iif(id = 2, 500, 0)) WHERE closed_at IS NOT NULL',
    );
  }

  #add(booking: DecidedBooking, kind: 'payment' | 'refund', method: string, amount: number): void {
    if (amount === 0) return;
    const { id, payerId, userId, at } = booking;
    const shift = method === 'cash' ? Math.floor((at - this.#opened) / DAY) + 1 : null;
    this.#insert.run(at, id, payerId, userId, kind, method, amount, this.#admin, shift);
  }
}
