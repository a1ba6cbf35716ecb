import { expect, test } from 'bun:test';
import { distinctBooking, postBooking, quantile, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { startServerProcess } from '../support/server-process.ts';

const ROUNDS = 5;
const SECONDS = 6;
const CONCURRENT_LOGINS = 60;

test('60 concurrent logins neither slow down bookings nor block the event loop', async () => {
  const club = await startServerProcess({ env: TRUST_PROXY_ENV });
  let next = 0;
  const measureBookings = async (seconds: number) => {
    const bookings: number[] = [];
    const loopDelays: number[] = [];
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      let started = performance.now();
      const { status } = await postBooking(club.url, distinctBooking(next++));
      bookings.push(performance.now() - started);
      expect(status).toBe(201);
      // The server answers this from memory, so its duration is the delay of the event loop.
      started = performance.now();
      await (await fetch(`${club.url}/api/health/live`)).bytes();
      loopDelays.push(performance.now() - started);
      await Bun.sleep(40);
    }
    return { p99: quantile(bookings, 0.99), look: quantile(loopDelays, 0.5) };
  };
  await measureBookings(2);
  let attempts = 0;
  const answers = new Map<number, number>();
  const startLogins = () => {
    let running = true;
    const workers = Array.from({ length: CONCURRENT_LOGINS }, async () => {
      while (running) {
        attempts += 1;
        const answer = await fetch(`${club.url}/api/auth/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.200.${attempts >> 8}.${attempts & 255}`,
          },
          body: JSON.stringify({ email: `guess${attempts}@example.com`, password: 'not the password' }),
        }).catch(() => null);
        const status = answer?.status ?? 0;
        answers.set(status, (answers.get(status) ?? 0) + 1);
        await answer?.bytes();
      }
    });
    return async () => {
      running = false;
      await Promise.all(workers);
    };
  };
  const ratios: number[] = [];
  const calmP99: number[] = [];
  const loadedP99: number[] = [];
  const calmLoopDelays: number[] = [];
  const loadedLoopDelays: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await measureBookings(SECONDS);
    const stopLogins = startLogins();
    const during = await measureBookings(SECONDS);
    await stopLogins();
    const after = await measureBookings(SECONDS);
    const baselineP99 = (before.p99 + after.p99) / 2;
    calmP99.push(baselineP99);
    loadedP99.push(during.p99);
    ratios.push(during.p99 / baselineP99);
    calmLoopDelays.push((before.look + after.look) / 2);
    loadedLoopDelays.push(during.look);
  }
  await club.close();
  console.log(
    `login load: ${attempts} attempts by ${CONCURRENT_LOGINS} at once (${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}); booking p99 ${quantile(loadedP99, 0.5).toFixed(1)} ms against ${quantile(calmP99, 0.5).toFixed(1)} ms (median ratio ${quantile(ratios, 0.5).toFixed(2)}); median delay of the event loop ${quantile(loadedLoopDelays, 0.5).toFixed(1)} ms against ${quantile(calmLoopDelays, 0.5).toFixed(1)} ms`,
  );
  expect([...answers.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
  expect(attempts).toBeGreaterThan(300);
  expect(quantile(ratios, 0.5)).toBeLessThan(3);
  // A hash takes 50 ms; on the event loop it would delay most of these requests.
  expect(quantile(loadedLoopDelays, 0.5)).toBeLessThan(3 * quantile(calmLoopDelays, 0.5) + 10);
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
