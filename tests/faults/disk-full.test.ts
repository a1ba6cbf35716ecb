import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bookUntilServerStops,
  distinctBooking,
  postBooking,
  TRUST_PROXY_ENV,
} from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const startTracked = async (dataDir: string): Promise<ServerProcess> => {
  const club = await startServerProcess({ dataDir, env: TRUST_PROXY_ENV });
  cleanups.push(() => club.stop('SIGKILL'));
  return club;
};

/** Mounts a small disk in memory; null when this user must not mount one. */
function mountSmallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'padel-disk-'));
  const mounted =
    Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).exitCode === 0;
  cleanups.push(() => {
    if (mounted) Bun.spawnSync(['umount', '-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return mounted ? folder : null;
}

/** A club on a disk of 3 MB that another file has filled. */
async function startClubOnFullDisk() {
  const disk = mountSmallDisk(3);
  if (!disk) throw new Error('this machine mounts no tmpfs; run the fault tests as root');
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  const club = await startTracked(dataDir);
  const filler = join(disk, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
  } catch {
    // The file fills the disk; the rest of it does not fit.
  }
  return { club, dataDir, filler };
}

describe('a disk that fails', () => {
  test('nearly full: the inbox has an alarm with what is left', async () => {
    const disk = mountSmallDisk(64);
    if (!disk) throw new Error('this machine mounts no tmpfs; run the fault tests as root');
    const dataDir = join(disk, 'data');
    mkdirSync(dataDir);
    const club = await startTracked(dataDir);
    const cookie = insertUserSession(dataDir, { email: 'sana@example.com', name: 'Sana', role: 'staff' });
    const answer = await fetch(`${club.url}/api/admin/inbox`, { headers: { cookie } });
    const { alarms } = ((await answer.json()) as { data: { alarms: object[] } }).data;
    const text = expect.stringMatching(/^The disk has [\d.]+ MB left\. Bookings stop when it is full\.$/);
    // A moved clock makes the folder old, so an alarm about backups may stand beside.
    expect(alarms).toContainEqual({ kind: 'disk', text });
  });

  test('full: the server refuses bookings with a sentence, loses none, and continues without a restart once there is space', async () => {
    const { club, dataDir, filler } = await startClubOnFullDisk();
    const { acknowledged, statuses } = await bookUntilServerStops(club.url, { count: 60, connections: 8 });
    expect([...statuses.keys()].every((status) => status === 201 || status === 503)).toBe(true);
    expect(statuses.get(503) ?? 0).toBeGreaterThan(0);
    const refused = await postBooking(club.url, distinctBooking(100));
    expect([refused.status, refused.json.reason]).toEqual([503, 'unavailable']);
    expect(refused.json.error).toContain('Nothing was changed');
    expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);

    rmSync(filler);
    const after = await bookUntilServerStops(club.url, { count: 20, connections: 4, from: 200 });
    expect(after.acknowledged.size).toBe(20);
    await club.stop('SIGKILL');
    const { ids, ...whole } = checkIntegrity(dataDir);
    expect(whole).toEqual(INTACT);
    for (const id of [...acknowledged, ...after.acknowledged]) expect(ids.has(id)).toBe(true);
  });
});
