import { expect, test } from 'bun:test';
import { stormWaitingList, WAITING_LIST_INTACT } from '../support/waiting-storm.ts';

test('offers made, accepted and ended in the second of a kill, 8 kills: no claim without an owner, no offer twice', async () => {
  const { booked, offers, ...problems } = await stormWaitingList(8);
  console.log(`waiting list: ${booked} booked, ${JSON.stringify(offers)}`);
  expect(problems).toEqual(WAITING_LIST_INTACT);
}, 120_000);
