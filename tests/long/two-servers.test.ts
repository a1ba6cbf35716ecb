import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { bookAtRate, quantile } from '../support/booking-load.ts';
import { createBusyClub } from '../support/busy-club.ts';
import { removeDirs } from '../support/data-dir.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 4);
const SECONDS = 5;
const RATE = 200;
/** Another build of the executable to measure in turns with this one, such as the one before a change. */
const BEFORE = process.env.BEFORE_EXECUTABLE;

test('two servers on one file take turns: no booking waits for long, and none is lost', async () => {
  const latencies = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const executable of [...(BEFORE ? [BEFORE] : []), EXECUTABLE]) {
      const dataDir = createBusyClub(1000);
      const options = { dataDir, executable, env: { TRUST_PROXY: '1' } };
      const servers = [await startServerProcess(options), await startServerProcess(options)];
      const urls = servers.map(({ url }) => url);
      await bookAtRate(urls, { rate: 50, seconds: 1, from: 0 });
      const load = await bookAtRate(urls, { rate: RATE, seconds: SECONDS, from: 1000 });
      for (const server of servers) await server.stop();
      expect([...load.refused]).toEqual([]);
      expect(load.acknowledged.size).toBe(RATE * SECONDS);
      verifyDatabase(join(dataDir, 'club.db'));
      latencies.set(executable, [...(latencies.get(executable) ?? []), ...load.latenciesMs]);
      removeDirs(dataDir);
    }
  }
  for (const [executable, values] of latencies) {
    const [median, p99, max] = [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(0));
    console.log(
      `${executable}: ${values.length} bookings, median ${median} ms, p99 ${p99} ms, longest ${max} ms`,
    );
  }
  expect(quantile(latencies.get(EXECUTABLE) ?? [], 0.99)).toBeLessThan(500);
}, 600_000);
