import { expect, test } from 'bun:test';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { compareWithModel, createTestClubWithCards } from '../support/model-runner.ts';

test('10,000 random lives of the club do not differ from a club on paper', async () => {
  const { club, close } = await createTestClubWithCards();
  await compareWithModel(club, 10_000);
  const { ids: _, ...integrity } = checkIntegrity(club.dataDir);
  expect(integrity).toEqual(INTACT);
  await close();
});
