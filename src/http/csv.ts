import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import Papa from 'papaparse';
import { BROTLI_QUALITY, preferredEncoding } from './content-encoding.ts';

/** Rows that are read at once: other requests wait for so many. */
const BATCH_SIZE = 250;
/**
 * Matches text that spreadsheets run as a formula, full-width characters and what hides before them included, but not
 * `+` with digits: a phone number.
 */
const FORMULA_PATTERN = /^(?!\+\d+$)(?:[\t\r]|[\s\p{Cf}\p{M}]*[=+\-@＝＋－＠])/u;
/** Where the computer writes decimals with a comma, Excel begins a new cell behind these, inside quotes too. */
const OTHER_SEPARATOR = /[;\t]/;
const FORMULA_IN_NEXT_CELL = /([;\t\r\n])(?=[\s\p{Cf}\p{M}]*[=+\-@＝＋－＠])/gu;

/** A table to export: `nextBatch` returns its next rows, and fewer than `size` at the end. */
export interface CsvExport {
  columns: readonly string[];
  nextBatch: (size: number) => readonly (readonly unknown[])[];
  /** The last rows, such as totals. */
  lastRows?: () => readonly (readonly unknown[])[];
}

/** CSV lines; an apostrophe disarms cells that a spreadsheet would run as a formula. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replace(FORMULA_IN_NEXT_CELL, "$1'") : cell)),
  );
  const quotes = (cell: unknown) => typeof cell === 'string' && OTHER_SEPARATOR.test(cell);
  return `${Papa.unparse(cells, { escapeFormulae: FORMULA_PATTERN, quotes })}\r\n`;
}

/** Reads a batch each time the last one was taken, and lets the server answer others between two batches. */
export async function* csvChunks({
  columns,
  nextBatch,
  lastRows,
}: CsvExport): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // The byte order mark tells spreadsheets that the file is UTF-8.
  yield encoder.encode(`\ufeff${toCsvLines([columns])}`);
  for (;;) {
    const rows = nextBatch(BATCH_SIZE);
    if (rows.length > 0) yield encoder.encode(toCsvLines(rows));
    if (rows.length < BATCH_SIZE) {
      if (lastRows) yield encoder.encode(toCsvLines(lastRows()));
      return;
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Answers with a table as a file, compressed when the client asks for it. */
export function csvResponse(request: Request, fileName: string, table: CsvExport): Response {
  const encoding = preferredEncoding(request);
  const headers: Record<string, string> = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  };
  const chunks = csvChunks(table);
  if (encoding === 'identity') return new Response(toStream(chunks), { headers });
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createGzip();
  // An error of the rows ends the compressor, and with it the answer.
  pipeline(Readable.from(chunks, { highWaterMark: 1 }), compressor, () => {});
  headers['content-encoding'] = encoding;
  return new Response(toStream(compressor[Symbol.asyncIterator]()), { headers });
}

function toStream(chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
