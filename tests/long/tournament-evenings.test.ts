/** 10,000 random tournaments, in which players leave and swap and scores are corrected. */
import { test } from 'bun:test';
import { checkEvenings } from '../support/check-evenings.ts';

const EVENINGS = 10_000;

test('10,000 evenings: nobody twice in a round, what was played stays, points add up', () => {
  checkEvenings(EVENINGS);
  console.log(JSON.stringify({ evenings: EVENINGS }));
});
