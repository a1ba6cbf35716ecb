/** The user of the service lays traps in the data folder for whatever root may run there. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { COMMANDS } from '../../scripts/admin/commands.ts';
import { readArchive } from '../../src/backups/archive.ts';
import { eachInParallel } from '../../src/backups/store.ts';
import { createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { inheritedClock } from '../support/faketime-environment.ts';
import { EXECUTABLE } from '../support/server-process.ts';

const SERVICE_UID = 54_321;
/** What root keeps outside of the data folder contains this text. */
const SECRET = 'the secret of root'.repeat(20);
const rootTest = test.skipIf(process.getuid?.() !== 0);

/** Commands that run at the same time, each on a machine of its own. */
const AT_ONCE = 4;

let programs = '';
let executable = '';
let template = '';
/** Another club of root's; the template is copied while commands run. */
let neighbour = '';
let backupFile = '';

beforeAll(async () => {
  if (process.getuid?.() !== 0) return;
  programs = makeTempDir();
  chmodSync(programs, 0o755);
  executable = join(programs, 'padel-club');
  copyFileSync(EXECUTABLE, executable);
  writeFileSync(
    join(programs, 'new'),
    `#!/bin/sh\n[ "$1" = version ] && echo "padel-club 9.9.9, database schema 99" && exit\nexec ${executable} "$@"\n`,
    { mode: 0o755 },
  );
  template = createDataDir({ bookings: 5, receipts: 2 });
  mkdirSync(join(template, 'media'));
  await run({}, 'backup', '--data', template, '--to', join(programs, 'backup'));
  neighbour = createDataDir({ bookings: 5 });
  backupFile = join(programs, 'backup', readdirSync(join(programs, 'backup'))[0] ?? '');
});
afterAll(() => removeDirs(programs, template, neighbour));

/** A command line of each command. */
const LINES: Record<string, () => string[]> = {
  serve: () => ['serve'],
  'setup-link': () => ['setup-link'],
  promote: () => ['promote', 'member@example.com', '--unverified'],
  demote: () => ['demote', 'staff@example.com'],
  'reset-password': () => ['reset-password', 'member@example.com'],
  'reset-second-factor': () => ['reset-second-factor', 'member@example.com'],
  backup: () => ['backup', '--keep', '1', '--with-secrets'],
  copy: () => ['copy'],
  rehearse: () => ['rehearse'],
  restore: () => ['restore', backupFile, '--settings'],
  doctor: () => ['doctor', '--offline'],
  'doctor of several clubs': () => ['doctor', '--offline', '--data', neighbour],
  check: () => ['check'],
  'confirm-clock': () => ['confirm-clock'],
  export: () => ['export', 'users'],
  settings: () => ['settings', 'set', 'club.phone', '+92 41 1234567'],
  'offline-page': () => ['offline-page'],
  demo: () => ['demo', '--bookings', '3'],
  'new-club': () => ['new-club'],
  install: () => ['install'],
  uninstall: () => ['uninstall'],
  update: () => ['update', join(programs, 'new')],
  version: () => ['version'],
};

interface Machine {
  /** The folder of the service's user. */
  dataDir: string;
  /** Only root may enter it. */
  outside: string;
  env: Record<string, string>;
  remove(): void;
}

const link = ({ dataDir }: Machine, name: string, target: string) => {
  rmSync(join(dataDir, name), { recursive: true, force: true });
  symlinkSync(target, join(dataDir, name));
};

const settings = ({ dataDir }: Machine, text: string) =>
  writeFileSync(join(dataDir, 'club.toml'), `[backup]\nevery_minutes = 5\n${text}\n`);

const note = ({ dataDir }: Machine, incoming: string, aside: string) =>
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify({ incoming, aside }));

