import type { Database } from 'bun:sqlite';
import * as v from 'valibot';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { type BankColumns, bankColumnsSchema, type StatementLine } from '../domain/bank.ts';
import { addDays, clubInstant } from '../domain/business-day.ts';
import type { Candidate } from './match.ts';
import type { Reversible } from './reversals.ts';

/** A stored line, with how much of it is used. */
export interface BankLineRow {
  id: number;
  date: string;
  minute: number | null;
  paisa: number;
  text: string;
  /** When the file it came from was read, in epoch milliseconds. */
  read_at: number;
  /** 1: found in a statement that an owner dropped. */
  proven: number;
  ignored: string | null;
  /** Why the bank may have taken the money back; null without a doubt, and once somebody has settled it. */
  doubt: string | null;
  /** PKR of the active entries that it pays or confirms. */
  used: number;
}

/** Unused paisa of a line. */
export function restOf({ paisa, used }: BankLineRow): number {
  return paisa - used * 100;
}

/** A line is open while a rupee of it is left; paisa belong to no booking. */
export function isOpen(line: BankLineRow): boolean {
  return line.ignored === null && restOf(line) >= 100;
}

/** How to read a bank's statements. */
export interface BankFormat {
  columns: BankColumns;
  /** The text columns that tell lines apart. */
  identity: number[];
  /** An owner has confirmed the columns. */
  by_owner: boolean;
}

/** How a line was used. */
export interface BankMatchRow {
  line_id: number;
  entry_id: number;
  pays: number;
  /** Null for a place in an event or a purchase. */
  booking_id: number | null;
  payer_id: number;
  name: string;
  amount: number;
}

/** A waiting receipt or recorded transfer that no statement line shows. */
export interface UnprovenTransfer {
  /** Null for a place in an event or a purchase. */
  booking_id: number | null;
  payer_id: number;
  entry_id: number | null;
  name: string;
  /** PKR. */
  amount: number;
  /** When it was recorded or its receipt arrived, whichever came first. */
  since: number;
  has_email: number;
  /** JSON: `Consents`. */
  consents: string;
  phone: string;
  /** The image was sent for another payer too. */
  reused: number;
}

const LINE_COLUMNS = `id, date, minute, paisa, text, proven, ignored, doubt, used,
  (SELECT at FROM bank_statement WHERE bank_statement.id = statement_id) AS read_at`;
/** Less than a rupee is left: paisa are kept and belong to no booking. */
const IS_OPEN = 'ignored IS NULL AND paisa - used * 100 >= 100';
/** Its money went back, but bookings are paid with it. */
const IS_TAKEN_BACK = 'doubt IS NOT NULL AND ignored IS NULL AND used > 0';
const IS_WANTED = 'IN (SELECT value FROM json_each($ids))';
/** How many lines to match at a time; the newest ones, so that old ones without a booking don't hide new ones. */
export const MAX_OPEN = 5000;
/** Anything played or recorded longer before a line isn't waiting for a transfer. */
const CANDIDATE_DAYS = 60;

/** True for an entry that was not undone. */
export function standing(entry: string): string {
  return `NOT EXISTS (SELECT 1 FROM ledger_entry AS undone WHERE undone.reverses = ${entry})`;
}

const IS_TRANSFER = `entry.kind = 'payment' AND entry.method = 'bank_transfer' AND ${standing('entry.id')}`;
/** The longest gap without a line between two consecutive statements. */
const LONG_WEEKEND_DAYS = 4;
const TRANSFER_DAY =
  "max(line.date, date(ifnull(booking.created_at, payer.created_at) / 1000, 'unixepoch', '+5 hours'))";
/** An active transfer that no line confirms. */
const IS_UNCONFIRMED = `${IS_TRANSFER} AND NOT EXISTS (SELECT 1 FROM bank_match WHERE entry_id = entry.id)`;
/**
 * As above; or its line isn't the bank's: staff dropped it, and an owner's statement that goes beyond its day lacks
 * it. A statement's last day may be incomplete, unless the next one continues within a long weekend. A line from
 * before its booking was made stands for a transfer on the booking's day.
 */
