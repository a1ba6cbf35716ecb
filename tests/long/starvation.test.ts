import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startClub } from '../support/executable.ts';
import { distinctBooking, MANY_HOMES, postBooking, quantile } from '../support/load.ts';

/** The server cuts a log of this length. */
const LONG_LOG = 4 * 1024 * 1024;

/** Milliseconds of each booking while `seconds` pass, about 40 a second. */
async function bookFor(url: string, seconds: number, from: number) {
  const times: number[] = [];
  const end = Date.now() + seconds * 1000;
  let at = from;
  while (Date.now() < end) {
    const started = performance.now();
    const { status } = await postBooking(url, distinctBooking(at++));
    times.push(performance.now() - started);
    expect(status).toBe(201);
    await Bun.sleep(25);
  }
  return { p99: quantile(times, 0.99), next: at };
}

test('a reader that stays for a minute slows nobody, and the log is short again 5 seconds after it', async () => {
  const club = await startClub({ env: MANY_HOMES });
  const log = () => statSync(join(club.dataDir, 'club.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  await bookFor(club.url, 2, 0);
  const alone = await bookFor(club.url, 15, 100);

  const reader = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM booking').get();
  const held = await bookFor(club.url, 60, alone.next);
  const longest = log();
  reader.run('COMMIT');
  reader.close();
  await Bun.sleep(5000);
  const after = log();
  await club.close();
  console.log(
    `reader held 60 s: p99 ${held.p99.toFixed(1)} ms against ${alone.p99.toFixed(1)} ms alone; log ${longest} bytes, then ${after}`,
  );
  expect(held.p99).toBeLessThan(2 * alone.p99);
  expect(longest).toBeGreaterThan(2 * LONG_LOG);
  // It was cut to nothing; what the outbox wrote since is all there is.
  expect(after).toBeLessThan(LONG_LOG);
});
