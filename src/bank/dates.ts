/**
 * Dates in bank statements. An ambiguous date is asked about or refused, never guessed: spreadsheets swap days and
 * months, write two-digit years, and count days from 1900.
 */
import type { DateOrder } from '../domain/bank.ts';
import { isDate } from '../domain/business-day.ts';
import { plainDigits } from './sums.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];

/** Three numbers, such as `31/12/2026`; in `2026-12-31` the year comes first. */
type Numbers = [first: string, second: string, third: string];

function numbersOf(cell: string): Numbers | null {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(cell);
  const found = compact ?? /^(\d{1,4})[./\s-](\d{1,2})[./\s-](\d{1,4})(?![\d:])/.exec(cell);
  return found ? (found.slice(1, 4) as Numbers) : null;
}

function dateOf([a, b, c]: Numbers, order: DateOrder): string | null {
  if (a.length === 4 || order === 'ymd') return toDate(a, b, c);
  return order === 'dmy' ? toDate(c, b, a) : toDate(c, a, b);
}

/** `YYYY-MM-DD` for `31/12/2026`, `31-Dec-26`, `Dec 31, 2026`, `2026-12-31T14:05`; null for anything else. */
export function parseDate(cell: string, order: DateOrder): string | null {
  const text = plainDigits(cell);
  const word = /^(\d{1,2})[\s./-]*([a-z]{3})[a-z]*[\s.,/-]*(\d{4}|\d\d)\b(?!:)/i.exec(text);
  if (word) return toDate(word[3], monthOf(word[2]), word[1]);
  const wordFirst = /^([a-z]{3})[a-z]*[\s.-]*(\d{1,2})[\s.,/-]+(\d{4}|\d\d)\b(?!:)/i.exec(text);
  if (wordFirst) return toDate(wordFirst[3], monthOf(wordFirst[1]), wordFirst[2]);
  const numbers = numbersOf(text);
  return numbers && dateOf(numbers, order);
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function toDate(year = '', month = '', day = ''): string | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** The order of the numbers in a file's dates; null while several orders fit. */
export function findDateOrder(cells: readonly string[], today: string): DateOrder | null {
  const seen = new Map<string, Numbers>();
  for (const cell of cells) {
    const numbers = numbersOf(plainDigits(cell));
    if (numbers) seen.set(numbers.join('/'), numbers);
  }
  const dates = [...seen.values()];
  if (dates.some(([first]) => first.length === 4)) return 'ymd';
  // A month written as a word needs no order.
  if (dates.length === 0) return 'dmy';
  const isPossible = (numbers: Numbers, order: DateOrder) => {
    const date = dateOf(numbers, order);
    return date !== null && date <= today;
  };
  const countOf = (order: DateOrder) => dates.filter((numbers) => isPossible(numbers, order)).length;
  const counts = new Map(ORDERS.map((order) => [order, countOf(order)]));
  const most = Math.max(...counts.values());
  const [found = null, ...others] = ORDERS.filter((order) => counts.get(order) === most);
  return others.length === 0 ? found : null;
}

/** Reads the dates of one file; together they show which are doubtful. */
export class DateReader {
  readonly #order: DateOrder;
  #hasLongYears = false;
  #hasYearFirst = false;
  #hasYearLast = false;
  /** Some dates only make sense with day and month swapped. */
  #isSwapped = false;

  constructor(order: DateOrder) {
    this.#order = order;
  }

  /** Must be called with every date of the file before the first is read. */
  see(cell: string): void {
    const numbers = numbersOf(plainDigits(cell));
    if (!numbers) return;
    const [first, , third] = numbers;
    if (first.length === 4 || third.length === 4) this.#hasLongYears = true;
    if (first.length === 4) this.#hasYearFirst = true;
    else if (third.length === 4 && (dateOf(numbers, 'dmy') || dateOf(numbers, 'mdy')))
      this.#hasYearLast = true;
    if (!dateOf(numbers, this.#order) && swapped(numbers, this.#order)) this.#isSwapped = true;
  }

  /** The date, or why it could not be read. */
  read(cell: string): { date: string } | { reason: string } {
    const text = plainDigits(cell);
    const refused = (why: string) => ({ reason: `The date "${cell}" ${why}` });
    if (/^\d{5}([.,]\d+)?$/.test(text))
      return refused('is a spreadsheet’s number. Please save that column as dates.');
    const date = parseDate(text, this.#order);
    if (date === null) return refused('could not be read.');
    const numbers = numbersOf(text);
    if (!numbers) return { date };
    const [first, , third] = numbers;
    if (this.#hasYearFirst && this.#hasYearLast)
      return refused('is doubtful, because some dates in this file begin with the year and others don’t.');
    if (this.#hasLongYears && first.length < 4 && third.length < 4)
      return refused('has a two-digit year and others have four digits.');
    const other = swapped(numbers, this.#order);
    if (this.#isSwapped && other !== null && other !== date)
      return refused('is doubtful, because day and month are swapped in other dates in this file.');
    return { date };
  }
}

/** The date with day and month swapped. */
function swapped(numbers: Numbers, order: DateOrder): string | null {
  if (order === 'ymd' || numbers[0].length === 4) return null;
  return dateOf(numbers, order === 'dmy' ? 'mdy' : 'dmy');
}

/** Minutes after midnight for `14:05` or `2:05 PM` in a cell; null without a time, and for a bare midnight. */
export function parseMinute(cell: string): number | null {
  const match = /(?:^|[\sT])(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?/i.exec(plainDigits(cell));
  if (!match) return null;
  const hour = Number(match[1]);
  const half = match[3]?.toLowerCase();
  const minute = (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + Number(match[2]);
  // Banks that record no time write midnight.
  return minute === 0 || minute >= 24 * 60 ? null : minute;
}
