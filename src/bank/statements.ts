import type { Payments } from '../bookings/payments.ts';
import { moneySubject, recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import {
  type BankColumns,
  type BankMatch,
  type BankPart,
  formatPaisa,
  MAX_HEADER_ROW,
  type ProposedColumns,
  type StatementLine,
} from '../domain/bank.ts';
import { addDays, clubTimestamp } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { shortDate } from '../domain/format-date.ts';
import { formatIban } from '../domain/iban.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Settings } from '../settings/settings.ts';
import { assertColumns, findHeader, listIbans, proposeColumns, shapeOf } from './columns.ts';
import { type LineNote, LineReader, type ReadLine, textOf } from './lines.ts';
import { bookingNumbers, type LineProposals, Matching, type MatchLine, namedBookings } from './match.ts';
import { findReversed, REVERSAL_DAYS } from './reversals.ts';
import { decodeStatement, readTable, type StatementTable } from './statement-csv.ts';
import { type BankLineRow, type BankStore, isOpen, MAX_OPEN, restOf } from './store.ts';

/** Lines per transaction, so that a long file keeps nobody waiting. */
const STORED_AT_ONCE = 100;
const MATCHED_AT_ONCE = 25;
const CANDIDATES_AT_ONCE = 250;
/** Milliseconds of work before other requests get their turn. */
const TURN_MS = 10;
/** How many days around a line to search for lines and bookings that belong with it. */
const NEAR_DAYS = 14;
/** Rows to choose the column names from, plus those below them. */
const SHOWN_ROWS = 40;
const SHOWN_LINES = 6;
const REFERENCE_CHARS = 200;

interface ImportResult {
  id: number;
  lines: number;
  new: number;
  /** Lines from before the club's first booking; not kept. */
  early: number;
  broken: LineNote[];
  /** Money the bank took back, and what happened to its lines. */
  taken_back: LineNote[];
}

/** How far the current import has got. */
export interface ImportProgress {
  rows: number;
  done: number;
}

export interface WaitingLine {
  line: BankLineRow;
  found: LineProposals;
}

/** Reads statements, and uses each of their lines once. */
export class Statements {
  readonly #club: ClubDb;
  readonly #store: BankStore;
  readonly #settings: Settings;
  readonly #ledger: LedgerStore;
  readonly #payments: Payments;
  readonly #now: () => number;
  #progress: ImportProgress | null = null;

  constructor(
    club: ClubDb,
    store: BankStore,
    below: { settings: Settings; ledger: LedgerStore; payments: Payments; now: () => number },
  ) {
    this.#club = club;
    this.#now = below.now;
    this.#store = store;
    this.#settings = below.settings;
    this.#ledger = below.ledger;
    this.#payments = below.payments;
  }

  /** Null if no statement is being read. */
  progress(): ImportProgress | null {
    return this.#progress;
  }

  /**
   * Stores incoming money. If nobody has confirmed the file's columns, answers with what was recognised. Files are
   * read one at a time, which bounds the memory.
   */
  async import(bytes: Uint8Array, confirmed: BankColumns | null, actor: Actor): Promise<ImportResult> {
    if (this.#progress) {
      throw new Failure('wrong_state', 'Another statement is being read. Please try again in a minute.');
    }
    this.#progress = { rows: 0, done: 0 };
    try {
      return await this.#import(bytes, confirmed, actor, this.#progress);
    } finally {
      this.#progress = null;
    }
  }

  async #import(
    bytes: Uint8Array,
    confirmed: BankColumns | null,
    actor: Actor,
    progress: ImportProgress,
  ): Promise<ImportResult> {
    const { iban } = this.#settings.facts().bank;
    if (!iban) throw new Failure('wrong_state', 'Please enter the bank account of the club first.');
    const table = await readTable(decodeStatement(bytes));
    const today = clubDate(this.#now());
    const header = confirmed?.header ?? this.#findHeader(table);
    assertOwnAccount(listIbans(table, header), iban);
    const shape = shapeOf(table, header);
    const format = this.#store.findFormat(shape);
    const known = confirmed ?? format?.columns;
    const proposed = proposeColumns(table, iban, today);
    // Columns confirmed for an earlier account have to be confirmed again.
    if (known?.iban !== iban) throw unknownColumns(table, proposed);
    // An owner's file proves its lines, so columns that only staff have confirmed don't decide how it is read.
    const isProven = actor.role !== 'staff';
    const columns = { ...known, header };
    if (isProven && !confirmed && !format?.by_owner && !Bun.deepEquals(columns, proposed))
      throw unknownColumns(table, columns);
    if (actor.role === 'staff' && format?.columns.iban === iban && !Bun.deepEquals(known, format.columns)) {
      throw new Failure('forbidden', 'This bank’s columns are already known. Ask an owner to change them.');
    }
    assertColumns(table, columns);
    const isTrusted = format?.by_owner || Bun.deepEquals(format?.identity, proposed.text);
    const identity = format && (!isProven || isTrusted) ? format.identity : known.text;
    const by_owner = isProven || (format?.by_owner === true && Bun.deepEquals(known, format.columns));
    const reader = await LineReader.open(table, columns, identity, today);
    const { id, first } = await this.#club.write((tx) => {
      this.#store.rememberFormat(tx, shape, { columns: known, identity, by_owner });
      return {
        id: this.#store.addStatement(tx, actor, iban, isProven),
        first: this.#store.firstBookingDate() ?? today,
      };
    });
    const rows = table.rows.slice(header + 1);
    progress.rows = rows.length;
    const digestOf = createDigests(iban);
    const result: ImportResult = { id, lines: 0, new: 0, early: 0, broken: [], taken_back: [] };
    const out: { line: ReadLine; digest: string }[] = [];
    let [from, until] = ['', ''];
    for (let start = 0; start < rows.length; start += STORED_AT_ONCE) {
      const lines: { line: StatementLine; identified: string; digest: string }[] = [];
      for (const row of rows.slice(start, start + STORED_AT_ONCE)) {
        const line = reader.read(row);
        if (line === null) continue;
        if ('reason' in line) {
          result.broken.push(line);
          continue;
        }
        const identified = textOf(row.cells, identity);
        if (line.side === 'out') {
          if (line.date >= first) out.push({ line, digest: digestOf(line, reader.identify(row.cells)) });
          continue;
        }
        if (from === '' || line.date < from) from = line.date;
        if (line.date > until) until = line.date;
        if (line.date < first) {
          result.early += 1;
          continue;
        }
        const digest = digestOf(line, reader.identify(row.cells));
        lines.push({ line, identified, digest });
      }
      result.lines += lines.length;
      result.new += await this.#club.write(
        () =>
          lines.filter(({ line, identified, digest }) =>
            this.#store.add(id, digest, line, identified, isProven),
          ).length,
      );
      progress.done = Math.min(progress.rows, start + STORED_AT_ONCE);
      await Bun.sleep(0);
    }
    for (let start = 0; start < out.length; start += STORED_AT_ONCE) {
      const chunk = out.slice(start, start + STORED_AT_ONCE);
      const taken = await this.#club.write((tx) =>
        chunk.flatMap(({ line, digest }) => this.#takeBack(tx, iban, line, digest, actor)),
      );
      result.taken_back.push(...taken);
      await Bun.sleep(0);
    }
    await this.#club.write((tx) => {
      if (until) this.#store.setPeriod(tx, id, from, until);
      const { lines, new: added } = result;
      recordAuditEntry(tx, actor, 'statement_read', 'bank_statement', id, { lines, new: added });
    });
    return result;
  }

  /** A header that somebody confirmed may have no known names at all. */
  #findHeader(table: StatementTable): number {
    const found = findHeader(table);
    if (this.#store.findFormat(shapeOf(table, found))) return found;
    const shapes = this.#store.listShapes();
    const first = table.rows.slice(0, MAX_HEADER_ROW);
    const known = first.findIndex((_, index) => shapes.has(shapeOf(table, index)));
    return known >= 0 ? known : found;
  }

  /** Takes back the line of a transfer that the bank has reversed, or marks it as doubtful; returns what it did. */
  #takeBack(tx: Transaction, iban: string, out: ReadLine, digest: string, actor: Actor): LineNote[] {
    if (this.#store.hasReversal(digest)) return [];
    const from = addDays(out.date, -REVERSAL_DAYS);
    const found = findReversed(out, this.#store.listReversible(iban, out.paisa, from, out.date));
    if (found === null) return [];
    const [sum, day] = [formatPaisa(out.paisa), shortDate(out.date)];
    const note = (text: string) => [{ row: out.row, reason: `${sum} was taken back. ${text}` }];
    if ('doubtful' in found) {
      const open = found.doubtful.filter(({ used }) => used === 0);
      for (const { id } of open)
        this.#store.setReversal(tx, id, digest, `The bank took ${sum} back on ${day}, maybe this transfer.`);
      if (open.length === 0)
        return note('It may be a transfer that’s already in use: please check with the bank.');
      return note(
        open.length === 1
          ? 'A transfer of this amount is now in doubt.'
          : `${open.length} transfers of this amount are now in doubt.`,
      );
    }
    const { id, used, date } = found.taken;
    const doubt = `The bank took it back on ${day}.`;
    this.#store.setReversal(tx, id, digest, doubt);
    if (used > 0) return note(`It came on ${shortDate(date)} and is in use: please undo it below.`);
    this.#store.setIgnored(tx, id, doubt);
    recordAuditEntry(tx, actor, 'bank_line_ignored', 'bank_line', id, { ignored: true });
    return note(`It came on ${shortDate(date)} and is now ignored.`);
  }

  /** Each open line with its possible matches; other requests are answered in between. */
  async propose(until?: string): Promise<WaitingLine[]> {
    const lines = this.#store.listOpen('', until);
    const matching = await this.#matching(lines);
    const found: WaitingLine[] = [];
    let resumed = performance.now();
    for (const line of lines) {
      found.push({ line, found: withDoubt(line, matching.propose(forMatching(line))) });
      if (performance.now() - resumed < TURN_MS) continue;
      await Bun.sleep(0);
      resumed = performance.now();
    }
    return found;
  }

  /** A line with its possible matches; null if it is not open. */
  proposeOne(id: number): WaitingLine | null {
    const line = this.#store.find(id);
    if (!line || !isOpen(line)) return null;
    const [from, until] = [addDays(line.date, -NEAR_DAYS), addDays(line.date, NEAR_DAYS)];
    const matching = this.#matchingOf(this.#store.listOpen(from, until));
    matching.add(this.#store.listCandidates(this.#store.listCandidateBookings(from, until)));
    matching.add(this.#store.listItemCandidates());
    return { line, found: withDoubt(line, matching.propose(forMatching(line))) };
  }

  /** Possible matches for the lines, oldest first. */
  async #matching(lines: readonly BankLineRow[]): Promise<Matching> {
    const matching = this.#matchingOf(lines);
    const [first, last] = [lines[0]?.date, lines.at(-1)?.date];
    const bookings = first && last ? this.#store.listCandidateBookings(first, last) : [];
    for (let start = 0; start < bookings.length; start += CANDIDATES_AT_ONCE) {
      await Bun.sleep(0);
      matching.add(this.#store.listCandidates(bookings.slice(start, start + CANDIDATES_AT_ONCE)));
    }
    matching.add(this.#store.listItemCandidates());
    return matching;
  }

  #matchingOf(lines: readonly BankLineRow[]): Matching {
    const named = lines.flatMap(({ text }) => namedBookings(text));
    return new Matching(lines.map(forMatching), this.#store.bookedAt(named));
  }

  /**
   * Uses a line as a person chose. It proves that the booking's money came, but from staff only if an owner has
   * dropped the line too, because a CSV is written in a minute, and if the line points to the booking itself:
   * otherwise, a friend's booking could be paid with a stranger's transfer without any owner being told.
   */
  match(tx: Transaction, lineId: number, input: BankMatch, actor: Actor, isFound = false): void {
    const line = this.#requireOpen(lineId);
    this.#store.settleDoubt(tx, lineId);
    if ('entry_id' in input) {
      this.#confirm(tx, line, input.entry_id, actor);
      return;
    }
    const sum = input.parts.reduce((total, { amount }) => total + amount, 0);
    if (sum * 100 > restOf(line)) {
      throw invalidField('parts', 'The amounts add up to more than this line of the statement.');
    }
    const isOwners = actor.role !== 'staff';
    const numbers = bookingNumbers(line.text);
    const signed = isOwners || isFound ? [] : (this.proposeOne(lineId)?.found.signed ?? []);
    for (const { booking_id, payer_id, amount } of input.parts) {
      const speaks =
        isFound ||
        numbers.includes(booking_id === null ? `p${payer_id}` : String(booking_id)) ||
        signed.some((one) => one.payer_id === (payer_id ?? this.#store.customerOf(booking_id)));
      const entry = this.#payments.payPart(
        tx,
        { booking_id, payer_id },
        {
          amount,
          method: 'bank_transfer',
          reference: line.text.slice(0, REFERENCE_CHARS),
          ...(isOwners || (line.proven === 1 && speaks) ? { proven: true } : {}),
          ...(speaks ? { line_id: line.id } : {}),
        },
        actor,
      );
      this.#store.addMatch(line.id, entry.id, true);
    }
  }

  #confirm(tx: Transaction, line: BankLineRow, entryId: number, actor: Actor): void {
    const entry = this.#ledger.require(entryId);
    const isTransfer =
      entry.kind === 'payment' && entry.method === 'bank_transfer' && entry.payer_id !== null;
    if (!isTransfer || entry.reversed_by !== null || this.#store.isConfirmed(entryId)) {
      throw new Failure(
        'wrong_state',
        'This entry already has its line, or isn’t a transfer. Please reload the list.',
      );
    }
    if (entry.amount * 100 !== restOf(line)) {
      throw new Failure(
        'wrong_state',
        'The amounts differ. Undo the entry in the ledger, then let this line pay the booking.',
      );
    }
    this.#store.addMatch(line.id, entryId, false);
    recordAuditEntry(tx, actor, 'transfer_confirmed', ...moneySubject(entry), { entry: entryId });
  }

  /** Uses every certain line, newest first; returns how many. */
  async matchSure(actor: Actor): Promise<number> {
    let matched = 0;
    for (let until: string | undefined; ; ) {
      const waiting = await this.propose(until);
      const [oldest, newest] = [waiting[0]?.line.date, waiting.at(-1)?.line.date];
      const isLast = waiting.length < MAX_OPEN || oldest === undefined;
      // A full list may be missing lines from its oldest day, and with them a reason for doubt.
      const isWhole = isLast || oldest === newest;
      const sure = waiting.filter(({ line, found }) => found.isSure && (isWhole || line.date !== oldest));
      for (let start = 0; start < sure.length; start += MATCHED_AT_ONCE) {
        const chunk = sure.slice(start, start + MATCHED_AT_ONCE);
        matched += await this.#club.write((tx) => this.#matchChunk(tx, chunk, actor));
        await Bun.sleep(0);
      }
      if (isLast) return matched;
      until = isWhole ? addDays(oldest, -1) : oldest;
    }
  }

  /** Each transaction checks again: somebody else may have used a line or changed a booking in the meantime. */
  #matchChunk(tx: Transaction, chunk: readonly WaitingLine[], actor: Actor): number {
    const ids = chunk.flatMap(
      ({ found }) => found.proposals[0]?.parts.flatMap((part) => part.booking_id ?? []) ?? [],
    );
    const keyOf = (part: BankPart, entryId: number | null) => `${part.payer_id} ${entryId} ${part.amount}`;
    const open = new Set(
      [...this.#store.listCandidates(ids), ...this.#store.listItemCandidates()].map(
        ({ payer_id, entry_id, amount }) => `${payer_id} ${entry_id} ${amount}`,
      ),
    );
    let matched = 0;
    for (const { line, found } of chunk) {
      const [best] = found.proposals;
      const now = this.#store.find(line.id);
      if (!best || !now || now.ignored !== null || now.doubt !== null || restOf(now) !== restOf(line))
        continue;
      const keys = best.parts.map((part) => keyOf(part, best.entry_id));
      if (!keys.every((key) => open.delete(key))) continue;
      this.match(
        tx,
        line.id,
        best.entry_id === null ? { parts: best.parts } : { entry_id: best.entry_id },
        actor,
        true,
      );
      matched += 1;
    }
    return matched;
  }

  ignore(tx: Transaction, lineId: number, reason: string, actor: Actor): void {
    const line = this.#requireOpen(lineId);
    if (line.used > 0) throw new Failure('wrong_state', 'Part of this line is in use. Please free it first.');
    this.#store.setIgnored(tx, line.id, reason);
    recordAuditEntry(tx, actor, 'bank_line_ignored', 'bank_line', line.id, { ignored: true });
  }

  /** Frees a line: what it paid is undone, what it confirmed is unconfirmed again. */
  free(tx: Transaction, lineId: number, actor: Actor): void {
    const line = this.#require(lineId);
    const matches = this.#store.listMatches(lineId);
    if (line.ignored === null && matches.length === 0) {
      throw new Failure('wrong_state', 'This line isn’t in use. Please reload the list.');
    }
    if (line.ignored !== null) {
      this.#store.setIgnored(tx, lineId, null);
      recordAuditEntry(tx, actor, 'bank_line_ignored', 'bank_line', lineId, { ignored: false });
    }
    for (const match of matches) {
      const { entry_id, pays } = match;
      if (pays)
        this.#payments.reverse(tx, entry_id, { reason: 'The bank line belongs to another payment.' }, actor);
      else {
        this.#store.removeConfirmation(tx, lineId, entry_id);
        recordAuditEntry(tx, actor, 'transfer_unconfirmed', ...moneySubject(match), { entry: entry_id });
      }
    }
  }

  /** Somebody has confirmed that the money stayed. */
  keep(tx: Transaction, lineId: number, actor: Actor): void {
    if (this.#require(lineId).doubt === null)
      throw new Failure('wrong_state', 'This line is no longer in doubt. Please reload the list.');
    this.#store.settleDoubt(tx, lineId);
    recordAuditEntry(tx, actor, 'bank_line_kept', 'bank_line', lineId, {});
  }

  #require(id: number): BankLineRow {
    const line = this.#store.find(id);
    if (!line) throw new Failure('not_found', 'There is no line with this number.');
    return line;
  }

  #requireOpen(id: number): BankLineRow {
    const line = this.#require(id);
    if (!isOpen(line)) {
      throw new Failure('wrong_state', 'This line is already in use. Please reload the list.');
    }
    return line;
  }
}

/** The used part of a line is not matched again. */
function forMatching(line: BankLineRow): MatchLine {
  return { ...line, paisa: restOf(line) };
}

/** Money that the bank may have taken back is never certain. */
function withDoubt({ doubt }: BankLineRow, found: LineProposals): LineProposals {
  return doubt === null ? found : { ...found, isSure: false };
}

/** The calendar date at the club. */
function clubDate(now: number): string {
  return clubTimestamp(now).slice(0, 10);
}

function assertOwnAccount(ibans: readonly string[], own: string): void {
  const [other] = ibans;
  if (other === undefined || ibans.includes(own)) return;
  throw invalidField('file', `This statement is for the account ${formatIban(other)}, not for the club’s.`);
}

function unknownColumns({ rows }: StatementTable, columns: ProposedColumns): Failure {
  const shown = rows.slice(0, Math.max(SHOWN_ROWS, columns.header + SHOWN_LINES));
  return new Failure('invalid', 'Please say which column is which.', {
    columns,
    rows: shown.map(({ cells }) => cells),
  });
}

/** Two equal payments on one day both count, so each has its position among the equal lines of its day and side. */
function createDigests(iban: string): (line: ReadLine, identity: string) => string {
  const places = new Map<string, number>();
  return ({ date, paisa, side }, identity) => {
    const same = JSON.stringify([iban, date, side === 'in' ? paisa : -paisa, identity]);
    const place = (places.get(same) ?? 0) + 1;
    places.set(same, place);
    return new Bun.CryptoHasher('sha256').update(`${same} ${place}`).digest('hex');
  };
}
