import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readCopyState } from '../../src/backups/copy-state.ts';
import { formatBytes } from '../../src/domain/backup-warnings.ts';
import { bookAtRate, quantile } from '../support/booking-load.ts';
import { createBusyClub } from '../support/busy-club.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';

const BOOKINGS = Number(process.env.BOOKINGS ?? 150_000);
const PAIRS = Number(process.env.PAIRS ?? 8);
/** One copy in each second window: a copy every 30 seconds, in turns with none. */
const WINDOW_SECONDS = 30;
const RATE = 50;

test('copies every 30 seconds at ten full years: bookings wait at most half as long again', async () => {
  const dataDir = createBusyClub(BOOKINGS);
  const folder = makeTempDir();
  const server = await startServerProcess({ dataDir, env: { TRUST_PROXY: '1' } });
  const env = { BACKUP_FOLDER: folder };
  let from = 0;
  const book = async () => {
    const load = await bookAtRate([server.url], { rate: RATE, seconds: WINDOW_SECONDS, from });
    from += RATE * WINDOW_SECONDS;
    expect([...load.refused]).toEqual([]);
    return load.latenciesMs;
  };
  const copy = async () => {
    const child = Bun.spawn([EXECUTABLE, 'copy', '--data', dataDir], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const text = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(text);
    return Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1e6;
  };
  await book();
  const latencies = { without: [] as number[], with: [] as number[] };
  const cpuSeconds: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    latencies.without.push(...(await book()));
    const [values, cpu] = await Promise.all([book(), copy()]);
    latencies.with.push(...values);
    cpuSeconds.push(cpu);
  }
  await server.stop();
  const last = readCopyState(dataDir)?.last;
  const [without, withCopies] = [quantile(latencies.without, 0.99), quantile(latencies.with, 0.99)];
  console.log(
    `${BOOKINGS} bookings, database ${formatBytes(statSync(join(dataDir, 'club.db')).size)}: p99 ${without.toFixed(1)} ms without, ${withCopies.toFixed(1)} ms with copies, ratio ${(withCopies / without).toFixed(2)}; ` +
      `a copy: ${quantile(cpuSeconds, 0.5).toFixed(1)} s of processor, ${last?.seconds.toFixed(1)} s, ${formatBytes(last?.bytes ?? 0)}`,
  );
  expect((await runCommand(['restore', '--from', folder, '--data', makeTempDir()])).exitCode).toBe(0);
  removeDirs(dataDir, folder);
  expect(withCopies / without).toBeLessThanOrEqual(1.5);
}, 3_600_000);
