import { beforeEach, expect, test } from 'bun:test';
import { bookingBody, clubForEachTest } from '../support/test-club.ts';

const club = clubForEachTest();
let headers: { cookie: string };
beforeEach(async () => {
  ({ headers } = await club.signIn({ email: 'desk@example.com', is_admin: true }));
});

const searchIds = async (q: string): Promise<number[]> => {
  const { json } = await club.get(`/api/admin/bookings?q=${encodeURIComponent(q)}`, headers);
  return json.data.bookings.map((booking: { id: number }) => booking.id);
};
const lastIndexedId = () =>
  club.rows<{ booking_id: number }>('SELECT booking_id FROM search_mark')[0]?.booking_id;

/** Bookings that are not in the search index yet. */
function addUnindexed(count: number): void {
  const insert = club.db.prepare(
    `INSERT INTO booking (court_id, date, start_time, slots, name, email, phone, payment_method, hourly_rate,
       computed_amount, created_at, status)
     VALUES (1, '2026-11-21', '18:00', '["18:00","18:30"]', ?, ?, '+923001234567', 'cash', 5000, 5000, 1, 'cancelled')`,
  );
  for (let at = 1; at <= count; at += 1) insert.run(`Guest Number${at}x`, `g${at}@example.com`);
}

test('a search finds a booking that was not indexed yet', async () => {
  await club.post('/api/book', bookingBody({ name: 'Zubaida Rehman' }));
  expect(lastIndexedId()).toBe(0);
  expect(await searchIds('zubaida')).toEqual([1]);
  expect(lastIndexedId()).toBe(1);
});

test('two searches at once both find a new booking', async () => {
  addUnindexed(1);
  expect(await Promise.all([searchIds('number1x'), searchIds('number1x')])).toEqual([[1], [1]]);
});

test('a search indexes more bookings than one batch holds', async () => {
  addUnindexed(450);
  expect(await searchIds('number1x')).toEqual([1]);
  expect(await searchIds('number201x')).toEqual([201]);
  expect(await searchIds('number450x')).toEqual([450]);
});

test('the job indexes new bookings without a search', async () => {
  addUnindexed(450);
  await club.schedule.runNow('search-sync');
  expect(lastIndexedId()).toBe(450);
});

test('a merged index finds the same bookings', async () => {
  const parts = () =>
    club.rows<{ n: number }>('SELECT count(DISTINCT segid) AS n FROM booking_search_idx')[0]?.n ?? 0;
  for (let step = 0; step < 6; step += 1) {
    addUnindexed(40);
    await club.schedule.runNow('search-sync');
  }
  expect(parts()).toBeGreaterThan(1);
  await club.schedule.runNow('search-optimize');
  expect(parts()).toBe(1);
  expect(await searchIds('number7x')).toHaveLength(6);
});

test('changed names and deleted bookings are right, indexed or not', async () => {
  addUnindexed(3);
  club.db.run("UPDATE booking SET name = 'Early Bird' WHERE id = 1");
  club.db.run('DELETE FROM booking WHERE id = 2');
  expect(await searchIds('early')).toEqual([1]);
  expect(await searchIds('number1x')).toEqual([]);
  expect(await searchIds('number2x')).toEqual([]);
  club.db.run("UPDATE booking SET name = 'Late Owl' WHERE id = 3");
  club.db.run('DELETE FROM booking WHERE id = 1');
  expect(await searchIds('late')).toEqual([3]);
  expect(await searchIds('number3x')).toEqual([]);
  expect(await searchIds('early')).toEqual([]);
});

test('a search indexes bookings that were inserted directly', async () => {
  addUnindexed(250);
  await searchIds('guest');
  expect(() =>
    club.db.run("INSERT INTO booking_search (booking_search) VALUES ('integrity-check')"),
  ).not.toThrow();
});

test('while the disk is full, a search finds the indexed bookings', async () => {
  addUnindexed(2);
  await club.schedule.runNow('search-sync');
  addUnindexed(1);
  club.db.run('PRAGMA query_only = ON');
  expect(await searchIds('number2x')).toEqual([2]);
  club.db.run('PRAGMA query_only = OFF');
});

test('the answer to a booking equals the stored booking', async () => {
  const { json } = await club.post('/api/book', bookingBody({ start_time: '23:30', sms_updates: true }));
  const { json: read } = await club.get(`/api/admin/bookings/${json.booking.id}`, headers);
  expect(json.booking).toEqual(read.data.booking);
});
