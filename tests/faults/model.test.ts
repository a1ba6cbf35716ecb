import { expect, test } from 'bun:test';
import { audit, WHOLE } from '../support/audit.ts';
import { openClub } from '../support/club.ts';
import { compareWithModel } from '../support/model-run.ts';

test('the club and a club on paper agree, whatever is booked, paid, moved, cancelled, restored and closed', async () => {
  const club = await openClub();
  await compareWithModel(club, 150);
  const { ids, ...whole } = audit(club.dataDir);
  expect(whole).toEqual(WHOLE);
  expect(ids.size).toBeGreaterThan(100);
  club.close();
});
