/** An operator who works as root beside a service that runs as another user. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, chownSync, copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listForeignFiles } from '../../src/db/data-dir-ownership.ts';
import { createDataDir, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { inheritedClock } from '../support/faketime-environment.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';

const SERVICE_UID = 54_321;
const isRoot = process.getuid?.() === 0;
/** The tests need a second user, so they need root. */
const rootTest = test.skipIf(!isRoot);

let executable = '';
let programDir = '';
const folders: string[] = [];
beforeAll(() => {
  // The checkout may be in a folder that only root can open.
  programDir = makeTempDir();
  chmodSync(programDir, 0o755);
  executable = join(programDir, 'padel-club');
  if (isRoot) copyFileSync(EXECUTABLE, executable);
});
afterAll(() => removeDirs(programDir, ...folders));

function createServiceDataDir(): string {
  const dataDir = createDataDir({ bookings: 5, receipts: 2 });
  folders.push(dataDir);
  giveToService(dataDir);
  return dataDir;
}

function giveToService(path: string): void {
  Bun.spawnSync(['chown', '-R', `${SERVICE_UID}:${SERVICE_UID}`, path]);
}

/** The moved clock starts after the change of the user, which may not open what root's clock has created. */
const serviceCommand = (...args: string[]) => [
  ...['setpriv', `--reuid=${SERVICE_UID}`, `--regid=${SERVICE_UID}`, '--clear-groups', 'env'],
  ...Object.entries(inheritedClock()).map(([name, value]) => `${name}=${value}`),
  ...[executable, ...args],
];

const startService = (dataDir: string) =>
  startServerProcess({ dataDir, command: serviceCommand('serve'), env: { LD_PRELOAD: '' } });

async function runAsService(...args: string[]) {
  const child = Bun.spawn(serviceCommand(...args), {
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}

rootTest('backup and restore as root leave every file to the user of the service', async () => {
  const dataDir = createServiceDataDir();
  rmSync(join(dataDir, 'club.lock'), { force: true });
  const first = await runCommand(['backup', '--data', dataDir]);
  expect([first.exitCode, listForeignFiles(dataDir)]).toEqual([0, []]);
  const restored = await runCommand(['restore', first.stdout.trim(), '--data', dataDir]);
  expect([restored.exitCode, listForeignFiles(dataDir)]).toEqual([0, []]);

  const club = await startService(dataDir);
  expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);
  await runCommand(['promote', 'member@example.com', '--data', dataDir]);
  expect(listForeignFiles(dataDir)).toEqual([]);
  await club.stop();
  // The folder that root has created takes the backups of the service, and the service may remove root's.
  const second = await runAsService('backup', '--data', dataDir, '--keep', '1');
  expect([second.exitCode, second.stderr]).toEqual([0, expect.stringContaining('Removed the older backup')]);
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

rootTest(
  'restore and demo as root into an empty folder of the service leave it a club to serve',
  async () => {
    const { stdout } = await runCommand(['backup', '--data', createServiceDataDir()]);
    for (const args of [
      ['restore', stdout.trim()],
      ['demo', '--bookings', '3'],
    ]) {
      const dataDir = makeTempDir();
      folders.push(dataDir);
      chownSync(dataDir, SERVICE_UID, SERVICE_UID);
      expect((await runCommand([...args, '--data', dataDir])).exitCode).toBe(0);
      expect(listForeignFiles(dataDir)).toEqual([]);
      const club = await startService(dataDir);
      expect(await club.stop()).toBe(0);
    }
  },
);

rootTest('a backup to another folder belongs to the user of the service', async () => {
  const dataDir = createServiceDataDir();
  const target = makeTempDir();
  folders.push(target);
  chmodSync(target, 0o755);
  const { stdout } = await runCommand(['backup', '--data', dataDir, '--to', join(target, 'new')]);
  expect(listForeignFiles(join(target, 'new'))).toEqual([]);
  const again = await runAsService('backup', '--data', dataDir, '--to', join(target, 'new'));
  expect(again.exitCode).toBe(0);
  const elsewhere = makeTempDir();
  folders.push(elsewhere);
  giveToService(elsewhere);
  expect((await runAsService('restore', stdout.trim(), '--data', elsewhere)).exitCode).toBe(0);
  expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
});

rootTest.each(['club.db', 'club.toml', 'club.lock'])(
  'the service and doctor name %s and its owner when root owns it',
  async (name) => {
    const dataDir = createServiceDataDir();
    const path = join(dataDir, name);
    if (name === 'club.lock') writeFileSync(path, '');
    chownSync(path, 0, 0);
    chmodSync(path, 0o600);
    const service = await runAsService('serve', '--data', dataDir);
    expect(service.exitCode).toBe(1);
    expect(service.stderr).toContain(`${path} belongs to root and cannot be opened by ${SERVICE_UID}`);
    expect(service.stderr).toContain('sudo chown -R');
    expect(service.stderr).not.toMatch(/SQLiteError|SQLITE_|\n {4}at /);
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
    // Root's command runs as the user of the service, so it meets what the service meets.
    expect([doctor.exitCode, doctor.stderr]).toEqual([1, service.stderr]);
    expect(doctor.stderr).toContain(`such as: sudo chown -R ${SERVICE_UID}: ${dataDir}`);
  },
);

rootTest('root gives away nothing that a link in the folder leads to', async () => {
  const dataDir = createServiceDataDir();
  const outside = makeTempDir();
  folders.push(outside);
  writeFileSync(join(outside, 'secret'), 'of root');
  const { stdout } = await runCommand(['backup', '--data', dataDir]);
  Bun.spawnSync(['ln', '-s', outside, join(dataDir, 'backups/link')]);
  expect((await runCommand(['restore', stdout.trim(), '--data', dataDir])).exitCode).toBe(0);
  const owners = Bun.spawnSync(['stat', '-c', '%u', outside, join(outside, 'secret')]).stdout.toString();
  expect(owners).toBe('0\n0\n');
});
