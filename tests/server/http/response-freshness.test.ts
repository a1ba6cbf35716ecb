import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

const fetchSlots = async (date = '2026-11-21') => (await club.get(`/api/slots?date=${date}&courtId=1`)).text;
const isFree = async (time: string, date?: string) =>
  JSON.parse(await fetchSlots(date)).find((slot: { start_time: string }) => slot.start_time === time)
    .available;

test('slots stay the same between two writes and change with a booking', async () => {
  const first = await fetchSlots();
  expect(await fetchSlots()).toBe(first);
  await club.post('/api/book', bookingBody());
  expect(await isFree('18:00')).toBe(false);
});

test('the next request sees what another process has written', async () => {
  expect(await isFree('20:00')).toBe(true);
  const other = new Database(join(club.dataDir, 'club.db'));
  other.run("INSERT INTO closure (court_id, date, reason, created_at) VALUES (1, '2026-11-21', 'x', 1)");
  other.run("INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, '2026-11-21', 40, 1)");
  expect(await isFree('20:00')).toBe(false);
  other.run('UPDATE court SET hourly_rate = 7777 WHERE id = 1');
  other.close();
  expect((await club.get('/api/courts')).json[0].hourly_rate).toBe(7777);
  expect((await club.get('/')).text).toContain('"hourly_rate":7777');
});

test('a slot is past as soon as it starts, without a write', async () => {
  expect(await isFree('15:30', '2026-11-20')).toBe(true);
  club.clock.now = Date.parse('2026-11-20T15:29:59.999+05:00');
  expect(await isFree('15:30', '2026-11-20')).toBe(true);
  club.clock.now += 1;
  expect(await isFree('15:30', '2026-11-20')).toBe(false);
});

test('a page keeps its ETag through a booking and changes with a court', async () => {
  const tag = async () => (await club.get('/')).headers.get('etag');
  const first = await tag();
  await club.post('/api/book', bookingBody());
  expect(await tag()).toBe(first);
  await club.club.write((tx) => tx.db.run('UPDATE court SET hourly_rate = 8000 WHERE id = 1'));
  expect(await tag()).not.toBe(first);
});
