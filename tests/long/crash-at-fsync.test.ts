import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { bookUntilServerStops } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTracedServer } from '../support/strace.ts';

test('killed at its N-th sync, for N = 1 … 200, the server loses no acknowledged booking', async () => {
  let acknowledgedTotal = 0;
  let killed = 0;
  for (let nth = 1; nth <= 200; nth += 1) {
    const dataDir = mkdtempSync('/dev/shm/padel-kill-');
    const inject = ['-o', '/dev/null', '-e', 'trace=fsync,fdatasync'];
    inject.push('-e', `inject=fsync,fdatasync:signal=SIGKILL:when=${nth}`);
    const club = await startTracedServer(inject, dataDir).catch(() => null);
    const acknowledged = club
      ? (await bookUntilServerStops(club.url, { count: 600, connections: 2 })).acknowledged
      : new Set<number>();
    const exited = !club || (await Promise.race([club.process.exited.then(() => true), Bun.sleep(3000)]));
    if (exited) killed += 1;
    else await club.stop('SIGKILL');
    acknowledgedTotal += acknowledged.size;

    const restarted = await startServerProcess({ dataDir });
    const { ids, ...integrity } = checkIntegrity(dataDir);
    await restarted.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    expect([nth, integrity, [...acknowledged].filter((id) => !ids.has(id))]).toEqual([nth, INTACT, []]);
  }
  console.log(`kills at a sync: ${killed}, bookings acknowledged: ${acknowledgedTotal}, lost: 0`);
  expect(killed).toBe(200);
  expect(acknowledgedTotal).toBeGreaterThan(1000);
});
