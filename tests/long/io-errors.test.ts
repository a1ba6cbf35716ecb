import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { audit, WHOLE } from '../support/audit.ts';
import type { RunningClub } from '../support/executable.ts';
import { bookUntilGone, distinctBooking, postBooking } from '../support/load.ts';
import { startTraced } from '../support/strace.ts';

let club: RunningClub | null = null;
let dataDir = '';
afterEach(async () => {
  await club?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A club whose system calls fail while it runs: `fault` is strace's inject expression. */
async function failing(calls: string, fault: string): Promise<RunningClub> {
  dataDir = mkdtempSync('/dev/shm/padel-io-');
  club = await startTraced(
    ['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`],
    dataDir,
  );
  return club;
}

describe('while the disk answers with errors', () => {
  test.each([
    ['a sync that fails', 'fsync,fdatasync', 'error=EIO:when=40..60'],
    ['a write that fails', 'pwrite64', 'error=EIO:when=500..560'],
    ['a disk that turned read-only', 'pwrite64', 'error=EROFS:when=500..560'],
    ['a disk that is full', 'pwrite64', 'error=ENOSPC:when=500..560'],
  ])('%s is no 2xx, a clear 503, and over when it is over', async (_, calls, fault) => {
    const server = await failing(calls, fault);
    const { acknowledged, statuses } = await bookUntilGone(server.url, { count: 300, connections: 2 });
    console.log(`${fault}: ${JSON.stringify(Object.fromEntries(statuses))}`);
    expect([...statuses.keys()].sort()).toEqual([201, 503]);
    const after = await postBooking(server.url, distinctBooking(1000));
    expect(after.status).toBe(201);
    await server.stop('SIGKILL');
    const { ids, ...whole } = audit(dataDir);
    expect(whole).toEqual(WHOLE);
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  });
});
