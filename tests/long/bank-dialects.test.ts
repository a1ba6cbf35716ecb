/** 10,000 bank statements in all dialects, and as many columns of money out with signs among words of all kinds. */
import { expect, test } from 'bun:test';
import { checkDialects, checkMoneyOut } from '../support/check-dialects.ts';

const STATEMENTS = 10_000;

test('10,000 statements: every line is right or refused, and money out is never money in', async () => {
  const total = await checkDialects(STATEMENTS);
  await checkMoneyOut(STATEMENTS);
  console.log(JSON.stringify({ statements: STATEMENTS, ...total }));
  expect(total.refused / total.lines).toBeLessThan(0.05);
});
