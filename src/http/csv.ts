import Papa from 'papaparse';

const BATCH_SIZE = 1000;
/** Matches text that spreadsheets run as a formula, full-width characters included, but not `+` with digits: a phone number. */
const FORMULA_PATTERN = /^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/;

/** CSV lines; an apostrophe disarms cells that a spreadsheet would run as a formula. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  return rows.length > 0 ? `${Papa.unparse([...rows], { escapeFormulae: FORMULA_PATTERN })}\r\n` : '';
}

/** Streams rows as CSV, one batch each time the client is ready to read, until a batch is not full. */
export function streamCsv(
  columns: readonly string[],
  nextBatch: (size: number) => readonly (readonly unknown[])[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirstBatch = true;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const rows = nextBatch(BATCH_SIZE);
      // The byte order mark tells spreadsheets that the file is UTF-8.
      const text = isFirstBatch ? `\ufeff${toCsvLines([columns, ...rows])}` : toCsvLines(rows);
      if (text !== '') controller.enqueue(encoder.encode(text));
      isFirstBatch = false;
      if (rows.length < BATCH_SIZE) controller.close();
    },
  });
}
