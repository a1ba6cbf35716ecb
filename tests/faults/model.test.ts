import { expect, test } from 'bun:test';
import { audit, WHOLE } from '../support/audit.ts';
import { compareWithModel, openClubWithCards } from '../support/model-run.ts';

test('the club and a club on paper agree, whatever is booked, paid, moved, cancelled, restored, closed or not paid in time', async () => {
  const { club, close } = await openClubWithCards();
  await compareWithModel(club, 150);
  const { ids, ...whole } = audit(club.dataDir);
  expect(whole).toEqual(WHOLE);
  expect(ids.size).toBeGreaterThan(100);
  await close();
});
