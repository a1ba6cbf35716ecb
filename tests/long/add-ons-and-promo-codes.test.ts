import { expect, test } from 'bun:test';
import { EXTRAS_INTACT, MAX_ROUNDS, stressExtras } from '../support/add-on-and-promo-code-stress.ts';

test(`${MAX_ROUNDS} kills: the last use of a code and the last rackets are sold once`, async () => {
  const { requests, done, ...problems } = await stressExtras(MAX_ROUNDS);
  console.log(`extras: ${requests} requests, ${done} done`);
  expect(problems).toEqual(EXTRAS_INTACT);
}, 1_200_000);
