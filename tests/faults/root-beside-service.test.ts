/** An operator who works as root beside a service that runs as another user. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { listForeignFiles } from '../../src/db/data-dir-ownership.ts';
import { shellWord } from '../../src/db/shell-word.ts';
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
  for (const folder of [target, join(target, 'other')]) {
    const refused = await runAsService('backup', '--data', dataDir, '--to', folder);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `cannot be used by the site’s user: ${target} belongs to root. Name a folder in it that doesn’t exist yet, such as ${join(target, 'club')}: `,
      ),
    ]);
  }
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

/** A folder that only root may enter. */
function createRootDir(): string {
  const folder = makeTempDir();
  folders.push(folder);
  return folder;
}

rootTest(
  'root opens the files that it names where the service may not, and the service none of its own',
  async () => {
    const dataDir = createServiceDataDir();
    const { stdout } = await runCommand(['backup', '--data', dataDir]);
    const rootDir = createRootDir();
    const backup = join(rootDir, 'backup.tar.zst');
    copyFileSync(stdout.trim(), backup);
    chmodSync(backup, 0o600);
    expect(await runCommand(['restore', backup, '--data', dataDir])).toMatchObject({ exitCode: 0 });
    expect(listForeignFiles(dataDir)).toEqual([]);
    const missing = await runCommand(['restore', `${backup}.no`, '--data', dataDir]);
    expect([missing.exitCode, missing.stderr]).toEqual([1, `There is no file ${backup}.no.\n`]);

    const settings = join(rootDir, 'settings.json');
    writeFileSync(settings, '{"club.phone": "+92 41 7654321"}', { mode: 0o600 });
    const imported = await runCommand(['settings', 'import', settings, '--data', dataDir]);
    expect([imported.exitCode, imported.stderr]).toEqual([0, 'Changed: club.phone.\n']);

    const csv = join(rootDir, 'users.csv');
    expect((await runCommand(['export', 'users', '--to', csv, '--data', dataDir])).exitCode).toBe(0);
    expect([statSync(csv).uid, statSync(csv).mode & 0o777]).toEqual([0, 0o600]);
    expect(readFileSync(csv, 'utf8')).toContain('member@example.com');

    // The same names, where the user of the service can make them lead elsewhere.
    for (const [name, target] of [
      ['backup.tar.zst', backup],
      ['settings.json', settings],
      ['users.csv', join(rootDir, 'new.csv')],
    ] as const)
      symlinkSync(target, join(dataDir, name));
    for (const args of [
      ['restore', join(dataDir, 'backup.tar.zst')],
      ['settings', 'import', join(dataDir, 'settings.json')],
      ['export', 'users', '--to', join(dataDir, 'users.csv')],
      ['backup', '--to', join(dataDir, 'receipts/link')],
    ]) {
      symlinkSync(join(rootDir, 'new'), join(dataDir, 'receipts/link'));
      expect([args[0], (await runCommand([...args, '--data', dataDir])).exitCode]).toEqual([args[0], 1]);
      rmSync(join(dataDir, 'receipts/link'));
    }
    expect(readdirSync(rootDir).sort()).toEqual(['backup.tar.zst', 'settings.json', 'users.csv']);
  },
);

rootTest('a server that root starts runs as the owner of its folder, and so do its backups', async () => {
  const dataDir = createServiceDataDir();
  const command = ['setpriv', '--groups=0,42', executable, 'serve'];
  const club = await startServerProcess({ dataDir, command });
  const status = readFileSync(`/proc/${club.process.pid}/status`, 'utf8');
  const ids = `${SERVICE_UID}\t`.repeat(3) + SERVICE_UID;
  expect(status).toContain(`\nUid:\t${ids}\nGid:\t${ids}\n`);
  expect(status).toMatch(/\nGroups:\s*\n/);
  expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);
  expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
  expect(await club.stop()).toBe(0);
  expect(listForeignFiles(dataDir)).toEqual([]);
});

