/** How long single answers take; other work on the machine would disturb these tests beside others. */
import { expect, test } from 'bun:test';
import { quantile } from '../support/booking-load.ts';
import { measureLoginTimes } from '../support/login-timing.ts';
import { parseStatus, sendRawRequest } from '../support/raw-socket.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const get = (path: string) => fetch(club.url + path);

async function measureMedianMs(work: () => Promise<unknown>, times = 9): Promise<number> {
  const durations: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await work();
    durations.push(performance.now() - started);
  }
  return quantile(durations, 0.5);
}

test('over 200 attempts each, a wrong password takes the same time for a known and an unknown email', async () => {
  const { known, unknown, ratio } = await measureLoginTimes(200);
  console.log(`median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});

test('a path of slashes takes as long as any path of that length', async () => {
  const ask = (path: string) => () =>
    sendRawRequest(club.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 5000);
  const [letters, slashes] = [`/${'a'.repeat(15_000)}`, `${'/'.repeat(15_000)}a`];
  expect(parseStatus(await ask(slashes)())).toBe(404);
  const plain = await measureMedianMs(ask(letters));
  expect(await measureMedianMs(ask(slashes))).toBeLessThan(10 * plain + 10);
});

test('an unknown address gets a page that is rendered once', async () => {
  const text = async (path: string) => (await get(path)).text();
  const known = await measureMedianMs(() => text('/contact'), 31);
  let at = 0;
  const unknown = await measureMedianMs(() => text(`/nothing-${at++}`), 31);
  expect(unknown).toBeLessThan(3 * known + 2);
});
