import { afterAll, beforeAll, expect, test } from 'bun:test';
import { keyHeader, keyOf } from '../support/booking-key.ts';
import { quantile } from '../support/booking-load.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const TRIES = 200;
const LONGER_THAN_LIMITS_MS = 25 * 60 * 60_000;

let club: TestClub;
let booked: { booking: { id: number; email: string }; manage_url: string };
beforeAll(async () => {
  club = await createTestClub();
  booked = (await club.post('/api/book', bookingBody())).json;
  // The number of the next booking, which no booking has.
  expect(booked.booking.id).toBe(1);
});
afterAll(() => club.close());

const withLastLetter = (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
const withFirstLetter = (key: string) => `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;

/** What a stranger compares: one request with what they guess, one with what they know to be wrong. */
const COMPARISONS: [name: string, () => [one: () => Promise<unknown>, other: () => Promise<unknown>]][] = [
  [
    'a wrong key for a booking and for a number that none has',
    () => [1, 2].map((id) => () => tryKey(id, 'x'.repeat(32))) as never,
  ],
  [
    'a key that is wrong at its end and at its beginning',
    () => {
      const key = keyOf(booked.manage_url);
      return [() => tryKey(1, withLastLetter(key)), () => tryKey(1, withFirstLetter(key))];
    },
  ],
  [
    'number and email of a customer, and of nobody',
    () =>
      [booked.booking.email, 'nobody@example.com'].map((email) => async () => {
        const { status } = await club.post('/api/booking/1/cancel', {}, { 'booking-email': email });
        expect(status).toBe(404);
      }) as never,
  ],
  [
    'lost links of an address with bookings and of one without',
    () =>
      [booked.booking.email, 'nobody@example.com'].map((email) => async () => {
        expect((await club.post('/api/manage-links', { email })).status).toBe(200);
      }) as never,
  ],
];

async function tryKey(id: number, key: string): Promise<void> {
  expect((await club.get(`/api/booking/${id}`, { 'x-booking-key': key })).status).toBe(403);
}

test.each(COMPARISONS)(`%s take the same time in ${TRIES} tries each`, async (name, requests) => {
  const pair = requests();
  const times: [number[], number[]] = [[], []];
  for (let attempt = -10; attempt < TRIES; attempt += 1) {
    // The order alternates, so that the second request of a pair has no advantage.
    for (const at of attempt % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      club.clock.now += LONGER_THAN_LIMITS_MS;
      const started = performance.now();
      await pair[at]();
      if (attempt >= 0) times[at].push(performance.now() - started);
    }
  }
  const [one, other] = times.map((list) => quantile(list, 0.5) * 1000) as [number, number];
  console.log(`${name}: ${one.toFixed(0)} and ${other.toFixed(0)} µs, ${(one / other).toFixed(2)} ×`);
  expect(one / other).toBeGreaterThan(0.67);
  expect(one / other).toBeLessThan(1.5);
});

test('the right key opens the booking, so the comparisons above ask for something', async () => {
  expect((await club.get('/api/booking/1', keyHeader(booked))).json.booking.email).toBe(booked.booking.email);
});
