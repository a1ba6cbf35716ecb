import { expect, test } from 'bun:test';
import { stressDeadlines } from '../support/payment-deadline-stress.ts';

test('receipts and money in the second of the release, 200 kills: nothing is lost or released wrongly', async () => {
  const { uploaded, paid, released, ...problems } = await stressDeadlines(200);
  console.log(`deadlines: ${uploaded} receipts, ${paid} payments, ${released} released`);
  const none = { unexpected: [], lostReceipts: [], lostFiles: [], lostPayments: [], bookFaults: [] };
  expect(problems).toEqual({
    ...none,
    ...{ releasedWithReceipt: [], releasedWithMoney: [], wrongClaims: [], forgotten: [], untold: [] },
  });
  expect(released).toBeGreaterThan(200 - 1);
}, 1_800_000);
