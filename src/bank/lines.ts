/** A statement's lines: money in, money out in case it takes something back, and refused lines by number. */
import type { BankColumns, StatementLine } from '../domain/bank.ts';
import { isBalance } from './columns.ts';
import { DateReader, parseMinute } from './dates.ts';
import type { StatementRow, StatementTable } from './statement-csv.ts';
import { choosePaisa, decimalsOf, isBlankSum, readSide, readSum, type Side } from './sums.ts';

/** A remark on a line of the file, such as why it could not be read; the others are read regardless. */
export interface LineNote {
  row: number;
  reason: string;
}

/** A readable line; only money in is stored. */
export type ReadLine = StatementLine & { side: Side };

/** A total over the file's lines. */
const TOTAL = /\b(total|balance)\b/i;
/** Spreadsheets write long numbers like this, losing their last digits. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i;
const ROWS_AT_ONCE = 500;

/** The text of some of a row's columns, without repeats. */
export function textOf(cells: readonly string[], columns: readonly number[]): string {
  return [...new Set(columns.map((index) => cells[index] ?? '').filter(Boolean))].join(' · ');
}

/** A money cell: empty, an amount with its side if known, or why it could not be read. */
type Money = { paisa: number; side: Side | null } | { reason: string } | null;

/** Reads one file's lines; the decimals and dates of the whole file decide about single cells. */
export class LineReader {
  readonly #table: StatementTable;
  readonly #columns: BankColumns;
  readonly #identity: readonly number[];
  readonly #names: readonly string[];
  readonly #today: string;
  readonly #dates: DateReader;
  readonly #balances: readonly number[];
  readonly #decimals = new Set<'point' | 'comma'>();
  /** Rows whose amount lowers the running balance. */
  #falling = new Set<number>();

  private constructor(
    table: StatementTable,
    columns: BankColumns,
    identity: readonly number[],
    today: string,
  ) {
    this.#table = table;
    this.#columns = columns;
    this.#identity = identity;
    this.#names = table.rows[columns.header]?.cells ?? [];
    this.#balances = this.#names.flatMap((name, index) => (isBalance(name) ? [index] : []));
    this.#today = today;
    this.#dates = new DateReader(columns.date_order);
  }

  /** Looks through the file in short turns of the event loop. `identity`: the columns that tell lines apart. */
  static async open(
    table: StatementTable,
    columns: BankColumns,
    identity: readonly number[],
    today: string,
  ): Promise<LineReader> {
    const reader = new LineReader(table, columns, identity, today);
    await reader.#learn();
    await reader.#followBalance();
    return reader;
  }

