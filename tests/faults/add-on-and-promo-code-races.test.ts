import { expect, test } from 'bun:test';
import { EXTRAS_INTACT, stressExtras } from '../support/add-on-and-promo-code-stress.ts';

test('5 kills: the last use of a code and the last rackets are sold once', async () => {
  const { requests, done, ...problems } = await stressExtras(5);
  console.log(`extras: ${requests} requests, ${done} done`);
  expect(problems).toEqual(EXTRAS_INTACT);
  expect(done).toBe(5 * 5);
}, 120_000);
