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
import { startMailServer } from '../support/message-servers.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const startTracked = async (dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> => {
  const club = await startServerProcess({ dataDir, env: { ...TRUST_PROXY_ENV, ...env } });
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
async function startClubOnFullDisk(env: Record<string, string> = {}) {
  const disk = mountSmallDisk(3);
  if (!disk) throw new Error('this machine mounts no tmpfs; run the fault tests as root');
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  const club = await startTracked(dataDir, env);
  if (env.SMTP_URL) insertUserSession(dataDir, { email: 'sana@example.com', name: 'Sana', role: 'owner' });
  const filler = join(disk, 'filler');
  fillDisk(filler);
  return { club, dataDir, filler };
}

function fillDisk(filler: string): void {
  try {
    writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
  } catch {
    // The file fills the disk; the rest of it does not fit.
  }
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

  test('full: the server rejects bookings with a sentence, loses none, and continues without a restart once there is space', async () => {
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

  test('full: health, ready, the log, doctor and an email to the owner report it; the stop is clean', async () => {
    const mail = await startMailServer();
    cleanups.push(() => mail.close());
    const { club, dataDir, filler } = await startClubOnFullDisk({ SMTP_URL: mail.url });
    const health = (path = '') => fetch(`${club.url}/api/health${path}`);
    const full = await waitUntil(async () => {
      const response = await health();
      return response.status === 503 ? response : null;
    });
    expect(await full.json()).toMatchObject({
      status: 'disk_full',
      ready: false,
      warnings: expect.arrayContaining(['disk_full']),
    });
    expect((await health('/ready')).status).toBe(503);
    expect((await health('/live')).status).toBe(200);
    expect(club.output().match(/"event":"disk full"/g)).toHaveLength(1);
    expect(club.output()).not.toContain('job failed');
    await waitUntil(() =>
      mail.mails.some(({ subject }) => subject === 'Nothing can be saved: the disk is full'),
    );
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
    expect(doctor.stdout).toContain('is saving nothing, because the disk is full');

    rmSync(filler);
    await waitUntil(async () => (await health()).status === 200);
    expect(club.output()).toContain('disk has room again');
    fillDisk(filler);
    await waitUntil(async () => (await health()).status === 503);
    expect(await club.stop('SIGTERM')).toBe(0);
    expect(club.output()).toContain('"event":"stopped"');
    expect(club.output()).not.toMatch(/^\s+at |Error: /m);
    expect(mail.mails.filter(({ subject }) => subject?.includes('disk is full'))).toHaveLength(1);
  });

  test('full: every command prints one sentence, and a backup to another disk works, with and without the site', async () => {
    const { club, dataDir } = await startClubOnFullDisk();
    const other = mkdtempSync(join(tmpdir(), 'padel-other-disk-'));
    cleanups.push(() => rmSync(other, { recursive: true }));
    const backup = async () => {
      const { exitCode, stdout, stderr } = await runCommand(['backup', '--to', other, '--data', dataDir]);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Saved and verified')]);
      return stdout.trim();
    };
    await backup();
    await club.stop('SIGKILL');
    const path = await backup();
    const again = await startTracked(dataDir);
    await waitUntil(async () => (await fetch(`${again.url}/api/health`)).status === 503);
    expect((await fetch(`${again.url}/api/courts`)).status).toBe(200);
    await again.stop('SIGKILL');
    const sentence = `The disk of ${dataDir} is full, so nothing can be saved there. Free some space, for example by moving old files of ${dataDir}/backups to another disk, and try again.\n`;
    // A machine that has started again has no memory that the readers of the database share.
    rmSync(join(dataDir, 'club.db-shm'));
    fillDisk(join(dataDir, '../filler2'));
    await backup();
    for (const command of [['serve'], ['backup'], ['promote', 'owner@example.com'], ['setup-link']]) {
      const { exitCode, stderr } = await runCommand([...command, '--data', dataDir], { PORT: '0' });
      expect([command[0], exitCode, stderr.slice(-sentence.length)]).toEqual([
        command[0],
        1,
        expect.stringMatching(/\bfull\b/),
      ]);
      expect(stderr).not.toMatch(/^\s+at |SQLITE|ENOSPC/m);
    }
    const elsewhere = mkdtempSync(join(tmpdir(), 'padel-elsewhere-'));
    cleanups.push(() => rmSync(elsewhere, { recursive: true }));
    expect((await runCommand(['restore', path, '--data', elsewhere])).exitCode).toBe(0);
  });
});
