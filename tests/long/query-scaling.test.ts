import type { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { priceOf } from '../../src/domain/price.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { DEFAULT_PLAN, OPEN_SLOTS } from '../support/default-day-plan.ts';
import { bookingInserter } from '../support/insert-booking.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

/** A query may take this many times as long with a thousand times as many bookings. */
const MAX_GROWTH_RATIO = 1.2;
const ROUNDS = 400;
const SIZES = [1000, 100_000, 1_000_000];
const FIRST = ['Ayesha', 'Bilal', 'Hamza', 'Sana', 'Usman', 'Zainab', 'Fatima', 'Ali', 'Omar', 'Hira'];
const LAST = ['Khan', 'Ahmed', 'Malik', 'Butt', 'Sheikh', 'Raza', 'Iqbal', 'Chaudhry', 'Anwar', 'Qureshi'];
const BOOKINGS_PER_DAY = 16;

interface SizedClub {
  club: TestClub;
  headers: { cookie: string };
}
const clubs: SizedClub[] = [];

/**
 * Inserts sixteen bookings a day, backwards from two weeks ahead. A larger club has only a longer past, so a
 * query has the same answer in both clubs.
 */
function insertBookings(db: Database, count: number): void {
  const booking = bookingInserter(db);
  const payment = db.prepare(
    `INSERT INTO ledger_entry (at, booking_id, payer_id, kind, method, amount, actor)
     VALUES (?, ?, ?, 'payment', ?, ?, 'system')`,
  );
  const claim = db.prepare(
    'INSERT INTO claim (court_id, date, slot, booking_id) SELECT ?, ?, value, ? FROM json_each(?)',
  );
  db.run('BEGIN IMMEDIATE');
  for (let age = count - 1; age >= 0; age -= 1) {
    const id = count - age;
    const date = addDays('2026-12-04', -Math.floor(age / BOOKINGS_PER_DAY));
    const court = (age % 2) + 1;
    const first = Math.floor((age % BOOKINGS_PER_DAY) / 2) * 5;
    const hours = OPEN_SLOTS.slice(first, first + 3);
    const slots = hours.map(startTimeOf);
    const customer = (age * 7919) % 50_000;
    // Every club has the same five bookings of this customer, so searches have equal answers.
    const regular = age < 500 && age % 100 === 50;
    // Only the newest bookings are pending, so every club has the same pending list.
    const status = age < 60 ? 'pending' : age % 10 === 0 ? 'cancelled' : 'paid';
    const price = priceOf(hours, { court_id: 1, hourly_rate: 5000 }, DEFAULT_PLAN).total;
    const { payer_id } = booking({
      id,
      court_id: court,
      date,
      slots,
      name: regular ? 'Zubaida Rehman' : `${FIRST[age % 10]} ${LAST[Math.floor(age / 10) % 10]}`,
      email: regular ? 'zubaida@example.com' : `customer${customer}@example.com`,
      phone: regular ? '+923219876543' : `+9230${String(100_000_00 + ((age * 6151) % 89_999_999))}`,
      state: status,
      payment_method: 'bank_transfer',
      price,
      created_at: id,
    });
    // Every club has the same five payments by card.
    const method = age < 500 && age % 100 === 71 ? 'card' : 'bank_transfer';
    if (status === 'paid') payment.run(clubInstant(date, 12 * 60), id, payer_id, method, price);
    if (status !== 'cancelled') claim.run(court, date, id, JSON.stringify(hours));
    if (id % 50_000 === 0) {
      db.run('COMMIT');
      db.run('BEGIN IMMEDIATE');
    }
  }
  db.run('COMMIT');
}

async function openClubWithBookings(count: number): Promise<SizedClub> {
  const club = await createTestClub({ env: { TRUST_PROXY: '1' } });
  insertBookings(club.db, count);
  const { headers } = await club.signIn({ email: 'admin@example.com', is_admin: true });
  return { club, headers };
}

beforeAll(async () => {
  for (const size of SIZES) {
    const started = performance.now();
    clubs.push(await openClubWithBookings(size));
    console.log(`${size} bookings written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
}, 900_000);
afterAll(() => {
  for (const { club } of clubs) club.close();
});

/**
 * Returns the median latency in milliseconds for each size. The clubs take turns, so that other load on the
 * machine affects all of them.
 */
async function measureMedians(
  createRequest: (round: number, sizedClub: SizedClub) => Request | Promise<Request>,
  status = 200,
) {
  const times = SIZES.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 20; round += 1) {
    for (const [index, sizedClub] of clubs.entries()) {
      const request = await createRequest(round, sizedClub);
      const started = performance.now();
      const response = await sizedClub.club.app.handle(request);
      await response.arrayBuffer();
      if (round >= 20) times[index]?.push(performance.now() - started);
      if (response.status !== status) throw new Error(`${request.url}: ${response.status}`);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
}

function expectNoGrowth(name: string, medians: number[]): void {
  const ratios = medians.map((median) => median / (medians[0] ?? 1));
  console.log(
    `${name}: ${medians.map((median) => median.toFixed(3)).join(' → ')} ms, × ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  );
  for (const ratio of ratios) expect(ratio).toBeLessThanOrEqual(MAX_GROWTH_RATIO);
}

/** Each booking has another address and email, because the clock and so the limits do not advance. */
function bookingRequest(round: number): Request {
  const date = addDays('2026-12-05', round % 60);
  const start_time = startTimeOf(OPEN_SLOTS[2 * Math.floor(round / 60)] ?? 14);
  return new Request('http://localhost/api/book', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${round >> 8}.${round & 255}` },
    body: JSON.stringify(bookingBody({ date, start_time, email: `guest${round}@example.com` })),
  });
}

describe('a million bookings answer as quickly as a thousand', () => {
  test.each([
    ['first page', '/api/admin/bookings?limit=50'],
    ['first page in playing order', '/api/admin/bookings?limit=50&sort=-begins'],
    ['pending bookings', '/api/admin/bookings?limit=50&status=pending'],
    ['a week', '/api/admin/bookings?limit=50&startDate=2026-11-14&endDate=2026-11-20'],
    ['search by number', '/api/admin/bookings?limit=50&q=%23700'],
    ['day', '/api/admin/day?date=2026-11-20'],
    ['ledger of a month', '/api/admin/ledger?from=2026-10-21&to=2026-11-20'],
    ['ledger of a month by method', '/api/admin/ledger?from=2026-10-21&to=2026-11-20&method=bank_transfer'],
    ['the whole ledger', '/api/admin/ledger'],
    ['the whole ledger by a rare method', '/api/admin/ledger?method=card'],
    ['ledger of a month long ago', '/api/admin/ledger?from=2026-10-04&to=2026-11-03'],
    ['cash drawer', '/api/admin/shifts'],
    ['inbox', '/api/admin/inbox'],
    ['balances', '/api/admin/balances'],
    ['a booking with its entries', '/api/admin/bookings/701'],
    ['charts of a month', '/api/admin/insights?startDate=2026-10-21&endDate=2026-11-20'],
  ])(
    '%s',
    async (name, path) => {
      const createRequest = (_: number, { headers }: SizedClub) =>
        new Request(`http://localhost${path}`, { headers });
      expectNoGrowth(name, await measureMedians(createRequest));
    },
    120_000,
  );

  test('slots after a change', async () => {
    const medians = await measureMedians(async (round, { club }) => {
      await club.club.write(() => {});
      return new Request(`http://localhost/api/slots?courtId=1&date=${addDays('2026-11-21', round % 80)}`);
    });
    expectNoGrowth('slots', medians);
  }, 120_000);

  test('a booking', async () => {
    expectNoGrowth('booking', await measureMedians(bookingRequest, 201));
  }, 120_000);
});

test('queries that read or sort most of a million bookings take less than a second', async () => {
  const largest = clubs.at(-1) as SizedClub;
  for (const path of [
    '/api/admin/stats',
    '/api/admin/bookings?limit=50&q=0321+9876543',
    '/api/admin/bookings?limit=50&q=zubaida@example.com',
    '/api/admin/bookings?limit=50&q=zubaida+rehman',
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
    const { status } = await largest.club.get(path, largest.headers);
    const ms = performance.now() - started;
    console.log(`${path}: ${ms.toFixed(1)} ms`);
    expect([path, status, ms < 1000]).toEqual([path, 200, true]);
  }
});
