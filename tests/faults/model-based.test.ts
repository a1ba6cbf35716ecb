import { expect, test } from 'bun:test';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { compareWithModel, createTestClubWithCards } from '../support/model-runner.ts';

test('the club agrees with a model in every sequence of bookings, payments, reschedules, cancellations and closures', async () => {
  const { club, close } = await createTestClubWithCards();
  await compareWithModel(club, 150);
  const { ids, ...integrity } = checkIntegrity(club.dataDir);
  expect(integrity).toEqual(INTACT);
  expect(ids.size).toBeGreaterThan(100);
  await close();
});
