import { beforeEach, expect, test } from 'bun:test';
import { bookingInserter } from '../../support/insert-booking.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();
let headers: { cookie: string };
beforeEach(async () => {
  ({ headers } = await club.signIn({ email: 'desk@example.com', is_admin: true }));
});

const searchIds = async (q: string): Promise<number[]> => {
  const { json } = await club.get(`/api/admin/bookings?q=${encodeURIComponent(q)}`, headers);
  return json.data.bookings.map((booking: { id: number }) => booking.id);
};

/** One booking for each name, newest last. */
function addBookings(names: readonly string[]): void {
  const insert = bookingInserter(club.db);
  for (const [at, name] of names.entries())
    insert({ date: '2026-11-21', state: 'cancelled', name, email: `g${at + 1}@example.com` });
}

test('a search finds a booking at once, and each word may be a beginning', async () => {
  await club.post('/api/book', bookingBody({ name: 'Zubaida Rehman', email: 'zuby.rehman-92@example.com' }));
  for (const q of ['zubaida', 'reh zub', 'ZUBAIDA REHMAN', 'zuby.rehman', 'zuby.rehman-92@ex', '#1', '1'])
    expect([q, await searchIds(q)]).toEqual([q, [1]]);
  for (const q of ['ubaida', 'zubaida khan', '#2', '2', 'example.com', 'z'])
    expect([q, await searchIds(q)]).toEqual([q, []]);
});

test('a search finds a phone in each of its spellings', async () => {
  await club.post('/api/book', bookingBody({ phone: '+923219876543' }));
  for (const q of [
    '0321 987 6543',
    '03219876543',
    '+92 321 9876543',
    '00923219876543',
    '3219876543',
    '0321 98',
    '6543',
  ])
    expect([q, await searchIds(q)]).toEqual([q, [1]]);
  // Any digits of it, from three on, also with a space between them.
  for (const q of ['9876543', '987', '76 54', '21987', '1 98765'])
    expect([q, await searchIds(q)]).toEqual([q, [1]]);
  for (const q of ['03219876544', '9876544', '3', '98']) expect([q, await searchIds(q)]).toEqual([q, []]);
});

test.each([
  ['Zoë Nováková', 'novakova'],
  ['José Müller', 'jose muller'],
  ['عبداللہ خان', 'عبدالله خان'],
  ['كریم علي', 'کریم علی'],
  ['فاطمۃ', 'فاطمہ'],
  ['بٹ‌ صاحب', 'بٹ صاحب'],
])('%s is found as %s', async (name, q) => {
  addBookings([name, 'Somebody Else']);
  expect(await searchIds(q)).toEqual([1]);
});

test('another payer of a booking is found, and a changed name', async () => {
  addBookings(['Ayesha Khan', 'Bilal Raza']);
  club.db.run(
    `INSERT INTO payer (booking_id, position, state, name, search, created_at)
     VALUES (2, 2, 'joined', 'Hamza Butt', ' hamza butt ', 1)`,
  );
  expect([await searchIds('hamza'), await searchIds('bilal')]).toEqual([[2], [2]]);
});

test.each(['%', '_', '"', "'", '*', '--', 'NEAR(', '\u0000', '(', '–'])('%s breaks no search', async (q) => {
  addBookings(['Ayesha Khan']);
  const { status } = await club.get(`/api/admin/bookings?q=${encodeURIComponent(q)}`, headers);
  expect(status).toBe(200);
});

test('a page has 100 bookings, or as many as are asked for, and never more than 500', async () => {
  club.db.transaction(() => addBookings(Array(502).fill('Ali')))();
  const sizes = await Promise.all(
    ['', '?limit=1', '?limit=500', '?limit=501', '?limit=999999'].map(async (query) => {
      const { json } = await club.get(`/api/admin/bookings${query}`, headers);
      return json.data.bookings.length;
    }),
  );
  expect(sizes).toEqual([100, 1, 500, 500, 500]);
  for (const limit of ['0', '-1', '1000000'])
    expect((await club.get(`/api/admin/bookings?limit=${limit}`, headers)).status).toBe(422);
});
