import { expect, test } from 'bun:test';
import { stressMoney } from '../support/money-stress.ts';

test('64 connections of random money on 50 bookings, killed three times: the books agree', async () => {
  const { answers, acknowledged, entries, ...problems } = await stressMoney({ kills: 3, killEveryMs: 2000 });
  console.log(`money: ${answers} answers, ${acknowledged} acknowledged of ${entries} entries`);
  expect(problems).toEqual({ lost: [], unexpected: [], wrongBalances: [], faults: [] });
  expect(acknowledged).toBeGreaterThan(50);
}, 60_000);
