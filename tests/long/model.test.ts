import { expect, test } from 'bun:test';
import { audit, WHOLE } from '../support/audit.ts';
import { compareWithModel, openClubWithCards } from '../support/model-run.ts';

test('10,000 random lives of the club do not differ from a club on paper', async () => {
  const { club, close } = await openClubWithCards();
  await compareWithModel(club, 10_000);
  const { ids: _, ...whole } = audit(club.dataDir);
  expect(whole).toEqual(WHOLE);
  await close();
});
