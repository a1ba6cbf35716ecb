import type { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { indexBookings } from '../../src/bookings/search-index.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { priceOf } from '../../src/domain/price.ts';
import { PLAYING_ORDER, startTimeOf } from '../../src/domain/slot.ts';
import { openClub, type TestClub } from '../support/club.ts';

/** More than this much slower with a thousand times as many bookings is too slow. */
const GROWTH = 1.2;
const ROUNDS = 400;
const MANY = 1_000_000;
const FEW = 1000;
const FIRST = ['Ayesha', 'Bilal', 'Hamza', 'Sana', 'Usman', 'Zainab', 'Fatima', 'Ali', 'Omar', 'Hira'];
const LAST = ['Khan', 'Ahmed', 'Malik', 'Butt', 'Sheikh', 'Raza', 'Iqbal', 'Chaudhry', 'Anwar', 'Qureshi'];
const A_DAY = 16;

interface Club {
  club: TestClub;
  headers: { cookie: string };
}
let few: Club;
let many: Club;

/**
 * Two courts with sixteen bookings a day, back from two weeks ahead: a club with more bookings has only a
 * longer past, so that the same question has the same answer in both and only the size differs.
 */
function fill(db: Database, count: number): void {
  const booking = db.prepare(
    `INSERT INTO booking (id, court_id, date, start_time, duration, slots, name, email, phone, status,
       payment_method, hourly_rate, computed_amount, created_at)
     VALUES (?, ?, ?, ?, 90, ?, ?, ?, ?, ?, 'bank_transfer', 5000, ?, ?)`,
  );
  const claim = db.prepare(
    'INSERT INTO claim (court_id, date, slot, booking_id) SELECT ?, ?, value, ? FROM json_each(?)',
  );
  db.run('BEGIN IMMEDIATE');
  for (let back = count - 1; back >= 0; back -= 1) {
    const id = count - back;
    const date = addDays('2026-12-04', -Math.floor(back / A_DAY));
    const court = (back % 2) + 1;
    const first = Math.floor((back % A_DAY) / 2) * 5;
    const hours = PLAYING_ORDER.slice(first, first + 3);
    const slots = hours.map(startTimeOf);
    const person = (back * 7919) % 50_000;
    // One regular whose five bookings are in both clubs: to find the same is what can be compared.
    const regular = back < 500 && back % 100 === 50;
    // Everybody's newest bookings wait for their money; so the list of those that wait is the same too.
    const status = back < 60 ? 'pending' : back % 10 === 0 ? 'cancelled' : 'paid';
    booking.run(
      id,
      court,
      date,
      slots[0] ?? '',
      JSON.stringify(slots),
      regular ? 'Zubaida Rehman' : `${FIRST[back % 10]} ${LAST[Math.floor(back / 10) % 10]}`,
      regular ? 'zubaida@example.com' : `person${person}@example.com`,
      regular ? '+923219876543' : `+9230${String(100_000_00 + ((back * 6151) % 89_999_999))}`,
      status,
      priceOf(hours, 5000).total,
      id,
    );
    if (status !== 'cancelled') claim.run(court, date, id, JSON.stringify(hours));
    if (id % 50_000 === 0) {
      db.run('COMMIT');
      db.run('BEGIN IMMEDIATE');
    }
  }
  indexBookings(db, -1);
  db.run('COMMIT');
}

async function open(count: number): Promise<Club> {
  const club = await openClub();
  fill(club.db, count);
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  return { club, headers };
}

beforeAll(async () => {
  few = await open(FEW);
  const started = performance.now();
  many = await open(MANY);
  console.log(`${MANY} bookings written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}, 900_000);
afterAll(() => {
  few.club.close();
  many.club.close();
});

/** Medians in milliseconds, the two clubs asked in turn so that a busy machine hurts both alike. */
async function compare(path: string): Promise<{ few: number; many: number }> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 20; round += 1) {
    for (const [at, { club, headers }] of [few, many].entries()) {
      const request = new Request(`http://localhost${path}`, { headers });
      const started = performance.now();
      const answer = await club.app.handle(request);
      await answer.arrayBuffer();
      if (round >= 20) times[at]?.push(performance.now() - started);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    }
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return { few: median(times[0]), many: median(times[1]) };
}

describe('a million bookings answer as quickly as a thousand', () => {
  test.each([
    ['figures', '/api/admin/stats'],
    ['figures of a month', '/api/admin/stats?startDate=2026-10-21&endDate=2026-11-20'],
    ['first page', '/api/admin/bookings?limit=50'],
    ['first page in playing order', '/api/admin/bookings?limit=50&sort=-begins'],
    ['those that wait for money', '/api/admin/bookings?limit=50&status=pending'],
    ['a week', '/api/admin/bookings?limit=50&startDate=2026-11-14&endDate=2026-11-20'],
    ['search by phone', '/api/admin/bookings?limit=50&q=0321+9876543'],
    ['search by email', '/api/admin/bookings?limit=50&q=zubaida@example.com'],
    ['search by number', '/api/admin/bookings?limit=50&q=%23700'],
    ['search by name', '/api/admin/bookings?limit=50&q=zubaida+rehman'],
    ['day', '/api/admin/day?date=2026-11-20'],
    ['charts of a month', '/api/admin/insights?startDate=2026-10-21&endDate=2026-11-20'],
  ])(
    '%s',
    async (name, path) => {
      const { few: small, many: large } = await compare(path);
      console.log(
        `${name}: ${small.toFixed(3)} ms → ${large.toFixed(3)} ms, × ${(large / small).toFixed(2)}`,
      );
      expect(large / small).toBeLessThanOrEqual(GROWTH);
    },
    120_000,
  );
});

test('what has more to find in a million is still quick: common names, other orders, ten years', async () => {
  for (const path of [
    '/api/admin/bookings?limit=50&sort=name',
    '/api/admin/bookings?limit=50&sort=-amount&status=paid',
    '/api/admin/bookings?limit=50&sort=-amount&startDate=2016-01-01&endDate=2026-01-01&status=cancelled',
    '/api/admin/bookings?limit=50&startDate=2016-01-01&endDate=2026-01-01',
    '/api/admin/bookings?limit=50&q=ayesha+khan',
    '/api/admin/bookings?limit=50&q=ayesha&sort=-begins',
    '/api/admin/bookings?limit=50&q=ayesha&sort=name&status=paid&startDate=2020-01-01',
    '/api/admin/stats?startDate=2016-01-01&endDate=2026-01-01',
    '/api/admin/insights?startDate=2016-01-01&endDate=2025-12-31',
  ]) {
    const started = performance.now();
    const { status } = await many.club.get(path, many.headers);
    const ms = performance.now() - started;
    console.log(`${path}: ${ms.toFixed(1)} ms`);
    expect([path, status, ms < 1000]).toEqual([path, 200, true]);
  }
});
