import { expect, test } from 'bun:test';
import { startClub } from '../support/executable.ts';
import { distinctBooking, MANY_HOMES, postBooking, quantile } from '../support/load.ts';

const ROUNDS = 5;
const SECONDS = 6;
const STORM = 60;

test('a storm of logins neither slows bookings down nor holds the event loop', async () => {
  const club = await startClub({ env: MANY_HOMES });
  let next = 0;
  const book = async (seconds: number) => {
    const bookings: number[] = [];
    const looks: number[] = [];
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      let started = performance.now();
      const { status } = await postBooking(club.url, distinctBooking(next++));
      bookings.push(performance.now() - started);
      expect(status).toBe(201);
      // Answered from memory: what it takes is what the event loop was busy with.
      started = performance.now();
      await (await fetch(`${club.url}/api/health/live`)).bytes();
      looks.push(performance.now() - started);
      await Bun.sleep(40);
    }
    return { p99: quantile(bookings, 0.99), look: quantile(looks, 0.5) };
  };
  await book(2);
  let tries = 0;
  const answers = new Map<number, number>();
  const storm = () => {
    let on = true;
    const workers = Array.from({ length: STORM }, async () => {
      while (on) {
        tries += 1;
        const answer = await fetch(`${club.url}/api/auth/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.200.${tries >> 8}.${tries & 255}`,
          },
          body: JSON.stringify({ email: `guess${tries}@example.com`, password: 'not the password' }),
        }).catch(() => null);
        const status = answer?.status ?? 0;
        answers.set(status, (answers.get(status) ?? 0) + 1);
        await answer?.bytes();
      }
    });
    return async () => {
      on = false;
      await Promise.all(workers);
    };
  };
  const slower: number[] = [];
  const calmP99: number[] = [];
  const stormP99: number[] = [];
  const calmLooks: number[] = [];
  const stormLooks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await book(SECONDS);
    const calm = storm();
    const during = await book(SECONDS);
    await calm();
    const after = await book(SECONDS);
    const quiet = (before.p99 + after.p99) / 2;
    calmP99.push(quiet);
    stormP99.push(during.p99);
    slower.push(during.p99 / quiet);
    calmLooks.push((before.look + after.look) / 2);
    stormLooks.push(during.look);
  }
  await club.close();
  console.log(
    `login storm: ${tries} tries by ${STORM} at once (${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}); booking p99 ${quantile(stormP99, 0.5).toFixed(1)} ms against ${quantile(calmP99, 0.5).toFixed(1)} ms (median ratio ${quantile(slower, 0.5).toFixed(2)}); median of a look at the event loop ${quantile(stormLooks, 0.5).toFixed(1)} ms against ${quantile(calmLooks, 0.5).toFixed(1)} ms`,
  );
  expect([...answers.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
  expect(tries).toBeGreaterThan(300);
  expect(quantile(slower, 0.5)).toBeLessThan(3);
  // One password costs a processor 50 ms; were it done on the loop, most looks would wait for some of them.
  expect(quantile(stormLooks, 0.5)).toBeLessThan(3 * quantile(calmLooks, 0.5) + 10);
});