  async #eachRow(visit: (row: StatementRow) => void): Promise<void> {
    const { rows } = this.#table;
    for (let at = this.#columns.header + 1; at < rows.length; at++) {
      visit(rows[at] as StatementRow);
      if (at % ROWS_AT_ONCE === 0) await Bun.sleep(0);
    }
  }

  /** What the file's amounts and dates show together. */
  async #learn(): Promise<void> {
    await this.#eachRow(({ cells }) => {
      const own = this.#sumCells(cells);
      for (const cell of [...own, ...this.#balances.map((index) => cells[index] ?? '')]) {
        const sum = readSum(cell);
        const shown = sum === null || sum === 'contradictory' ? null : decimalsOf(sum);
        if (shown !== null) this.#decimals.add(shown);
      }
      if (own.some((cell) => !isBlankSum(cell))) this.#dates.see(cells[this.#columns.date] ?? '');
    });
  }

  /**
   * The balance next to the lines also tells in from out: it is compared with the amounts in whichever order agrees
   * more often, oldest or newest first.
   */
  async #followBalance(): Promise<void> {
    const [balance, ...others] = this.#balances;
    if (balance === undefined || others.length > 0) return;
    const falling = { oldestFirst: new Set<number>(), newestFirst: new Set<number>() };
    const agreeing = { oldestFirst: 0, newestFirst: 0 };
    let before: { row: number; paisa: number; balance: number } | null = null;
    await this.#eachRow(({ row, cells }) => {
      const money = this.#moneyOf(cells);
      const cell = cells[balance] ?? '';
      const left = this.#moneyIn(cell);
      if (money === null || 'reason' in money || isBlankSum(cell) || (left !== null && 'reason' in left)) {
        before = null;
        return;
      }
      const now = {
        row,
        paisa: money.paisa,
        balance: (left?.side === 'out' ? -1 : 1) * (left?.paisa ?? 0),
      };
      if (before) {
        const rise = now.balance - before.balance;
        if (Math.abs(rise) === now.paisa) agreeing.oldestFirst += 1;
        if (rise === -now.paisa) falling.oldestFirst.add(row);
        if (Math.abs(rise) === before.paisa) agreeing.newestFirst += 1;
        if (rise === before.paisa) falling.newestFirst.add(before.row);
      }
      before = now;
    });
    if (agreeing.oldestFirst > agreeing.newestFirst) this.#falling = falling.oldestFirst;
    if (agreeing.newestFirst > agreeing.oldestFirst) this.#falling = falling.newestFirst;
  }

  /** Null for a row that is not a money line. */
  read({ row, cells }: StatementRow): ReadLine | LineNote | null {
    const refused = (reason: string) => ({ row, reason });
    const columns = this.#columns;
    const dateCell = cells[columns.date] ?? '';
    const isTotal = () =>
      textOf(cells, columns.text) === '' || columns.text.some((index) => TOTAL.test(cells[index] ?? ''));
    const money = this.#moneyOf(cells);
    // Pages of a long statement repeat the header, and a footer has no date.
    if (money === null || (!dateCell && isTotal()) || this.#isHeader(cells)) return null;
    if (cells.slice(this.#names.length).some(Boolean))
      return refused('It has more cells than there are columns; a comma may have split its amount.');
    if ('reason' in money) {
      const isFooter = !/\p{Nd}/u.test(dateCell) && !/\p{Nd}/u.test(this.#sumCells(cells).join(''));
      return isFooter ? null : refused(money.reason);
    }
    const date = dateCell ? this.#dates.read(dateCell) : { reason: 'The date is missing.' };
    if ('reason' in date) return money.side === 'in' || dateCell ? refused(date.reason) : null;
    if (money.side === 'in' && this.#falling.has(row))
      return refused(
        `The amount "${cells[columns.credit]}" reads as money in, but the balance goes down by it.`,
      );
    if (date.date > this.#today)
      return money.side === 'in' ? refused(`The date ${date.date} is in the future.`) : null;
    const shortened = [...columns.text, ...this.#identity].find((index) =>
      SHORTENED.test(cells[index] ?? ''),
    );
    if (shortened !== undefined && money.side === 'in')
      return refused(
        `A spreadsheet has shortened the number ${cells[shortened]}. Please use the bank's own file.`,
      );
    const minute = parseMinute(columns.time === null ? dateCell : (cells[columns.time] ?? ''));
    return { row, date: date.date, minute, ...money, text: textOf(cells, columns.text) };
  }

  /** What tells a line apart; spreadsheets strip leading zeros from numbers. */
  identify(cells: readonly string[]): string {
    const plain = cells.map((cell) => (/^\d+$/.test(cell) ? cell.replace(/^0+(?=\d)/, '') : cell));
    return textOf(plain, this.#identity);
  }

  #sumCells(cells: readonly string[]): string[] {
    const { credit, debit } = this.#columns;
    return [cells[credit] ?? '', debit === null ? '' : (cells[debit] ?? '')];
  }

  #isHeader(cells: readonly string[]): boolean {
    return cells.every((cell, index) => cell === (this.#names[index] ?? ''));
  }

  /** A line's amount and side; null if it has none. */
  #moneyOf(cells: readonly string[]): { paisa: number; side: Side } | { reason: string } | null {
    const [creditCell = '', debitCell = ''] = this.#sumCells(cells);
    const [credit, debit] = [this.#moneyIn(creditCell), this.#moneyIn(debitCell)];
    if (credit && 'reason' in credit) return credit;
    if (debit && 'reason' in debit) return debit;
    if (credit && debit)
      return { reason: `It has both money in, "${creditCell}", and money out, "${debitCell}".` };
    if (debit) return debit.side === 'in' ? contradiction(debitCell) : { ...debit, side: 'out' };
    if (!credit) return null;
    const { direction } = this.#columns;
    if (direction === null) return { ...credit, side: credit.side ?? 'in' };
    const word = cells[direction] ?? '';
    const side = readSide(word);
    if (side === null) return { reason: `"${word}" says neither money in nor money out.` };
    return credit.side !== null && credit.side !== side
      ? contradiction(`${creditCell} ${word}`)
      : { ...credit, side };
  }

  #moneyIn(cell: string): Money {
    if (isBlankSum(cell)) return null;
    const sum = readSum(cell);
    if (sum === 'contradictory') return contradiction(cell);
    if (sum === null) return { reason: `The amount "${cell}" could not be read.` };
    const paisa = choosePaisa(sum, cell, this.#decimals);
    if (paisa === null)
      return { reason: `The amount "${cell}" can be read in two ways, with a decimal point or comma.` };
    return paisa === 0 ? null : { paisa, side: sum.side };
  }
}

function contradiction(cell: string): { reason: string } {
  return { reason: `The amount "${cell}" says both money in and money out.` };
}