/** What the user of the service can prepare; the folder is a sound club before. */
const TRAPS: Record<string, (machine: Machine) => void> = {
  'a note that names folders outside'(machine) {
    const away = relative(machine.dataDir, machine.outside);
    note(machine, join(away, 'club'), join(away, 'empty'));
  },
  'a note that names links'(machine) {
    link(machine, '.restore-20261121-050000', join(machine.outside, 'club'));
    link(machine, 'before-restore-20261121-050000', join(machine.outside, 'empty'));
    note(machine, '.restore-20261121-050000', 'before-restore-20261121-050000');
  },
  'pictures that are a link': (machine) => link(machine, 'media', join(machine.outside, 'pictures')),
  'receipts that are a link': (machine) => link(machine, 'receipts', join(machine.outside, 'pictures')),
  'folders that are links'(machine) {
    for (const name of ['backups', 'outbox', '.copies', 'updates', '.update-proof'])
      link(machine, name, join(machine.outside, 'empty'));
    for (const name of ['before-restore-20261121-050000', '.restore-20261121-050000'])
      link(machine, name, join(machine.outside, 'club'));
  },
  'files that are links to nothing yet'(machine) {
    for (const name of ['club.lock', 'server.lock', '.clock', '.clock.part', 'club.toml.part'])
      link(machine, name, join(machine.outside, `new-${name}`));
    link(machine, 'restoring.json.partial', join(machine.outside, 'new-note'));
  },
  'files that are links to files of root'(machine) {
    for (const name of ['.clock', '.clock.part', 'club.toml.part', 'restoring.json.partial'])
      link(machine, name, join(machine.outside, 'file'));
    for (const name of ['club.lock', 'server.lock'])
      link(machine, name, join(machine.outside, `empty-${name}`));
  },
  'settings that are a link to nothing yet': (machine) =>
    link(machine, 'club.toml', join(machine.outside, 'new-settings')),
  'settings that are a link to a file of root': (machine) =>
    link(machine, 'club.toml', join(machine.outside, 'settings')),
  'a database that is a link to one of root': (machine) =>
    link(machine, 'club.db', join(machine.outside, 'club/club.db')),
  'a write-ahead log that is a link'(machine) {
    link(machine, 'club.db-wal', join(machine.outside, 'file'));
    link(machine, 'club.db-shm', join(machine.outside, 'new-shm'));
  },
  'settings that name a folder of root': (machine) =>
    settings(machine, `folder = "${join(machine.outside, 'empty')}"`),
  'memories of copies that name other places'(machine) {
    const { dataDir, outside } = machine;
    const location = join(dataDir, 'backups');
    settings(machine, `folder = "${location}"`);
    mkdirSync(join(dataDir, '.copies'));
    const { dev, ino } = lstatSync(join(dataDir, 'club.db'));
    const away = relative(join(location, 'copies'), join(outside, 'club'));
    const last = { name: `${away}/x`, at: 1, finished_at: 1, bytes: 1, seconds: 1 };
    const state = {
      inode: `${dev}:${ino}`,
      line: '00000000',
      location,
      clubFolder: away,
      fingerprint: null,
      content: '',
      last,
      attempt: null,
      rehearsal: null,
      rehearsed_at: null,
    };
    writeFileSync(join(dataDir, '.copies/state.json'), JSON.stringify(state));
    writeFileSync(join(dataDir, '.copies/files.json'), '[]');
    for (const name of ['work', 'rehearsal']) link(machine, `.copies/${name}`, join(outside, 'pictures'));
  },
  'rows that name files outside'({ dataDir, outside }) {
    const away = relative(dataDir, join(outside, 'file'));
    const db = new Database(join(dataDir, 'club.db'));
    db.query('UPDATE payer SET payment_receipt = ?').run(away);
    db.query("INSERT INTO setting VALUES ('bank.qr_picture', ?, 1)").run(JSON.stringify(`../${away}`));
    db.query('INSERT INTO backup_run (started_at, finished_at, ok, file) VALUES (1, 1, 1, ?)').run(away);
    db.close();
  },
};

test('every command has a line', () => {
  const named = Object.keys(LINES).map((name) => name.split(' of ')[0] ?? '');
  expect(new Set(named)).toEqual(new Set(COMMANDS.map(({ name }) => name)));
});

rootTest.each(Object.entries(TRAPS))('no command of root falls for %s', async (_, lay) => {
  const fallen: string[] = [];
  await eachInParallel(Object.entries(LINES), AT_ONCE, async ([name, line]) => {
    const machine = setUp();
    lay(machine);
    Bun.spawnSync(['chown', '-hR', `${SERVICE_UID}:${SERVICE_UID}`, machine.dataDir]);
    const before = describe(machine.outside);
    const takesData = name !== 'update' && name !== 'version';
    await run(machine.env, ...line(), ...(takesData ? ['--data', machine.dataDir] : []));
    if (describe(machine.outside) !== before) fallen.push(`${name} changes what is outside`);
    for (const path of listEntries(machine.dataDir))
      if (await holdsSecret(path)) fallen.push(`${name} copies what is outside into ${path}`);
    machine.remove();
  });
  expect(fallen).toEqual([]);
});

