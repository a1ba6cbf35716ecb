import { expect, test } from 'bun:test';
import { distinctBooking, postBooking, quantile, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { measureLoginTimes } from '../support/login-timing.ts';
import { startServerProcess } from '../support/server-process.ts';

test('over 200 attempts each, a wrong password takes the same time for a known and an unknown email', async () => {
  const { known, unknown, ratio } = await measureLoginTimes(200);
  console.log(`median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});

test('with 32 concurrent logins, the p99 of bookings is at most three times as long', async () => {
  const club = await startServerProcess({ env: TRUST_PROXY_ENV });
  let next = 0;
  let logins = 0;
  const measureBookings = async (seconds: number, times: number[]) => {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      const started = performance.now();
      const { status } = await postBooking(club.url, distinctBooking(next++));
      times.push(performance.now() - started);
      expect(status).toBe(201);
      await Bun.sleep(20);
    }
  };
  const login = async (worker: number) => {
    logins += 1;
    await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${worker}.${logins % 250}` },
      body: JSON.stringify({ email: `guess${logins}@example.com`, password: 'Wrong-river-43' }),
    });
  };
  const startLoginWorkers = (running: { yes: boolean }) =>
    Promise.all(
      Array.from({ length: 32 }, async (_, worker) => {
        while (running.yes) await login(worker);
      }),
    );

  const baselineTimes: number[] = [];
  const loadedTimes: number[] = [];
  await measureBookings(2, []);
  // The phases alternate, so that other load on the machine affects both.
  for (let round = 0; round < 4; round += 1) {
    await measureBookings(5, baselineTimes);
    const running = { yes: true };
    const workers = startLoginWorkers(running);
    await measureBookings(5, loadedTimes);
    running.yes = false;
    await workers;
  }
  await club.close();
  const [baselineP99, loadedP99] = [quantile(baselineTimes, 0.99), quantile(loadedTimes, 0.99)];
  console.log(
    `bookings p50/p99 ${quantile(baselineTimes, 0.5).toFixed(1)}/${baselineP99.toFixed(1)} ms alone, ` +
      `${quantile(loadedTimes, 0.5).toFixed(1)}/${loadedP99.toFixed(1)} ms with 32 logins at once (${logins} logins)`,
  );
  expect(loadedP99).toBeLessThan(baselineP99 * 3);
}, 300_000);
