import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { bookUntilServerStops, distinctBooking, postBooking } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { startTracedServer } from '../support/strace.ts';

let club: ServerProcess | null = null;
let dataDir = '';
afterEach(async () => {
  await club?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a club whose system calls fail; `fault` is strace's inject expression. */
async function startFailingServer(calls: string, fault: string): Promise<ServerProcess> {
  dataDir = mkdtempSync('/dev/shm/padel-io-');
  club = await startTracedServer(
    ['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`],
    dataDir,
  );
  return club;
}

describe('while the disk returns errors', () => {
  test.each([
    ['a sync that fails', 'fsync,fdatasync', 'error=EIO:when=40..60'],
    ['a write that fails', 'pwrite64', 'error=EIO:when=500..560'],
    ['a disk that becomes read-only', 'pwrite64', 'error=EROFS:when=500..560'],
    ['a full disk', 'pwrite64', 'error=ENOSPC:when=500..560'],
  ])(
    '%s: bookings get 503, then succeed again without a restart, and no confirmed one is lost',
    async (_, calls, fault) => {
      const server = await startFailingServer(calls, fault);
      const { acknowledged, statuses } = await bookUntilServerStops(server.url, {
        count: 300,
        connections: 2,
      });
      console.log(`${fault}: ${JSON.stringify(Object.fromEntries(statuses))}`);
      expect([...statuses.keys()].sort()).toEqual([201, 503]);
      const after = await postBooking(server.url, distinctBooking(1000));
      expect(after.status).toBe(201);
      await server.stop('SIGKILL');
      const { ids, ...integrity } = checkIntegrity(dataDir);
      expect(integrity).toEqual(INTACT);
      expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
    },
  );
});
