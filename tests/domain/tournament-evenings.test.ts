import { test } from 'bun:test';
import { checkEvenings } from '../support/check-evenings.ts';

test('random evenings: nobody twice in a round, what was played stays, points add up', () => {
  checkEvenings(100);
});
