import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { audit, WHOLE } from '../support/audit.ts';
import { startClub } from '../support/executable.ts';
import { bookUntilGone } from '../support/load.ts';
import { startTraced } from '../support/strace.ts';

test('killed at its N-th sync, for N = 1 … 200, it has lost nothing it promised', async () => {
  let promised = 0;
  let killed = 0;
  for (let nth = 1; nth <= 200; nth += 1) {
    const dataDir = mkdtempSync('/dev/shm/padel-kill-');
    const inject = ['-o', '/dev/null', '-e', 'trace=fsync,fdatasync'];
    inject.push('-e', `inject=fsync,fdatasync:signal=SIGKILL:when=${nth}`);
    const club = await startTraced(inject, dataDir).catch(() => null);
    const acknowledged = club
      ? (await bookUntilGone(club.url, { count: 600, connections: 2 })).acknowledged
      : new Set<number>();
    const gone = !club || (await Promise.race([club.process.exited.then(() => true), Bun.sleep(3000)]));
    if (gone) killed += 1;
    else await club.stop('SIGKILL');
    promised += acknowledged.size;

    const again = await startClub({ dataDir });
    const { ids, ...whole } = audit(dataDir);
    await again.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    expect([nth, whole, [...acknowledged].filter((id) => !ids.has(id))]).toEqual([nth, WHOLE, []]);
  }
  console.log(`kills at a sync: ${killed}, bookings promised: ${promised}, lost: 0`);
  expect(killed).toBe(200);
  expect(promised).toBeGreaterThan(1000);
});
