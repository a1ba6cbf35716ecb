import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { insertRow } from '../db/insert-row.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { LedgerEntry, NewLedgerEntry } from '../domain/ledger.ts';
import { heldWays, type MoneyPart } from '../domain/money-ways.ts';
import type { ShiftStore } from './shift-store.ts';
import type { StaffGrants } from './staff-grants.ts';

/** A ledger entry as stored: `at` is epoch milliseconds. */
export interface LedgerRow extends Omit<LedgerEntry, 'at'> {
  at: number;
}

export const ENTRY_COLUMNS = `entry.id, entry.at, entry.booking_id, entry.user_id, entry.kind, entry.method,
  entry.amount, entry.reference, entry.note, entry.actor, entry.shift_id, entry.reverses,
  person.name AS actor_name, undone.id AS reversed_by, entry.payer_id,
  (SELECT name FROM payer WHERE id = entry.payer_id AND position IS NOT 1) AS payer_name`;
export const ENTRY_TABLES = `ledger_entry AS entry LEFT JOIN user AS person ON person.id = entry.actor_id
  LEFT JOIN ledger_entry AS undone ON undone.reverses = entry.id`;

/**
 * The ledger's rows and the credit that moves with them. Append-only; a trigger maintains what each payer has paid.
 */
export class LedgerStore {
  readonly #insertCredit;
  readonly #selectCredit;
  readonly #selectCreditPaid;
  readonly #selectEntry;
  readonly #selectByBooking;
  readonly #selectByPayer;
  readonly #selectByAdmin;
  readonly #grants: StaffGrants;
  readonly #shifts: ShiftStore;

