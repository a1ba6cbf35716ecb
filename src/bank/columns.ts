/** Tells a statement's columns apart by their names and contents. */
import { type BankColumns, MAX_HEADER_ROW, type ProposedColumns } from '../domain/bank.ts';
import { invalidField } from '../domain/failure.ts';
import { findDateOrder } from './dates.ts';
import type { StatementTable } from './statement-csv.ts';
import { readSide, readSum } from './sums.ts';

const NAMES = {
  date: /\b(date|dated)\b/i,
  transactionDate: /\b(trans\w*|txn|tran|posting|entry)\b.*\bdate\b|^date/i,
  time: /^time$|\btime\b/i,
  credit: /\b(credits?|credited|deposits?|deposited|paid in|money in|received|inflow|cr)\b/i,
  amount: /\b(amount|amt)\b/i,
  debit: /\b(debits?|debited|withdrawals?|withdrawn|paid out|money out|outflow|dr)\b/i,
  direction: /\b(dr\s*\/\s*cr|cr\s*\/\s*dr|debit\s*\/\s*credit|credit\s*\/\s*debit|d\/c|c\/d)\b/i,
  kind: /\b(type|indicator|sign|direction)\b/i,
  balance: /\bbalance\b/i,
  text: /\b(descriptions?|narrations?|particulars?|details?|remarks?|references?|ref|sender|from|payer|name|memo|purpose|stan|rrn|id)\b/i,
};

/** Rows below a header within which one must begin with a date. */
const ROWS_TO_A_DATE = 20;
const MAX_NAME = 40;
/** Lines to examine for the column that says in or out. */
const ROWS_SEEN = 1000;

/** Only money in: a name with both, such as `Credit/Debit`, is a signed amount or the sign itself. */
const isCredit = (name: string) => NAMES.credit.test(name) && !NAMES.debit.test(name);
const isDebit = (name: string) =>
  NAMES.debit.test(name) && !NAMES.credit.test(name) && !NAMES.balance.test(name);
export const isBalance = (name: string) => NAMES.balance.test(name);
const isSumName = (name: string) =>
  NAMES.credit.test(name) || NAMES.debit.test(name) || NAMES.amount.test(name) || NAMES.balance.test(name);
/** A sentence above the lines has such words too, and usually a number. */
const isName = (cell: string) => cell !== '' && cell.length <= MAX_NAME && !/\d/.test(cell);

/** True if a row's cells name at least a date and, in a different column, an amount that isn't a balance. */
export function isHeader(cells: readonly string[]): boolean {
  const isMoney = (name: string) => (NAMES.credit.test(name) || NAMES.amount.test(name)) && isName(name);
  const dates = cells.flatMap((name, index) => (isName(name) && NAMES.date.test(name) ? [index] : []));
  return dates.length > 0 && cells.some((name, index) => isMoney(name) && dates.some((at) => at !== index));
}

/** A fingerprint of the header's names, used to remember a bank's columns; spreadsheets add empty ones. */
export function shapeOf({ rows }: StatementTable, header: number): string {
  const names = (rows[header]?.cells ?? []).map((cell) => cell.toLowerCase());
  return names.slice(0, names.findLastIndex(Boolean) + 1).join('|');
}

/**
 * Finds the row with the column names. Other rows above the lines may contain such words, so it has the most known
 * names and a date below it. If no names are known, it is the row without numbers that has the most cells.
 */
export function findHeader({ rows }: StatementTable): number {
  const first = rows.slice(0, MAX_HEADER_ROW);
  const patterns = Object.values(NAMES);
  const knownNames = (cells: readonly string[]) =>
    cells.filter((cell) => isName(cell) && patterns.some((pattern) => pattern.test(cell))).length;
  const best = (candidates: readonly number[], countOf: (cells: readonly string[]) => number) => {
    let [found, most] = [-1, 0];
    for (const index of candidates) {
      const count = countOf(rows[index]?.cells ?? []);
      if (count > most) [found, most] = [index, count];
    }
    return found;
  };
  const named = first.flatMap(({ cells }, index) => (isHeader(cells) ? [index] : []));
  const hasDate = (index: number) => {
    const names = rows[index]?.cells ?? [];
    const dates = names.flatMap((name, at) => (NAMES.date.test(name) ? [at] : []));
    return rows
      .slice(index + 1, index + 1 + ROWS_TO_A_DATE)
      .some(({ cells }) => dates.some((at) => /\p{Nd}/u.test(cells[at] ?? '')));
  };
  const dated = named.filter(hasDate);
  if (named.length > 0) return best(dated.length > 0 ? dated : named, knownNames);
  const wordy = first.flatMap(({ cells }, index) => (cells.every((cell) => !/\d/.test(cell)) ? [index] : []));
  return Math.max(
    0,
    best(wordy, (cells) => (cells.length > 1 ? cells.filter(Boolean).length : 0)),
  );
}

