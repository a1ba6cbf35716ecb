import Papa, { type ParseResult, type Parser } from 'papaparse';
import type { BankColumns, DateOrder, ProposedColumns, StatementLine } from '../domain/bank.ts';
import { isDate } from '../domain/business-day.ts';
import { invalidField } from '../domain/failure.ts';

/** A bank writes its name, the account and a period above the names of the columns. */
const MAX_HEADER_ROW = 40;
const MAX_CELL = 500;
const CHARS_PER_TURN = 64 * 1024;
const MAX_COLUMNS = 60;

const NAMES = {
  date: /\b(date|dated)\b/i,
  transactionDate: /\b(trans\w*|txn|tran|posting|entry)\b.*\bdate\b|^date/i,
  time: /^time$|\btime\b/i,
  credit: /\b(credits?|deposits?|paid in|money in|received|inflow|cr amount)\b/i,
  amount: /\b(amount|amt)\b/i,
  debit: /\b(debits?|withdrawals?|paid out|money out)\b/i,
  direction: /\b(dr\s*\/\s*cr|cr\s*\/\s*dr|type|d\/c|c\/d|indicator)\b/i,
  balance: /\bbalance\b/i,
  /** A sum of the file's lines. */
  total: /\b(total|balance)\b/i,
  text: /\b(descriptions?|narrations?|particulars?|details?|remarks?|references?|ref|sender|from|payer|name|memo|purpose|stan|rrn|id)\b/i,
};

/** The text of a file in UTF-8, UTF-16 with its mark, or the encoding of older Windows programs. */
export function decodeStatement(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  if (
    !isUtf16 &&
    (startsWith(bytes, '%PDF') || startsWith(bytes, 'PK') || bytes.subarray(0, 4096).includes(0))
  )
    throw notCsv();
  if (isUtf16) return new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.subarray(0, mark.length)).toString('latin1') === mark;
}

function notCsv() {
  return invalidField('file', 'This is no CSV file. Please download the statement as CSV from your bank.');
}

/** A row of the file; `row` is its number, from 1. */
export interface StatementRow {
  row: number;
  cells: string[];
}

/** The cells of the file, without rows that are empty. */
export interface StatementTable {
  rows: StatementRow[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * What stands between the names of the columns: sums and sentences above them have commas, too. Without a row of known
 * names it is the row without a digit that has the most cells.
 */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, MAX_HEADER_ROW);
  const known = lines.filter(isHeader);
  const named = known.length > 0 ? known : lines.filter((line) => !/\d/.test(line));
  const cellsWith = (delimiter: string) =>
    Math.max(0, ...named.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length));
  const [best = ','] = DELIMITERS.toSorted((a, b) => cellsWith(b) - cellsWith(a));
  return best;
}

const isHeader = (text: string) =>
  NAMES.date.test(text) && (NAMES.credit.test(text) || NAMES.amount.test(text));

/** Reads a piece in each turn of the event loop, so that a long file keeps nobody waiting. */
export function readTable(text: string): Promise<StatementTable> {
  const rows: StatementRow[] = [];
  let count = 0;
  return new Promise((resolve, reject) =>
    Papa.parse<string[]>(text, {
      delimiter: delimiterOf(text),
      chunkSize: CHARS_PER_TURN,
      chunk: ({ data }: ParseResult<string[]>, parser: Parser) => {
        parser.pause();
        for (const raw of data) {
          count += 1;
          const cells = raw.slice(0, MAX_COLUMNS).map(cleanCell);
          if (cells.some(Boolean)) rows.push({ row: count, cells });
        }
        setImmediate(() => parser.resume());
      },
      complete: () => (rows.some(({ cells }) => cells.length > 1) ? resolve({ rows }) : reject(notCsv())),
    }),
  );
}

/** A quoted formula such as `="0012"` is text; the club never calculates with a cell. */
function cleanCell(cell: string): string {
  return cell
    .replace(/^\s*="(.*)"\s*$/s, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CELL);
}

/** What the header's names are, by which the columns of a bank are remembered. */
export function shapeOf({ rows }: StatementTable, header: number): string {
  return (rows[header]?.cells ?? []).map((cell) => cell.toLowerCase()).join('|');
}

/** The row that names the columns: the first with a date and a sum. */
export function findHeader({ rows }: StatementTable): number {
  const found = rows
    .slice(0, MAX_HEADER_ROW)
    .findIndex(({ cells }) => cells.length > 1 && isHeader(cells.join(' | ')));
  return Math.max(0, found);
}

/** The IBANs that the file names above its lines, without spaces. */
export function listIbans({ rows }: StatementTable, header: number): string[] {
  const head = rows.slice(0, header).flatMap(({ cells }) => cells.map((cell) => cell.replace(/\s/g, '')));
  return [...new Set(head.flatMap((cell) => cell.toUpperCase().match(/PK\d{2}[A-Z]{4}\d{16}/g) ?? []))];
}

/** The columns by their names and by what stands in them. */
export function proposeColumns(table: StatementTable, iban: string): ProposedColumns {
  const header = findHeader(table);
  const names = table.rows[header]?.cells ?? [];
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const index = names.findIndex((name) => pattern.test(name) && !NAMES.balance.test(name));
      if (index >= 0) return index;
    }
    return null;
  };
  const date = find(NAMES.transactionDate, NAMES.date);
  const credit = find(NAMES.credit, NAMES.amount);
  const time = names.findIndex((name, index) => index !== date && NAMES.time.test(name));
  const isSum = (name: string) =>
    NAMES.credit.test(name) || NAMES.debit.test(name) || NAMES.amount.test(name) || NAMES.balance.test(name);
  const direction = credit !== null && NAMES.credit.test(names[credit] ?? '') ? null : find(NAMES.direction);
  const text = names.flatMap((name, index) =>
    NAMES.text.test(name) && !isSum(name) && ![date, time, direction].includes(index) ? [index] : [],
  );
  return {
    header,
    date,
    date_order: date === null ? null : findDateOrder(table, header, date),
    time: time >= 0 ? time : null,
    credit,
    direction,
    text,
    iban,
  };
}