  constructor(db: Database, grants: StaffGrants, shifts: ShiftStore) {
    this.#grants = grants;
    this.#shifts = shifts;
    this.#insertCredit = db.prepare<null, [number, number, number, number]>(
      'INSERT INTO credit_entry (at, user_id, amount, ledger_id) VALUES (?, ?, ?, ?)',
    );
    this.#selectCredit = db.prepare<{ amount: number }, [number]>(
      'SELECT sum(amount) AS amount FROM credit_entry WHERE user_id = ?',
    );
    this.#selectCreditPaid = db.prepare<{ amount: number }, [number]>(
      "SELECT sum(amount) AS amount FROM ledger_entry WHERE payer_id = ? AND method = 'credit'",
    );
    this.#selectEntry = db.prepare<LedgerRow, [number]>(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.id = ?`,
    );
    this.#selectByAdmin = db.prepare<{ one: number }, [number]>(
      "SELECT 1 AS one FROM ledger_entry WHERE actor = 'admin' AND actor_id = ? LIMIT 1",
    );
    this.#selectByPayer = db.prepare<LedgerRow, [number]>(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.payer_id = ? ORDER BY entry.id`,
    );
    this.#selectByBooking = db.prepare<LedgerRow, [number]>(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.booking_id = ? ORDER BY entry.id`,
    );
  }

  /** A payer's entries, oldest first. */
  listByPayer({ id }: { id: number }): LedgerEntry[] {
    return this.#selectByPayer.all(id).map(toLedgerEntry);
  }

  /** A booking's entries, oldest first. */
  listByBooking(bookingId: number): LedgerEntry[] {
    return this.#selectByBooking.all(bookingId).map(toLedgerEntry);
  }

  /** A member's remaining credit in PKR. */
  creditOf(userId: number): number {
    return this.#selectCredit.get(userId)?.amount ?? 0;
  }

  /** PKR of credit that a payer has paid with and not got back. */
  creditPaidBy(payerId: number): number {
    return this.#selectCreditPaid.get(payerId)?.amount ?? 0;
  }

  /** Whether the user has added an entry as an admin. */
  hasEntryBy(userId: number): boolean {
    return this.#selectByAdmin.get(userId) !== null;
  }

  require(id: number): LedgerEntry {
    const row = this.#selectEntry.get(id);
    if (!row) throw new Failure('not_found', 'There is no entry with this number in the ledger.');
    return toLedgerEntry(row);
  }

  /**
   * Adds an entry; cash belongs to the open shift, which its first entry opens. Paying with credit uses it up,
   * refunding to credit adds to it. Staff refunds stay within their limit.
   */
  add(tx: Transaction, actor: Actor, entry: NewLedgerEntry): LedgerEntry {
    this.#countGrant(tx, actor, entry);
    const creditChange = entry.method === 'credit' ? -entry.amount : 0;
    if (creditChange !== 0) this.#assertCredit(entry.user_id, creditChange);
    const shiftId = entry.method === 'cash' ? this.#shifts.requireOpen(tx, actor) : null;
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO ledger_entry', {
      at: tx.now,
      booking_id: entry.booking_id,
      user_id: entry.user_id,
      kind: entry.kind,
      method: entry.method,
      amount: entry.amount,
      reference: entry.reference || null,
      note: entry.note || null,
      actor: actor.kind,
      actor_id: actor.user_id,
      shift_id: shiftId,
      reverses: entry.reverses ?? null,
      payer_id: entry.payer_id ?? null,
    });
    const id = Number(lastInsertRowid);
    if (creditChange !== 0) this.addCredit(tx, entry.user_id as number, creditChange, id);
    return this.require(id);
  }

  /** Changes a member's credit along with the ledger entry `ledgerId`. */
  addCredit(tx: Transaction, userId: number, amount: number, ledgerId: number): void {
    this.#assertCredit(userId, amount);
    this.#insertCredit.run(tx.now, userId, amount, ledgerId);
  }

  /** Undoes an entry with another one of the opposite amount. An entry can be undone once, a reversal never. */
  reverse(tx: Transaction, actor: Actor, id: number, reason: string): LedgerEntry {
    const entry = this.require(id);
    if (entry.reverses !== null) {
      throw new Failure('wrong_state', 'This entry undoes another one. Record the payment again instead.');
    }
    if (entry.reversed_by !== null) throw new Failure('wrong_state', 'This entry was already undone.');
    if (entry.kind === 'top_up' && actor.role === 'staff') {
      throw new Failure('forbidden', 'Only an owner may undo credit that was sold. Ask an owner to do this.');
    }
    const reversal = this.add(tx, actor, {
      booking_id: entry.booking_id,
      user_id: entry.user_id,
      kind: 'correction',
      method: entry.method,
      amount: -entry.amount,
      note: reason,
      reverses: id,
      payer_id: entry.payer_id,
    });
    if (entry.kind === 'top_up' && entry.user_id !== null) {
      const credited = tx.db
        .query<{ amount: number }, [number]>('SELECT amount FROM credit_entry WHERE ledger_id = ?')
        .get(id);
      if (credited) this.addCredit(tx, entry.user_id, -credited.amount, reversal.id);
    }
    return reversal;
  }

  /**
   * Every rupee that staff pay out counts, even if later undone, except a slip of their own; a transfer that they enter
   * waits for its receipt.
   */
  #countGrant(
    tx: Transaction,
    actor: Actor,
    { amount, booking_id, payer_id, kind, method, proven, line_id, reverses }: NewLedgerEntry,
  ): void {
    if (amount < 0) {
      if (reverses !== undefined && this.#grants.isSlip(tx, actor, reverses)) return;
      const grant = reverses !== undefined ? 'undo' : method === 'credit' ? 'credit' : 'refund';
      this.#grants.add(tx, actor, { kind: grant, amount: -amount, booking_id, payer_id });
    } else if (!proven && kind === 'payment' && (method === 'bank_transfer' || method === 'card')) {
      this.#grants.note(tx, actor, { kind: 'unproven', amount, booking_id, payer_id, line_id });
    }
  }

  #assertCredit(userId: number | null, change: number): void {
    if (userId === null) {
      throw invalidField('method', 'Credit belongs to a member. This booking was made without an account.');
    }
    const left = this.creditOf(userId);
    if (left + change < 0) {
      throw invalidField('amount', `The member has ${formatPkr(left)} of credit left.`);
    }
  }
}

/** The ways that hold each booking's money; bookings without money are not in the map. */
export function heldWaysByBooking(db: Database, bookingIds: readonly number[]): Map<number, MoneyPart[]> {
  const rows = db
    .query<MoneyPart & { booking_id: number }, [string]>(
      `SELECT booking_id, method, amount FROM ledger_entry
       WHERE booking_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(JSON.stringify(bookingIds));
  const ways = new Map<number, MoneyPart[]>();
  for (const [id, entries] of Map.groupBy(rows, ({ booking_id }) => booking_id)) {
    const held = heldWays(entries);
    if (held.length > 0) ways.set(id, held);
  }
  return ways;
}

export function toLedgerEntry({ at, ...row }: LedgerRow): LedgerEntry {
  return { ...row, at: clubTimestamp(at) };
}
