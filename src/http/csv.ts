import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import Papa from 'papaparse';
import { BROTLI_QUALITY, preferredEncoding } from './content-encoding.ts';

/** Rows read at a time; other requests wait that long. */
const BATCH_SIZE = 250;
/**
 * Matches text that spreadsheets run as a formula, including full-width characters and anything invisible in front,
 * but not `+` followed by digits, which is a phone number.
 */
const FORMULA_PATTERN = /^(?!\+\d+$)(?:[\t\r]|[\s\p{Cf}\p{M}]*[=+\-@＝＋－＠])/u;
/** On computers with decimal commas, Excel starts a new cell at these, even inside quotes. */
const OTHER_SEPARATOR = /[;\t]/;
const FORMULA_IN_NEXT_CELL = /([;\t\r\n])(?=[\s\p{Cf}\p{M}]*[=+\-@＝＋－＠])/gu;

/** A table to export. `nextBatch` returns its next rows; fewer than `size` means the end. */
export interface CsvExport {
  columns: readonly string[];
  nextBatch: (size: number) => readonly (readonly unknown[])[];
  /** Final rows, such as totals. */
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

/** Reads a batch when the previous one has been taken, so the server can answer others in between. */
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

/** Sends a table as a file, compressed if the client asks for it. */
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
  // An error while reading rows ends the compressor, and with it the answer.
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
