import { expect, test } from 'bun:test';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { compareWithModel, createTestClubWithCards } from '../support/model-runner.ts';

test('the club and a club on paper agree, whatever is booked, paid, moved, cancelled, restored, closed or not paid in time', async () => {
  const { club, close } = await createTestClubWithCards();
  await compareWithModel(club, 150);
  const { ids, ...integrity } = checkIntegrity(club.dataDir);
  expect(integrity).toEqual(INTACT);
  expect(ids.size).toBeGreaterThan(100);
  await close();
});