const IS_UNSHOWN = `${IS_TRANSFER} AND NOT EXISTS (
  SELECT 1 FROM bank_match JOIN bank_line AS line ON line.id = line_id JOIN bank_statement AS source ON source.id = statement_id
  WHERE entry_id = entry.id AND (proven = 1 OR NOT EXISTS (SELECT 1 FROM bank_statement AS own
    WHERE own.by_owner = 1 AND own.iban = source.iban AND ${TRANSFER_DAY} >= own.first_date AND ${TRANSFER_DAY} <
      (SELECT max(last_date) FROM bank_statement AS next WHERE next.by_owner = 1 AND next.iban = own.iban
        AND next.first_date <= date(own.last_date, '+${LONG_WEEKEND_DAYS} days')))))`;

/** When a payer's newest receipt arrived, and the newest that staff did not upload. */
const UPLOADED_AT = '(SELECT max(created_at) FROM receipt WHERE receipt.payer_id = payer.id)';
const RECEIPT_AT =
  '(SELECT max(created_at) FROM receipt WHERE receipt.payer_id = payer.id AND by_customer = 1)';

/** True if a receipt's image was sent for another payer too; the same expression as in `src/receipts`. */
const IS_REUSED = `EXISTS (SELECT 1 FROM receipt AS mine JOIN receipt AS other
  ON other.payer_id <> mine.payer_id AND (
    other.sha256 IN (mine.sha256, mine.source_sha256) OR other.source_sha256 IN (mine.sha256, mine.source_sha256))
  WHERE mine.payer_id = transfer.payer_id)`;

/** One text per person: the member, or the contact. */
const PERSON = "ifnull('member ' || payer.user_id, lower(payer.email) || ' ' || payer.phone)";

/** What a payer still owes. Money for a released booking, or for a receipt that is waiting, may come late. */
const OPEN_PART = `CASE WHEN payer.charge > payer.received THEN payer.charge - payer.received
  WHEN payer.receipt_waits = 1 OR booking.state = 'released' THEN payer.price - max(payer.received, 0) ELSE 0 END`;

/** Waiting receipts and recorded transfers from `$from` until before `$before` that have no line. */
const UNPROVEN = `(
  SELECT payer.booking_id, payer.id AS payer_id, NULL AS entry_id, payer.name, payer.email <> '' AS has_email,
    payer.consents, payer.phone, ${OPEN_PART} AS amount, ${UPLOADED_AT} AS since
  FROM payer INDEXED BY payer_receipt_waits LEFT JOIN booking ON booking.id = payer.booking_id
  WHERE payer.receipt_waits = 1 AND ${OPEN_PART} > 0
  UNION ALL
  SELECT payer.booking_id, payer.id, entry.id, payer.name, payer.email <> '', payer.consents, payer.phone,
    entry.amount, min(entry.at, ifnull(${RECEIPT_AT}, entry.at))
  FROM ledger_entry AS entry JOIN payer ON payer.id = entry.payer_id
    LEFT JOIN booking ON booking.id = payer.booking_id
  WHERE entry.at >= $from AND ${IS_UNSHOWN}
) AS transfer WHERE since >= $from AND since < $before`;

/** Statement lines and how they were used. Rows are never removed. */
export class BankStore {
  readonly db: Database;
  readonly #insert;
  readonly #prove;
  readonly #insertMatch;
  readonly #select;
  readonly #selectMatches;

