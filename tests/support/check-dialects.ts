import { expect } from 'bun:test';
import fc from 'fast-check';
import { proposeColumns } from '../../src/bank/columns.ts';
import { LineReader } from '../../src/bank/lines.ts';
import { decodeStatement, readTable } from '../../src/bank/statement-csv.ts';
import type { BankColumns } from '../../src/domain/bank.ts';
import { type DialectStatement, dialectStatement, outCell, type TrueLine } from './statement-dialects.ts';
import { TEST_IBAN } from './test-bank-account.ts';

const TODAY = '2026-12-15';

interface Found {
  lines: { side: string; paisa: number; date: string }[];
  refused: string[];
  isAsked: boolean;
}

/** What the club reads from a file it hasn't seen before; where it can't tell, the day comes first. */
async function readFile(csv: string): Promise<Found> {
  const table = await readTable(decodeStatement(Buffer.from(csv)));
  const proposed = proposeColumns(table, TEST_IBAN, TODAY);
  const { date, credit } = proposed;
  if (date === null || credit === null) return { lines: [], refused: [], isAsked: true };
  const columns: BankColumns = { ...proposed, date, credit, date_order: proposed.date_order ?? 'dmy' };
  const reader = await LineReader.open(table, columns, columns.text, TODAY);
  const found: Found = { lines: [], refused: [], isAsked: false };
  for (const row of table.rows.slice(columns.header + 1)) {
    const line = reader.read(row);
    if (line === null) continue;
    if ('reason' in line) found.refused.push(line.reason);
    else found.lines.push({ side: line.side, paisa: line.paisa, date: line.date });
  }
  return found;
}

const keyOf = ({ side, paisa, date }: Pick<TrueLine, 'side' | 'paisa' | 'date'> | Found['lines'][number]) =>
  `${side} ${paisa} ${date}`;

/** How many of the lines were made up, and how many were refused. */
function compare({ lines }: DialectStatement, found: Found): { wrong: string[]; missing: number } {
  const left = new Map<string, number>();
  for (const line of lines) left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) + 1);
  const wrong: string[] = [];
  for (const line of found.lines) {
    const count = left.get(keyOf(line)) ?? 0;
    if (count === 0) wrong.push(keyOf(line));
    left.set(keyOf(line), count - 1);
  }
  return { wrong, missing: lines.length - found.lines.length };
}

/** Reads random statements in every dialect: each line must be read correctly, and only ambiguous ones refused. */
export async function checkDialects(runs: number): Promise<{ lines: number; refused: number; out: number }> {
  const total = { lines: 0, refused: 0, out: 0 };
  await fc.assert(
    fc.asyncProperty(dialectStatement, async (statement) => {
      const found = await readFile(statement.csv);
      const { wrong, missing } = compare(statement, found);
      expect([found.isAsked, wrong]).toEqual([false, []]);
      expect(found.refused.length).toBe(missing);
      if (!statement.isAmbiguous) expect(found.refused).toEqual([]);
      total.lines += statement.lines.length;
      total.refused += missing;
      total.out += statement.lines.filter(({ side }) => side === 'out').length;
    }),
    { numRuns: runs },
  );
  return total;
}

/**
 * Money out, with every sign among words of all kinds, is read as money out or refused, in a column of amounts and of
 * credits.
 */
export async function checkMoneyOut(runs: number): Promise<void> {
  const name = fc.constantFrom('Amount', 'Credit', 'Credit/Debit Amount');
  await fc.assert(
    fc.asyncProperty(fc.array(outCell, { minLength: 1, maxLength: 6 }), name, async (cells, sum) => {
      const rows = cells.map((cell) => `2026-11-20\t"${cell.replaceAll('"', '""')}"\tx`);
      const found = await readFile(`Date\t${sum}\tDetails\n${rows.join('\n')}\n`);
      expect(found.lines.filter(({ side }) => side === 'in')).toEqual([]);
      expect(found.isAsked).toBe(false);
    }),
    { numRuns: runs },
  );
}
