import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { LedgerEntry, Shift } from '../domain/ledger.ts';
import { ENTRY_COLUMNS, ENTRY_TABLES, type LedgerRow, toLedgerEntry } from './ledger-store.ts';
import type { StaffGrants } from './staff-grants.ts';

interface ShiftRow {
  id: number;
  opened_at: number;
  opened_by: string | null;
  float: number;
  expected: number;
  closed_at: number | null;
  closed_by: string | null;
  counted: number | null;
  note: string | null;
}

const SELECT_SHIFTS = `SELECT shift.id, opened_at, opener.name AS opened_by, float,
    ifnull(expected, float + ifnull((SELECT sum(amount) FROM ledger_entry WHERE shift_id = shift.id), 0)) AS expected,
    closed_at, closer.name AS closed_by, counted, note
  FROM shift LEFT JOIN user AS opener ON opener.id = shift.opened_by
    LEFT JOIN user AS closer ON closer.id = shift.closed_by`;

/** The cash drawer: opened with a float, closed by counting. Every cash entry belongs to a shift. */
export class ShiftStore {
  readonly #select;
  readonly #selectById;
  readonly #selectEntries;
  readonly #selectOpen;
  readonly #selectLastCount;
  readonly #grants: StaffGrants;

  constructor(db: Database, grants: StaffGrants) {
    this.#grants = grants;
    const isVisible = '(?2 IS NULL OR closed_at IS NULL OR shift.opened_by = ?2 OR shift.closed_by = ?2)';
    this.#select = db.prepare<ShiftRow, [number, number | null]>(
      `${SELECT_SHIFTS} WHERE ${isVisible} ORDER BY shift.id DESC LIMIT ?1`,
    );
    this.#selectById = db.prepare<ShiftRow, [number, number | null]>(
      `${SELECT_SHIFTS} WHERE shift.id = ?1 AND ${isVisible}`,
    );
    this.#selectEntries = db.prepare<LedgerRow, [number]>(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE entry.shift_id = ? ORDER BY entry.id`,
    );
    this.#selectOpen = db.prepare<{ id: number }, []>('SELECT id FROM shift WHERE closed_at IS NULL');
    this.#selectLastCount = db.prepare<{ counted: number; certain: number }, []>(
      'SELECT counted, min(counted, expected) AS certain FROM shift WHERE counted IS NOT NULL ORDER BY id DESC LIMIT 1',
    );
  }

  /** The newest shifts first; with `userId` only the open one and those that this user opened or closed. */
  listRecent(limit: number, userId: number | null = null): Shift[] {
    return this.#select.all(limit, userId).map(toShift);
  }

  /** `userId` as in `listRecent`. */
  require(id: number, userId: number | null = null): Shift {
    const row = this.#selectById.get(id, userId);
    if (!row) throw new Failure('not_found', 'There is no shift with this number.');
    return toShift(row);
  }

  listEntries(id: number): LedgerEntry[] {
    return this.#selectEntries.all(id).map(toLedgerEntry);
  }

  /**
   * The id of the open shift. Without one, cash opens a shift with what the last count left in the drawer, so that
   * every rupee of cash is in a count.
   */
  requireOpen(tx: Transaction, actor: Actor): number {
    const open = this.#selectOpen.get();
    return open ? open.id : this.open(tx, this.#selectLastCount.get()?.counted ?? 0, actor).id;
  }

  /**
   * Throws `wrong_state` while another shift is open: there is one drawer. Owners are told what is missing since the
   * last count; anything that count had above the expected amount may never have been there.
   */
  open(tx: Transaction, float: number, actor: Actor): Shift {
    if (this.#selectOpen.get()) throw new Failure('wrong_state', 'A shift is already open. Close it first.');
    this.#note(tx, actor, 'taken_out', (this.#selectLastCount.get()?.certain ?? 0) - float);
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO shift (opened_at, opened_by, float) VALUES (?, ?, ?)')
      .run(tx.now, actor.user_id, float);
    return this.require(Number(lastInsertRowid));
  }

  close(
    tx: Transaction,
    id: number,
    input: { counted: number; note?: string | undefined },
    actor: Actor,
  ): Shift {
    const shift = this.require(id);
    if (shift.closed_at !== null) throw new Failure('wrong_state', 'This shift is already closed.');
    tx.db
      .query(
        'UPDATE shift SET closed_at = ?, closed_by = ?, expected = ?, counted = ?, note = ? WHERE id = ?',
      )
      .run(tx.now, actor.user_id, shift.expected, input.counted, input.note || null, id);
    this.#note(tx, actor, 'missing', shift.expected - input.counted);
    return this.require(id);
  }

  #note(tx: Transaction, actor: Actor, kind: 'missing' | 'taken_out', amount: number): void {
    if (amount > 0) this.#grants.note(tx, actor, { kind, amount, booking_id: null });
  }
}

function toShift({ opened_at, closed_at, ...row }: ShiftRow): Shift {
  return {
    ...row,
    opened_at: clubTimestamp(opened_at),
    closed_at: closed_at === null ? null : clubTimestamp(closed_at),
  };
}