  constructor(db: Database) {
    this.db = db;
    this.#insert = db.prepare<null, (string | number | null)[]>(
      `INSERT INTO bank_line (statement_id, digest, date, minute, paisa, text, proven) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (digest) DO NOTHING`,
    );
    this.#prove = db.prepare<null, [number | null, string, string]>(
      `UPDATE bank_line SET proven = 1, minute = ?1, text = iif(text = '', '', ?2) WHERE digest = ?3 AND proven = 0`,
    );
    this.#insertMatch = db.prepare<null, [number, number, number]>(
      'INSERT INTO bank_match (line_id, entry_id, pays) VALUES (?, ?, ?)',
    );
    this.#select = db.prepare<BankLineRow, [number]>(`SELECT ${LINE_COLUMNS} FROM bank_line WHERE id = ?`);
    this.#selectMatches = db.prepare<BankMatchRow, [string]>(
      `SELECT match.line_id, match.entry_id, match.pays, entry.booking_id, entry.payer_id, entry.amount,
         (SELECT name FROM payer WHERE payer.id = entry.payer_id) AS name
       FROM bank_match AS match JOIN ledger_entry AS entry ON entry.id = match.entry_id
       WHERE match.line_id IN (SELECT value FROM json_each(?)) AND ${standing('entry.id')} ORDER BY match.entry_id`,
    );
  }

  /** The columns somebody confirmed for this header; null for an unknown one. */
  findFormat(shape: string): BankFormat | null {
    const row = this.db
      .query<{ columns: string; identity: string; by_owner: number }, [string]>(
        'SELECT columns, identity, by_owner FROM bank_format WHERE shape = ?',
      )
      .get(shape);
    const columns = row && v.safeParse(bankColumnsSchema, JSON.parse(row.columns));
    if (!row || !columns?.success) return null;
    return {
      columns: columns.output,
      identity: JSON.parse(row.identity),
      by_owner: row.by_owner === 1,
    };
  }

  /** The column names of all known banks. */
  listShapes(): Set<string> {
    const rows = this.db.query<{ shape: string }, []>('SELECT shape FROM bank_format').all();
    return new Set(rows.map(({ shape }) => shape));
  }

  rememberFormat(tx: Transaction, shape: string, { columns, identity, by_owner }: BankFormat): void {
    tx.db
      .query(
        `INSERT INTO bank_format (shape, columns, identity, by_owner) VALUES (?, ?, ?, ?)
         ON CONFLICT (shape) DO UPDATE SET columns = ?2, identity = ?3, by_owner = ?4`,
      )
      .run(shape, JSON.stringify(columns), JSON.stringify(identity), by_owner ? 1 : 0);
  }

  /**
   * Adds a line unless it is already known; returns whether it is new. From staff, a line keeps only the `identified`
   * text covered by its digest, because an owner's file proves nothing more; a proven one gets that file's time and
   * text.
   */
  add(
    statementId: number,
    digest: string,
    { date, minute, paisa, text }: StatementLine,
    identified: string,
    isProven: boolean,
  ): boolean {
    const own = isProven ? text : identified;
    const { changes } = this.#insert.run(statementId, digest, date, minute, paisa, own, isProven ? 1 : 0);
    if (changes === 0 && isProven)
      this.#prove.run(minute, text.includes(identified) ? text : identified, digest);
    return changes > 0;
  }

  /**
   * Lines of an amount that the bank may take back, leaving out those that belong to no booking or were already taken
   * back.
   */
  listReversible(iban: string, paisa: number, from: string, until: string): Reversible[] {
    return this.db
      .query<Reversible, [number, string, string, string]>(
        `SELECT id, date, text, used FROM bank_line WHERE paisa = ? AND date BETWEEN ? AND ? AND ignored IS NULL
           AND reversal IS NULL AND (SELECT iban FROM bank_statement WHERE bank_statement.id = statement_id) = ?
         ORDER BY date, id`,
      )
      .all(paisa, from, until, iban);
  }

  /** True if this outgoing line has already taken a line back or put one in doubt. */
  hasReversal(digest: string): boolean {
    return this.db.query('SELECT 1 FROM bank_line WHERE reversal = ?').get(digest) !== null;
  }

  setReversal(tx: Transaction, id: number, digest: string, doubt: string): void {
    tx.db.query('UPDATE bank_line SET reversal = ?, doubt = ? WHERE id = ?').run(digest, doubt, id);
  }

  settleDoubt(tx: Transaction, id: number): void {
    tx.db.query('UPDATE bank_line SET doubt = NULL WHERE id = ?').run(id);
  }

  /** Lines in use although the bank took their money back. */
  listTakenBack(): BankLineRow[] {
    return this.db
      .query<BankLineRow, []>(
        `SELECT ${LINE_COLUMNS} FROM bank_line WHERE ${IS_TAKEN_BACK} AND NOT (${IS_OPEN}) ORDER BY date, id`,
      )
      .all();
  }

  countTakenBack(): number {
    const row = this.db
      .query<{ count: number }, []>(`SELECT count(*) AS count FROM bank_line WHERE ${IS_TAKEN_BACK}`)
      .get();
    return row?.count ?? 0;
  }

  addStatement(tx: Transaction, { user_id }: Actor, iban: string, byOwner: boolean): number {
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO bank_statement (at, actor_id, by_owner, iban) VALUES (?, ?, ?, ?)')
      .run(tx.now, user_id, byOwner ? 1 : 0, iban);
    return Number(lastInsertRowid);
  }

  /**
   * Sets the days that a statement covers, only once all its lines are stored; otherwise a missing one would raise an
   * alarm.
   */
  setPeriod(tx: Transaction, id: number, first: string, last: string): void {
    tx.db.query('UPDATE bank_statement SET first_date = ?, last_date = ? WHERE id = ?').run(first, last, id);
  }

  find(id: number): BankLineRow | null {
    return this.#select.get(id);
  }

  /**
   * The newest open lines, in oldest-first order, because the first of two transfers belongs to the first booking.
   */
  listOpen(from = '', until = '9999'): BankLineRow[] {
    return this.db
      .query<BankLineRow, [string, string]>(
        `SELECT ${LINE_COLUMNS} FROM bank_line WHERE ${IS_OPEN} AND date BETWEEN ? AND ?
         ORDER BY date DESC, minute DESC, id DESC LIMIT ${MAX_OPEN}`,
      )
      .all(from, until)
      .reverse();
  }

  countOpen(): number {
    return (
      this.db.query<{ count: number }, []>(`SELECT count(*) AS count FROM bank_line WHERE ${IS_OPEN}`).get()
        ?.count ?? 0
    );
  }

  /** Finished lines, newest first; `before` is the last id of the previous page. */
  listDone(state: 'matched' | 'ignored', before: number, limit: number): BankLineRow[] {
    const condition =
      state === 'ignored'
        ? 'ignored IS NOT NULL'
        : `ignored IS NULL AND NOT (${IS_OPEN}) AND NOT (${IS_TAKEN_BACK})`;
    return this.db
      .query<BankLineRow, [number, number]>(
        `SELECT ${LINE_COLUMNS} FROM bank_line WHERE id < ? AND ${condition} ORDER BY id DESC LIMIT ?`,
      )
      .all(before, limit);
  }

  listMatches(lineId: number): BankMatchRow[] {
    return this.listMatchesOf([lineId]);
  }

  /** How the lines were used, in entry order. */
  listMatchesOf(lineIds: readonly number[]): BankMatchRow[] {
    return this.#selectMatches.all(JSON.stringify(lineIds));
  }

  addMatch(lineId: number, entryId: number, pays: boolean): void {
    this.#insertMatch.run(lineId, entryId, pays ? 1 : 0);
  }

  /** Undoes a line's confirmation of an entry. */
  removeConfirmation(tx: Transaction, lineId: number, entryId: number): void {
    tx.db
      .query('DELETE FROM bank_match WHERE line_id = ? AND entry_id = ? AND pays = 0')
      .run(lineId, entryId);
  }

  setIgnored(tx: Transaction, id: number, reason: string | null): void {
    tx.db.query('UPDATE bank_line SET ignored = ? WHERE id = ?').run(reason, id);
  }

  isConfirmed(entryId: number): boolean {
    return this.db.query('SELECT 1 FROM bank_match WHERE entry_id = ?').get(entryId) !== null;
  }

  /**
   * The bank lines behind a booking's transfers, oldest first: only active ones that appear in an owner's statement.
   */
  listPaidFrom(bookingId: number): { payer_id: number; date: string; text: string }[] {
    return this.db
      .query<{ payer_id: number; date: string; text: string }, [number]>(
        `SELECT entry.payer_id, line.date, line.text
         FROM ledger_entry AS entry JOIN bank_match ON entry_id = entry.id JOIN bank_line AS line ON line.id = line_id
         WHERE entry.booking_id = ? AND ${IS_TRANSFER} AND line.proven = 1 AND line.text <> '' ORDER BY entry.id`,
      )
      .all(bookingId);
  }

  /** The first and last day covered by an account's statements; null without any. */
  coverage(iban: string): { from: string; until: string } | null {
    const row = this.db
      .query<{ from: string | null; until: string | null }, [string]>(
        'SELECT min(first_date) AS "from", max(last_date) AS until FROM bank_statement WHERE iban = ?',
      )
      .get(iban);
    return row?.from && row.until ? { from: row.from, until: row.until } : null;
  }

  /** The day of the first booking; earlier statements don't matter. */
  firstBookingDate(): string | null {
    return (
      this.db
        .query<{ date: string | null }, []>(
          "SELECT date(min(created_at) / 1000, 'unixepoch', '+5 hours') AS date FROM booking WHERE id = (SELECT min(id) FROM booking)",
        )
        .get()?.date ?? null
    );
  }

  /** A booking's customer as a payer; null without such a booking. */
  customerOf(bookingId: number | null): number | null {
    const row = this.db
      .query<{ id: number }, [number | null]>('SELECT id FROM payer WHERE booking_id = ? AND position = 1')
      .get(bookingId);
    return row?.id ?? null;
  }

  /** Bookings that lines dated `first` to `last` may be for. */
  listCandidateBookings(first: string, last: string): number[] {
    const from = addDays(first, -CANDIDATE_DAYS);
    return this.db
      .query<{ id: number }, { from: string; since: number; until: number }>(
        `SELECT id FROM booking WHERE date >= $from AND created_at < $until
         UNION SELECT booking.id FROM ledger_entry AS entry JOIN booking ON booking.id = entry.booking_id
         WHERE entry.method = 'bank_transfer' AND entry.at >= $since AND booking.created_at < $until ORDER BY id`,
      )
      .all({ from, since: clubInstant(from, 0), until: clubInstant(last, 24 * 60) })
      .map(({ id }) => id);
  }

  /** When the bookings with these numbers were made; numbers without a booking are left out. */
  bookedAt(numbers: readonly number[]): Map<number, number> {
    const rows = this.db
      .query<{ id: number; at: number }, { ids: string }>(
        `SELECT id, created_at AS at FROM booking WHERE id ${IS_WANTED}`,
      )
      .all({ ids: JSON.stringify(numbers) });
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  /** What the club is waiting for, plus transfers recorded without a line. */
  listCandidates(bookingIds: readonly number[]): Candidate[] {
    return this.db
      .query<Candidate, { ids: string }>(
        `SELECT payer.booking_id, payer.id AS payer_id, NULL AS entry_id, payer.name, payer.created_at AS booked_at,
           ${RECEIPT_AT} AS receipt_at, NULL AS entered_at, ${PERSON} AS customer, ${OPEN_PART} AS amount
         FROM payer JOIN booking ON booking.id = payer.booking_id
         WHERE payer.booking_id ${IS_WANTED} AND ${OPEN_PART} > 0
         UNION ALL
         SELECT payer.booking_id, payer.id, entry.id, payer.name, payer.created_at, ${RECEIPT_AT}, entry.at, ${PERSON},
           entry.amount
         FROM ledger_entry AS entry JOIN payer ON payer.id = entry.payer_id
         WHERE entry.booking_id ${IS_WANTED} AND ${IS_UNCONFIRMED}
         ORDER BY booking_id`,
      )
      .all({ ids: JSON.stringify(bookingIds) });
  }

  /** The same for places and purchases, of which there are few. */
  listItemCandidates(): Candidate[] {
    const columns = `NULL AS booking_id, payer.id AS payer_id`;
    return this.db
      .query<Candidate, []>(
        `SELECT ${columns}, NULL AS entry_id, payer.name, payer.created_at AS booked_at, ${RECEIPT_AT} AS receipt_at,
           NULL AS entered_at, ${PERSON} AS customer, ${OPEN_PART} AS amount
         FROM payer LEFT JOIN booking ON booking.id = payer.booking_id
         WHERE payer.booking_id IS NULL AND (payer.charge > payer.received OR payer.receipt_waits = 1) AND ${OPEN_PART} > 0
         UNION ALL
         SELECT ${columns}, entry.id, payer.name, payer.created_at, ${RECEIPT_AT}, entry.at, ${PERSON}, entry.amount
         FROM ledger_entry AS entry JOIN payer ON payer.id = entry.payer_id
         WHERE payer.booking_id IS NULL AND entry.booking_id IS NULL AND ${IS_UNCONFIRMED}
         ORDER BY payer_id`,
      )
      .all();
  }

  /** Receipts and transfers from the instant `from` until before `before` that no line shows. */
  listUnproven(from: number, before: number): UnprovenTransfer[] {
    return this.db
      .query<UnprovenTransfer, { from: number; before: number }>(
        `SELECT *, ${IS_REUSED} AS reused FROM ${UNPROVEN} ORDER BY since, booking_id`,
      )
      .all({ from, before });
  }

  countUnproven(from: number, before: number): number {
    const row = this.db
      .query<{ count: number }, { from: number; before: number }>(`SELECT count(*) AS count FROM ${UNPROVEN}`)
      .get({ from, before });
    return row?.count ?? 0;
  }
}