rootTest('root works in a folder behind one of root’s, as that of a DynamicUser is', async () => {
  const wall = createRootDir();
  const dataDir = join(wall, 'state/club');
  mkdirSync(join(wall, 'state'));
  Bun.spawnSync(['mv', createServiceDataDir(), dataDir]);
  symlinkSync(dataDir, join(programDir, 'club'));
  const given = join(programDir, 'club');
  const saved = await runCommand(['backup', '--data', given]);
  expect(saved).toMatchObject({ exitCode: 0 });
  const path = saved.stdout.trim();
  expect(path).toStartWith(`${given}/backups/`);
  expect((await runCommand(['restore', path, '--exact', '--data', dataDir])).exitCode).toBe(0);
  expect((await runCommand(['restore', path, '--data', join(dataDir, 'new')])).exitCode).toBe(0);
  const { exitCode, stdout } = await runCommand([
    ...['doctor', '--offline', '--data', given, '--data', createServiceDataDir()],
  ]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('2 clubs, 0 with a failed check.')]);
  expect(listForeignFiles(dataDir)).toEqual([]);
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(wall);
});

rootTest(
  'a link leads root to no folder of another user, and a folder of root has no files of others',
  async () => {
    const dataDir = createServiceDataDir();
    const rootDir = createRootDir();
    chmodSync(rootDir, 0o755);
    const link = join(rootDir, 'link');
    symlinkSync(dataDir, link);
    Bun.spawnSync(['chown', '-h', '12345', link]);
    const refused = await runCommand(['backup', '--data', link]);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      `${link} is a link owned by 12345 to a folder owned by ${SERVICE_UID}. Name the folder itself with --data.\n`,
    ]);

    const victim = createDataDir({ bookings: 3, receipts: 0 });
    folders.push(victim);
    rmSync(link);
    symlinkSync(victim, link);
    Bun.spawnSync(['chown', '-h', String(SERVICE_UID), link]);
    expect((await runCommand(['backup', '--data', link])).exitCode).toBe(1);
    expect((await runCommand(['demo', '--data', join(link, 'new')])).exitCode).toBe(1);
    expect(['backups', 'new'].filter((name) => existsSync(join(victim, name)))).toEqual([]);

    chownSync(join(victim, 'club.db'), SERVICE_UID, SERVICE_UID);
    const mixed = await runCommand(['backup', '--data', victim]);
    expect([mixed.exitCode, mixed.stderr]).toEqual([
      1,
      `${victim} belongs to root, but ${victim}/club.db belongs to ${SERVICE_UID}. Give the data folder to the user who runs the site, such as: sudo chown -R ${SERVICE_UID}: ${victim}\n`,
    ]);
    expect(existsSync(join(victim, 'backups'))).toBe(false);
  },
);

rootTest('a new folder belongs to the user in whose folder it is', async () => {
  const home = makeTempDir();
  folders.push(home);
  giveToService(home);
  expect((await runCommand(['demo', '--bookings', '3', '--data', join(home, 'clubs/new')])).exitCode).toBe(0);
  expect(listForeignFiles(home)).toEqual([]);
});

test('settings that link to nothing are refused, and nothing is written where they lead', async () => {
  const [dataDir, elsewhere] = [makeTempDir(), makeTempDir()];
  folders.push(dataDir, elsewhere);
  symlinkSync(join(elsewhere, 'club.toml'), join(dataDir, 'club.toml'));
  const { exitCode, stderr } = await runCommand(['demo', '--data', dataDir]);
  expect([exitCode, stderr]).toEqual([
    1,
    `${dataDir}/club.toml is a link to something that is missing. Correct the link or remove it.\n`,
  ]);
  expect(readdirSync(elsewhere)).toEqual([]);
});

