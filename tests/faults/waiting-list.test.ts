import { expect, test } from 'bun:test';
import { stressWaitingList, WAITING_LIST_INTACT } from '../support/waiting-list-stress.ts';

test('offers made, accepted and ended in the second of a kill, 8 kills: no claim without an owner, no offer twice', async () => {
  const { booked, offers, ...problems } = await stressWaitingList(8);
  console.log(`waiting list: ${booked} booked, ${JSON.stringify(offers)}`);
  expect(problems).toEqual(WAITING_LIST_INTACT);
}, 120_000);
