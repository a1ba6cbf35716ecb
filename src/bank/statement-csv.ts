import Papa, { type ParseResult, type Parser } from 'papaparse';
import { decodeText, isUtf16 } from '../config/decode-text.ts';
import { MAX_HEADER_ROW } from '../domain/bank.ts';
import { invalidField } from '../domain/failure.ts';
import { isHeader } from './columns.ts';

const MAX_CELL = 500;
const CHARS_PER_TURN = 64 * 1024;
const MAX_COLUMNS = 60;

/** The text of a file in UTF-8, in UTF-16 with a byte order mark, or in the encoding of older Windows programs. */
export function decodeStatement(bytes: Uint8Array): string {
  if (
    !isUtf16(bytes) &&
    (startsWith(bytes, '%PDF') || startsWith(bytes, 'PK') || bytes.subarray(0, 4096).includes(0))
  )
    throw notCsv();
  try {
    return decodeText(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.subarray(0, mark.length)).toString('latin1') === mark;
}

function notCsv() {
  return invalidField('file', 'This isn’t a CSV file. Please download the statement as CSV from your bank.');
}

/** A row of the file; `row` is its number, starting at 1. */
export interface StatementRow {
  row: number;
  cells: string[];
}

/** The file's cells, without empty rows. */
export interface StatementTable {
  rows: StatementRow[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The character between the column names: amounts and sentences above them contain commas too. If no names are known,
 * it is taken from the row without digits that has the most cells.
 */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, MAX_HEADER_ROW).map((line) => line.replace(/"([^"]*)"/g, unquoted));
  const cellsWith = (delimiter: string, isWanted: (cells: readonly string[]) => boolean) =>
    Math.max(
      0,
      ...lines
        .map((line) => line.split(delimiter).map((cell) => cell.trim()))
        .filter(isWanted)
        .map((cells) => cells.length),
    );
  const bestOf = (isWanted: (cells: readonly string[]) => boolean) => {
    const counts = DELIMITERS.map((delimiter) => cellsWith(delimiter, isWanted));
    const most = Math.max(...counts);
    return most > 1 ? DELIMITERS[counts.indexOf(most)] : undefined;
  };
  return bestOf(isHeader) ?? bestOf((cells) => !cells.some((cell) => /\d/.test(cell))) ?? ',';
}

/** Removes from a quoted cell what may separate cells. */
function unquoted(_: string, cell: string): string {
  return cell.replace(/[,;\t|]/g, ' ');
}

/** Reads a piece per turn of the event loop, so that a long file keeps nobody waiting. */
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
