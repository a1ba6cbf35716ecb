import { expect, test } from 'bun:test';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { compareWithModel, createTestClubWithCards } from '../support/model-runner.ts';

test('the club agrees with a model in 10,000 random sequences', async () => {
  const { club, close } = await createTestClubWithCards();
  await compareWithModel(club, 10_000);
  const { ids: _, ...integrity } = checkIntegrity(club.dataDir);
  expect(integrity).toEqual(INTACT);
  await close();
});
