import { expect, test } from 'bun:test';
import { stressMoney } from '../support/money-stress.ts';

test('the books agree after two minutes of random money and 20 kills', async () => {
  const { answers, acknowledged, entries, ...problems } = await stressMoney({ kills: 20, killEveryMs: 6000 });
  console.log(`money: ${answers} answers, ${acknowledged} acknowledged of ${entries} entries`);
  expect(problems).toEqual({ lost: [], unexpected: [], wrongBalances: [], faults: [] });
}, 600_000);
