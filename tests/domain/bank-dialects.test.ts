/** Statements in all dialects: sums are right or refused, and money out is never read as money in. */
import { expect, test } from 'bun:test';
import { checkDialects, checkMoneyOut } from '../support/check-dialects.ts';

/** tests/long reads 10,000. */
const STATEMENTS = Number(process.env.STATEMENTS ?? 300);

test('each line of a statement is read correctly, or refused if its amount is ambiguous', async () => {
  const { lines, refused, out } = await checkDialects(STATEMENTS);
  expect(out).toBeGreaterThan(STATEMENTS);
  expect(refused / lines).toBeLessThan(0.05);
});

test('a cell with any sign of money out is never money in', () => checkMoneyOut(STATEMENTS));
