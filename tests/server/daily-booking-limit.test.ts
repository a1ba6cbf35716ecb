import { afterEach, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const TODAY = '2026-11-21';
let club: TestClub;
afterEach(() => club.close());

/** A whole day of a court at once, the `at`-th of many, by somebody else each time. */
const wholeDayBooking = (at: number) =>
  bookingBody({
    court_id: 1 + (at % 2),
    date: addDays(TODAY, 1 + Math.floor(at / 2)),
    start_time: '07:00',
    duration: 42 * 30,
    email: `guest${at}@example.com`,
  });

test('one address can book out three days of both courts and no more; a day later it can again', async () => {
  club = await createTestClub();
  for (let at = 0; at < 6; at += 1)
    expect((await club.post('/api/book', wholeDayBooking(at))).status).toBe(201);
  const refused = await club.post('/api/book', wholeDayBooking(6));
  expect([refused.status, refused.json.reason]).toEqual([429, 'rate_limited']);
  expect(refused.json.error).toMatch(
    /^This is more than can be booked online in one day\. Please call \+92 /,
  );
  expect(Number(refused.headers.get('retry-after'))).toBe(24 * 60 * 60);
  expect(club.rows('SELECT 1 FROM booking')).toHaveLength(6);
  expect(club.rows('SELECT 1 FROM claim')).toHaveLength(6 * 42);
  club.clock.now += 24 * 60 * 60_000;
  expect((await club.post('/api/book', wholeDayBooking(6))).status).toBe(201);
});

test('one mailbox gets the letters of thirty bookings a day, however it is spelled and wherever they come from', async () => {
  club = await createTestClub({ env: { TRUST_PROXY: '1' } });
  const book = (at: number) =>
    club.post(
      '/api/book',
      bookingBody({
        date: addDays(TODAY, 1 + at),
        email: at % 2 ? 'VICTIM@example.com' : 'victim@example.com',
      }),
      { 'x-forwarded-for': `10.0.0.${at}` },
    );
  for (let at = 0; at < 30; at += 1) expect((await book(at)).status).toBe(201);
  expect((await book(30)).status).toBe(429);
});

test('a lost answer asked for again is not counted, and the desk books on', async () => {
  club = await createTestClub();
  for (let at = 0; at < 6; at += 1) {
    const again = { 'idempotency-key': `retry-key-number-${at}` };
    for (const _ of [1, 2, 3])
      expect((await club.post('/api/book', wholeDayBooking(at), again)).status).toBe(201);
  }
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  expect((await club.post('/api/book', wholeDayBooking(6), headers)).status).toBe(201);
});
