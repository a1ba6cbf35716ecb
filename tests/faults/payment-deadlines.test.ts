import { expect, test } from 'bun:test';
import { stressDeadlines } from '../support/payment-deadline-stress.ts';

test('receipts and money in the second of the release, 5 kills: nothing is lost or released wrongly', async () => {
  const { uploaded, paid, released, ...problems } = await stressDeadlines(5);
  console.log(`deadlines: ${uploaded} receipts, ${paid} payments, ${released} released`);
  const none = { unexpected: [], lostReceipts: [], lostFiles: [], lostPayments: [], bookFaults: [] };
  expect(problems).toEqual({
    ...none,
    ...{ releasedWithReceipt: [], releasedWithMoney: [], wrongClaims: [], forgotten: [], untold: [] },
  });
  expect(released).toBeGreaterThan(5 - 1);
}, 120_000);
