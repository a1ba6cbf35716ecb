import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { distinctBooking, postBooking, quantile, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { startServerProcess } from '../support/server-process.ts';

/** The server truncates a log of this length. */
const WAL_TRUNCATE_BYTES = 4 * 1024 * 1024;

/** Makes about 40 bookings per second for `seconds` and returns their response times in milliseconds. */
async function measureBookings(url: string, seconds: number, from: number) {
  const times: number[] = [];
  const end = Date.now() + seconds * 1000;
  let index = from;
  while (Date.now() < end) {
    const started = performance.now();
    const { status } = await postBooking(url, distinctBooking(index++));
    times.push(performance.now() - started);
    expect(status).toBe(201);
    await Bun.sleep(25);
  }
  return { p99: quantile(times, 0.99), next: index };
}

test('a reader that stays for a minute slows down no booking, and the log is short again 5 seconds later', async () => {
  const club = await startServerProcess({ env: TRUST_PROXY_ENV });
  const walSize = () => statSync(join(club.dataDir, 'club.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  await measureBookings(club.url, 2, 0);
  const baseline = await measureBookings(club.url, 15, 100);

  const reader = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM booking').get();
  const withReader = await measureBookings(club.url, 60, baseline.next);
  const longest = walSize();
  reader.run('COMMIT');
  reader.close();
  await Bun.sleep(5000);
  const after = walSize();
  await club.close();
  console.log(
    `reader held 60 s: p99 ${withReader.p99.toFixed(1)} ms against ${baseline.p99.toFixed(1)} ms alone; log ${longest} bytes, then ${after}`,
  );
  expect(withReader.p99).toBeLessThan(2 * baseline.p99);
  expect(longest).toBeGreaterThan(2 * WAL_TRUNCATE_BYTES);
  // The log was truncated; only the writes of the outbox since then are in it.
  expect(after).toBeLessThan(WAL_TRUNCATE_BYTES);
});
