import { expect, test } from 'bun:test';
import { startClub } from '../support/executable.ts';
import { distinctBooking, MANY_HOMES, postBooking, quantile } from '../support/load.ts';
import { compareLogins } from '../support/login-time.ts';

test('over 200 tries each, a wrong password takes the same time for a known and an unknown email', async () => {
  const { known, unknown, ratio } = await compareLogins(200);
  console.log(`median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});

test('32 logins at once, again and again, leave bookings quick: p99 at most three times as long', async () => {
  const club = await startClub({ env: MANY_HOMES });
  let next = 0;
  let logins = 0;
  const bookFor = async (seconds: number, times: number[]) => {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      const started = performance.now();
      const { status } = await postBooking(club.url, distinctBooking(next++));
      times.push(performance.now() - started);
      expect(status).toBe(201);
      await Bun.sleep(20);
    }
  };
  const login = async (at: number) => {
    logins += 1;
    await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${at}.${logins % 250}` },
      body: JSON.stringify({ email: `guess${logins}@example.com`, password: 'Wrong-river-43' }),
    });
  };
  const crowd = (open: { yes: boolean }) =>
    Promise.all(
      Array.from({ length: 32 }, async (_, at) => {
        while (open.yes) await login(at);
      }),
    );

  const alone: number[] = [];
  const crowded: number[] = [];
  await bookFor(2, []);
  // By turns, so that whatever else the machine does weighs on both.
  for (let turn = 0; turn < 4; turn += 1) {
    await bookFor(5, alone);
    const open = { yes: true };
    const people = crowd(open);
    await bookFor(5, crowded);
    open.yes = false;
    await people;
  }
  await club.close();
  const [calm, busy] = [quantile(alone, 0.99), quantile(crowded, 0.99)];
  console.log(
    `bookings p50/p99 ${quantile(alone, 0.5).toFixed(1)}/${calm.toFixed(1)} ms alone, ` +
      `${quantile(crowded, 0.5).toFixed(1)}/${busy.toFixed(1)} ms with 32 logins at once (${logins} logins)`,
  );
  expect(busy).toBeLessThan(calm * 3);
}, 300_000);