/** IBANs in the file above its lines, without spaces. */
export function listIbans({ rows }: StatementTable, header: number): string[] {
  const head = rows.slice(0, header).flatMap(({ cells }) => cells.map((cell) => cell.replace(/\s/g, '')));
  return [...new Set(head.flatMap((cell) => cell.toUpperCase().match(/PK\d{2}[A-Z]{4}\d{16}/g) ?? []))];
}

/** Proposes columns based on their names and contents. */
export function proposeColumns(table: StatementTable, iban: string, today: string): ProposedColumns {
  const header = findHeader(table);
  const names = table.rows[header]?.cells ?? [];
  const cellsOf = (index: number) => table.rows.slice(header + 1).map(({ cells }) => cells[index] ?? '');
  const find = (...tests: ((name: string) => boolean)[]) => {
    for (const test of tests) {
      const index = names.findIndex((name) => test(name) && !NAMES.balance.test(name));
      if (index >= 0) return index;
    }
    return null;
  };
  const has = (pattern: RegExp) => (name: string) => pattern.test(name);
  const date = find(has(NAMES.transactionDate), has(NAMES.date));
  const credit = find(isCredit, (name) => NAMES.amount.test(name) && !isDebit(name));
  const isSeparate = credit !== null && isCredit(names[credit] ?? '');
  const debit = isSeparate ? find(isDebit) : null;
  const time = names.findIndex((name, index) => index !== date && NAMES.time.test(name));
  const lines = table.rows.slice(header + 1, header + 1 + ROWS_SEEN).map(({ cells }) => cells);
  const direction = credit === null || isSeparate ? null : findDirection(names, credit, lines);
  const text = names.flatMap((name, index) =>
    NAMES.text.test(name) && !isSumName(name) && ![date, time, direction].includes(index) ? [index] : [],
  );
  return {
    header,
    date,
    date_order: date === null ? null : findDateOrder(cellsOf(date), today),
    time: time >= 0 ? time : null,
    credit,
    debit,
    direction,
    text,
    iban,
  };
}

/**
 * The column that says in or out next to unsigned amounts. If no amounts are signed, a column of types is proposed
 * too, whatever its words; lines with unknown words are then refused.
 */
function findDirection(
  names: readonly string[],
  credit: number,
  rows: readonly (readonly string[])[],
): number | null {
  const sums = rows.map((cells) => readSum(cells[credit] ?? ''));
  const lines = rows.filter((_, at) => sums[at] !== null);
  const columns = names.map((_, index) => index).filter((index) => index !== credit);
  const saysSide = (index: number) => {
    const cells = lines.map((line) => line[index] ?? '').filter(Boolean);
    return cells.length > 0 && cells.every((cell) => readSide(cell) !== null);
  };
  const hasSums = (index: number) => lines.some((line) => readSum(line[index] ?? '') !== null);
  const named = columns.find((index) => NAMES.direction.test(names[index] ?? '') && !hasSums(index));
  const found = named ?? columns.find(saysSide);
  if (found !== undefined) return found;
  const isSigned = sums.some((sum) => sum === 'contradictory' || (sum !== null && sum.side !== null));
  return isSigned ? null : (columns.find((index) => NAMES.kind.test(names[index] ?? '')) ?? null);
}

/** Rejects columns that the file doesn't have, and money out chosen as money in. */
export function assertColumns({ rows }: StatementTable, { header, ...columns }: BankColumns): void {
  const names = rows[header]?.cells ?? [];
  const { date, credit, debit, direction, time, text } = columns;
  const used = [date, credit, debit, direction, time, ...text].filter((index) => index !== null);
  if (used.some((index) => index >= names.length)) {
    throw invalidField('columns', 'This file has fewer columns. Please say which column is which.');
  }
  if (isDebit(names[credit] ?? '') || credit === debit) {
    throw invalidField('columns', `The column "${names[credit]}" contains money that went out.`);
  }
}