/** Null while every date can be read in two ways. */
function findDateOrder({ rows }: StatementTable, header: number, column: number): DateOrder | null {
  const cells = rows.slice(header + 1).map(({ cells }) => cells[column] ?? '');
  if (cells.some((cell) => /^\d{4}\D/.test(cell))) return 'ymd';
  // A month that is written as a word needs no order.
  if (cells.filter(Boolean).every((cell) => !/^\d{1,2}\D+\d{1,2}\D/.test(cell))) return 'dmy';
  const parts = cells.map((cell) => /^(\d{1,2})\D+(\d{1,2})\D/.exec(cell));
  if (parts.some((match) => Number(match?.[1]) > 12)) return 'dmy';
  return parts.some((match) => Number(match?.[2]) > 12) ? 'mdy' : null;
}

/** A line that could not be read; the others are read all the same. */
export interface BrokenLine {
  row: number;
  reason: string;
}

/** The money that came in; null for money that went out, which is neither read further nor kept. */
export function readLine(
  { row, cells }: StatementRow,
  columns: BankColumns,
  today: string,
): StatementLine | BrokenLine | null {
  const sum = cells[columns.credit] ?? '';
  const dateCell = cells[columns.date] ?? '';
  const isTotal = () =>
    textOf(cells, columns.text) === '' || columns.text.some((index) => NAMES.total.test(cells[index] ?? ''));
  // Money that went out has no sum in the column of credits.
  if (!/\d/.test(sum) || (!dateCell && isTotal())) return null;
  const paisa = parsePaisa(sum, columns.direction === null ? '' : (cells[columns.direction] ?? ''));
  if (paisa === null) return { row, reason: `The sum "${sum}" could not be read.` };
  if (paisa <= 0) return null;
  const date = parseDate(dateCell, columns.date_order);
  if (!dateCell) return { row, reason: 'The date is missing.' };
  if (date === null) return { row, reason: `The date "${dateCell}" could not be read.` };
  if (date > today) return { row, reason: `The date ${date} is in the future.` };
  const minute = parseMinute(columns.time === null ? dateCell : (cells[columns.time] ?? ''));
  return { row, date, minute, paisa, text: textOf(cells, columns.text) };
}

/** What stands in some columns of a row, each text once. */
export function textOf(cells: readonly string[], columns: readonly number[]): string {
  return [...new Set(columns.map((index) => cells[index] ?? '').filter(Boolean))].join(' · ');
}

/** Paisa of `1,234.00`, `PKR 500`, `1.234,50`, `(500.00)`, `-500`, `500 CR`; null when it is no sum. */
export function parsePaisa(cell: string, direction = ''): number | null {
  const sign = /^\s*[-(]|-\s*$|\bDR?\b/i.test(cell) || /^\s*(d|dr|debit)\b/i.test(direction) ? -1 : 1;
  const [, digits] = /^\D*(\d+(?:[.,]\d+)*)\D*$/.exec(cell) ?? [];
  if (digits === undefined) return null;
  const decimal = /^(.*)[.,](\d{1,2})$/.exec(digits);
  const whole = (decimal?.[1] ?? digits).replace(/[.,]/g, '');
  if (whole.length > 11) return null;
  return sign * (Number(whole) * 100 + Number((decimal?.[2] ?? '').padEnd(2, '0')));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `YYYY-MM-DD` of `31/12/2026`, `31-Dec-26`, `Dec 31, 2026`, `2026-12-31T14:05`; null when it is none. */
export function parseDate(cell: string, order: DateOrder): string | null {
  const word = /^(\d{1,2})[\s./-]*([a-z]{3})[a-z]*[\s.,/-]*(\d{2,4})\b/i.exec(cell);
  if (word) return toDate(word[3], monthOf(word[2]), word[1]);
  const wordFirst = /^([a-z]{3})[a-z]*[\s.-]*(\d{1,2})[\s.,/-]+(\d{2,4})\b/i.exec(cell);
  if (wordFirst) return toDate(wordFirst[3], monthOf(wordFirst[1]), wordFirst[2]);
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(cell);
  const [, a, b, c] = compact ?? /^(\d{1,4})[./\s-](\d{1,2})[./\s-](\d{1,4})(?!\d)/.exec(cell) ?? [];
  if (a === undefined || b === undefined || c === undefined) return null;
  if (a.length === 4) return toDate(a, b, c);
  if (order === 'ymd') return toDate(a, b, c);
  return order === 'dmy' ? toDate(c, b, a) : toDate(c, a, b);
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function toDate(year = '', month = '', day = ''): string | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** Minutes after midnight of `14:05` or `2:05 PM` in a cell; null without a time, and for a bare midnight. */
export function parseMinute(cell: string): number | null {
  const match = /(?:^|[\sT])(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?/i.exec(cell);
  if (!match) return null;
  const hour = Number(match[1]);
  const half = match[3]?.toLowerCase();
  const minute = (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + Number(match[2]);
  // Banks that keep no time write midnight.
  return minute === 0 || minute >= 24 * 60 ? null : minute;
}