rootTest('update runs any version as the owner of the data folder, away from root’s terminal', async () => {
  const machine = setUp();
  const log = join(machine.dataDir, 'log');
  const old = join(machine.env.PROGRAM_DIR ?? '', 'old');
  // A version that gives up no rights itself.
  writeFileSync(
    old,
    `#!/bin/sh\ncase $1 in backup | restore)
echo "$1 $(id -u) $([ "$(cut -d ' ' -f 6 /proc/$$/stat)" = $$ ] && echo alone)" >>${log}\nesac\nexec ${executable} "$@"\n`,
    { mode: 0o755 },
  );
  const club = join(machine.env.PROGRAM_DIR ?? '', 'clubs/club');
  rmSync(club);
  symlinkSync(old, club);
  Bun.spawnSync(['chown', '-R', `${SERVICE_UID}:${SERVICE_UID}`, machine.dataDir]);
  await run(machine.env, 'update', join(programs, 'new'));
  expect(readFileSync(log, 'utf8')).toBe(`backup ${SERVICE_UID} alone\n`);
  expect(lstatSync(log).uid).toBe(SERVICE_UID);
  machine.remove();
});

/** A sound club, and what root has outside. */
function setUp(): Machine {
  const [root, outside] = [makeTempDir(), makeTempDir()];
  chmodSync(root, 0o755);
  const dataDir = join(root, 'state/club');
  cpSync(template, dataDir, { recursive: true });
  for (const name of ['program/clubs', 'settings']) mkdirSync(join(root, name), { recursive: true });
  symlinkSync(executable, join(root, 'program/clubs/club'));
  writeFileSync(join(root, 'settings/club.env'), 'PORT=1\n');
  for (const name of ['pictures', 'empty', 'club']) mkdirSync(join(outside, name));
  for (const name of ['pictures/hall.webp', 'file', 'club/file'])
    writeFileSync(join(outside, name), SECRET, { mode: 0o600 });
  for (const name of ['club.lock', 'server.lock']) writeFileSync(join(outside, `empty-${name}`), '');
  writeFileSync(join(outside, 'settings'), `# ${SECRET}\n`);
  copyFileSync(join(template, 'club.db'), join(outside, 'club/club.db'));
  const db = new Database(join(outside, 'club/club.db'));
  db.run('UPDATE user SET name = ?', [SECRET]);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return {
    dataDir,
    outside,
    env: {
      PROGRAM_DIR: join(root, 'program'),
      SETTINGS_DIR: join(root, 'settings'),
      STATE_DIR: join(root, 'state'),
      SYSTEMCTL: '/bin/true',
      HEALTH_SECONDS: '0',
    },
    remove: () => removeDirs(root, outside),
  };
}

/** Runs the executable as root, a server until it is ready. */
async function run(env: Record<string, string>, ...args: string[]): Promise<void> {
  const child = Bun.spawn([executable, ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', ...inheritedClock(), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  for await (const chunk of child.stdout)
    if (args[0] === 'serve' && Buffer.from(chunk).includes('"event":"ready"')) child.kill();
  await child.exited;
}

/** What is below a folder, following no link. */
function listEntries(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...listEntries(path)] : [path];
  });
}

/** Names, owners, times and bytes below a folder. */
function describe(folder: string): string {
  const lines = listEntries(folder).map((path) => {
    const stat = lstatSync(path);
    const bytes = stat.isFile() ? Bun.hash(readFileSync(path)) : '';
    return [path, stat.uid, stat.gid, stat.mode, stat.mtimeMs, stat.ino, bytes].join(' ');
  });
  return lines.sort().join('\n');
}

async function holdsSecret(path: string): Promise<boolean> {
  if (!lstatSync(path).isFile()) return false;
  if (readFileSync(path).includes(SECRET)) return true;
  if (!/\.zst$|snapshot-/.test(path)) return false;
  let found = false;
  for await (const { chunks } of readArchive(path, { bytes: 1e9 }))
    found = Buffer.from(await new Response(chunks).bytes()).includes(SECRET) || found;
  return found;
}