rootTest('a port of root is refused by name', async () => {
  const child = Bun.spawn([executable, 'serve', '--data', createServiceDataDir()], {
    env: { PATH: process.env.PATH ?? '', PORT: '80' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await new Response(child.stderr).text()).toContain('Port 80 is for root only');
  expect(await child.exited).toBe(1);
});

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

rootTest(
  'a folder that the service may not open is named with its owner and what to do, and is no missing club',
  async () => {
    const parent = makeTempDir();
    folders.push(parent);
    chmodSync(parent, 0o755);
    const own = join(parent, "root's");
    cpSync(createServiceDataDir(), own, { recursive: true });
    Bun.spawnSync(['chown', '-R', '0:0', own]);
    const give = `Give the data folder to the user who runs the site, such as: sudo chown -R ${SERVICE_UID}: ${shellWord(own)}`;
    for (const mode of [0o755, 0o700]) {
      chmodSync(own, mode);
      for (const command of ['doctor', 'check', 'backup', 'new-club', 'serve']) {
        const { exitCode, stderr } = await runAsService(command, '--data', own);
        expect([command, exitCode, stderr.includes(give), stderr]).toEqual([
          command,
          1,
          true,
          expect.stringMatching(/ belongs to root and cannot be opened by 54321, who runs this program\. /),
        ]);
      }
    }
    const walled = join(parent, 'wall');
    mkdirSync(walled);
    renameSync(own, join(walled, 'club'));
    chmodSync(walled, 0o700);
    const { stderr } = await runAsService('doctor', '--data', join(walled, 'club'));
    expect(stderr).toStartWith(
      `${SERVICE_UID}, who runs this program, cannot open ${walled}, which belongs to root. The data folder is inside it: let ${SERVICE_UID} pass`,
    );
    // Nobody is told to give away what is not the club's.
    const file = join(walled, 'x.tar.zst');
    const restore = await runAsService('restore', file, '--data', createServiceDataDir());
    expect(restore.stderr).toBe(
      `${SERVICE_UID}, who runs this program, cannot open ${walled}, which belongs to root. Give that user access, or name another one.\n`,
    );
  },
);

rootTest('a command of root sees the variables of the service, and another user hears of sudo', async () => {
  const root = makeTempDir();
  folders.push(root);
  chmodSync(root, 0o755);
  // As systemd keeps the folder of a DynamicUser.
  const wall = join(root, 'private');
  mkdirSync(wall, { mode: 0o700 });
  renameSync(createServiceDataDir(), join(wall, 'club'));
  const dataDir = join(root, 'club');
  symlinkSync(join(wall, 'club'), dataDir);
  const settings = join(root, 'settings');
  mkdirSync(settings);
  const variables = '# What the service is given.\nPORT=3999\nPUBLIC_URL="https://smash.example"\n';
  writeFileSync(join(settings, 'club.env'), variables, { mode: 0o600 });
  const env = { STATE_DIR: root, SETTINGS_DIR: settings };
  const address = 'The address of the site is http://localhost';

  const seen = await runCommand(['doctor', '--offline', '--data', dataDir], env);
  expect([seen.exitCode, seen.stdout]).toEqual([0, expect.not.stringContaining(address)]);
  // What the operator sets for one command wins.
  const own = await runCommand(['doctor', '--offline', '--data', dataDir], {
    ...env,
    PUBLIC_URL: 'http://localhost:3001',
  });
  expect(own.stdout).toContain(`${address}:3001.`);
  // The variables are those of one club only.
  const other = await runCommand(['doctor', '--offline', '--data', createServiceDataDir()], env);
  expect(other.stdout).toContain(`${address}:3000.`);

  const { exitCode, stderr } = await runAsService('backup', '--data', dataDir);
  expect([exitCode, stderr]).toEqual([
    1,
    `${dataDir} belongs to root and cannot be opened by ${SERVICE_UID}, who runs this program. Run the command with sudo.\n`,
  ]);
});
