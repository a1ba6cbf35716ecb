/** A folder that has lost its database: no start takes it for a new club, and every command says what to type. */

import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createDataDir, hashClubData, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { inheritedClock } from '../../support/faketime-environment.ts';
import { findFreePort } from '../../support/find-free-port.ts';
import { resultOf, runCommand } from '../../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../../support/server-process.ts';

const folders: string[] = [];
afterEach(() => removeDirs(...folders.splice(0)));
const tracked = (folder: string) => {
  folders.push(folder);
  return folder;
};

const LOST = 'has lost its database';
/** The exit code that a service does not answer with another start. */
const NEEDS_OPERATOR = 78;

/** A start that must end by itself; its port is free, so nothing else stops it. */
async function start(dataDir: string, env: Record<string, string> = {}) {
  const PORT = String(await findFreePort());
  return resultOf(
    Bun.spawn([EXECUTABLE, 'serve', '--data', dataDir], {
      env: { PATH: process.env.PATH ?? '', ...inheritedClock(), PORT, HOST: '127.0.0.1', ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      // One that serves a new club would never end.
      timeout: 60_000,
    }),
  );
}

async function clubWithBackup(): Promise<{ dataDir: string; backup: string }> {
  const dataDir = tracked(createDataDir({ bookings: 12, receipts: 2 }));
  const { stdout, exitCode } = await runCommand(['backup', '--data', dataDir]);
  expect(exitCode).toBe(0);
  return { dataDir, backup: stdout.trim() };
}
const files = (dataDir: string) => readdirSync(dataDir, { recursive: true }).map(String).sort();
/** What a restore names, which is typed as it stands. */
const commandIn = (text: string) => /padel-club (restore .*)$/m.exec(text)?.[1]?.split(' ') ?? [];

function createFile(path: string): string {
  writeFileSync(path, '');
  return path;
}

/** What can happen to club.db, and how each message names it. */
const BREAKAGES: Record<string, { says: string; happen: (path: string) => void }> = {
  'no file': { says: 'club.db is missing', happen: (path) => rmSync(path) },
  '0 bytes': { says: 'club.db is empty', happen: (path) => truncateSync(path) },
  'an empty database': {
    says: 'club.db is empty',
    happen(path) {
      rmSync(path);
      const db = new Database(path);
      db.run('PRAGMA journal_mode = WAL');
      db.close();
    },
  },
  garbage: { says: 'club.db is not a database', happen: (path) => writeFileSync(path, 'x'.repeat(9000)) },
  'the database of another program': {
    says: 'club.db is the database of another program',
    happen(path) {
      rmSync(path);
      const db = new Database(path);
      db.run('CREATE TABLE bookmarks (url TEXT)');
      db.close();
    },
  },
};

describe.each(Object.entries(BREAKAGES))('%s', (_, { says, happen }) => {
  test('the start and every command refuse and change nothing; the command that they name restores the club', async () => {
    const { dataDir, backup } = await clubWithBackup();
    const whole = hashClubData(dataDir);
    happen(join(dataDir, 'club.db'));
    // A server that was killed may leave both, and an opened database takes them away.
    const kept = () => files(dataDir).filter((name) => !/^club\.db-(wal|shm)$/.test(name));
    const before = kept();
    const refused = await start(dataDir);
    expect([refused.exitCode, refused.stdout]).toEqual([NEEDS_OPERATOR, '']);
    for (const part of [
      LOST,
      says,
      `padel-club restore ${backup} --data ${dataDir}`,
      `padel-club new-club --data ${dataDir}`,
    ])
      expect(refused.stderr).toContain(part);
    for (const command of [
      ['backup'],
      ['copy'],
      ['check'],
      ['setup-link'],
      ['export', 'bookings'],
      ['settings', 'export'],
      ['confirm-clock'],
      ['promote', 'a@b.example'],
      ['demo'],
    ]) {
      const { exitCode, stdout, stderr } = await runCommand([...command, '--data', dataDir]);
      expect([command, exitCode, stdout, stderr]).toEqual([command, 1, '', refused.stderr]);
    }
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
    expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining('[ FAIL ]')]);
    for (const part of [LOST, says, `padel-club restore ${backup}`]) expect(doctor.stdout).toContain(part);
    expect(kept()).toEqual(before);

    const restored = await runCommand([...commandIn(refused.stderr), '--exact']);
    expect([restored.exitCode, hashClubData(dataDir)]).toEqual([0, whole]);
    expect((await runCommand(['check', '--data', dataDir])).exitCode).toBe(0);
  }, 120_000);
});

test.each(['receipts', 'backups', 'outbox'])('a folder with %s alone has lost a club', async (name) => {
  const dataDir = tracked(makeTempDir());
  mkdirSync(join(dataDir, name));
  writeFileSync(join(dataDir, name, 'x'), '');
  const { exitCode, stderr } = await start(dataDir);
  expect([exitCode, stderr]).toEqual([
    NEEDS_OPERATOR,
    expect.stringContaining(`The folder still holds ${name}.`),
  ]);
  expect(stderr).toContain(
    `No backup was found next to it. To restore one: padel-club restore FILE --data ${dataDir}`,
  );
  expect(existsSync(join(dataDir, 'club.db'))).toBe(false);
});

test('a foreign file is never written over, even where nothing else says that a club was there', async () => {
  for (const name of ['garbage', 'the database of another program']) {
    const dataDir = tracked(makeTempDir());
    BREAKAGES[name]?.happen(createFile(join(dataDir, 'club.db')));
    expect((await start(dataDir)).exitCode).toBe(NEEDS_OPERATOR);
  }
});

test('a folder that never had a club begins one, even after its first start was killed', async () => {
  const dataDir = tracked(makeTempDir());
  writeFileSync(join(dataDir, 'README.md'), 'The club is stored here.');
  writeFileSync(join(dataDir, 'club.db'), '');
  mkdirSync(join(dataDir, 'media'));
  const server = await startServerProcess({ dataDir });
  expect(server.database((db) => db.query('SELECT count(*) AS n FROM court').get())).toEqual({ n: 2 });
  await server.stop('SIGKILL');
  // What was written last is in the write-ahead log alone.
  expect((await runCommand(['check', '--data', dataDir])).exitCode).toBe(0);
});

test('a club whose newest commits are in the log of a killed server is there', async () => {
  const dataDir = tracked(makeTempDir());
  const db = new Database(join(dataDir, 'club.db'));
  db.run('PRAGMA journal_mode = WAL');
  db.run('PRAGMA wal_autocheckpoint = 0');
  // The number of the schema is in the log, and the file itself has none yet.
  db.run('PRAGMA user_version = 34');
  const copy = tracked(makeTempDir());
  for (const name of ['club.db', 'club.db-wal'])
    writeFileSync(join(copy, name), readFileSync(join(dataDir, name)));
  db.close();
  writeFileSync(join(copy, '.clock'), 'x');
  const { stderr } = await runCommand(['check', '--data', copy]);
  expect(stderr).toBe('Every page of the database is intact.\n');
});

test('new-club keeps what was left, and permits one new club', async () => {
  const { dataDir } = await clubWithBackup();
  expect((await runCommand(['new-club', '--data', dataDir])).stderr).toBe(
    `There is a club in ${dataDir}. Choose another folder with --data.\n`,
  );
  rmSync(join(dataDir, 'club.db'));
  const permitted = await runCommand(['new-club', '--data', dataDir]);
  expect([permitted.exitCode, permitted.stderr]).toEqual([
    0,
    expect.stringContaining(`The next start begins a new club in ${dataDir}.`),
  ]);
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-new-club-')) ?? '';
  expect(readdirSync(join(dataDir, aside, 'receipts'))).toHaveLength(2);
  expect(existsSync(join(dataDir, 'receipts'))).toBe(false);
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  const server = await startServerProcess({ dataDir, env: { EXPECT_CLUB: 'Smash Padel' } });
  expect(server.database((db) => db.query('SELECT count(*) AS n FROM booking').get())).toEqual({ n: 0 });
  await server.stop();
  rmSync(join(dataDir, 'club.db'));
  expect((await start(dataDir)).exitCode).toBe(NEEDS_OPERATOR);
});

test('an empty folder is a lost club where the service expects one, and nothing is written into it', async () => {
  const dataDir = tracked(makeTempDir());
  const env = { EXPECT_CLUB: 'Smash Padel Lahore', BACKUP_S3_BUCKET: 'copies' };
  const { exitCode, stderr } = await start(dataDir, env);
  expect([exitCode, readdirSync(dataDir)]).toEqual([NEEDS_OPERATOR, []]);
  expect(stderr).toContain(
    'The club “Smash Padel Lahore” belongs here, so perhaps the disk of this folder is not mounted.',
  );
  expect(stderr).toContain(`padel-club restore --from bucket --data ${dataDir}`);
});

test('a mounted folder has the name of its club beside it, for the start when its disk is missing', async () => {
  const parent = tracked(makeTempDir());
  const dataDir = join(parent, 'club');
  mkdirSync(dataDir);
  const mount = (...args: string[]) => Bun.spawnSync(args).exitCode;
  expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dataDir)).toBe(0);
  try {
    const server = await startServerProcess({ dataDir });
    await server.stop();
  } finally {
    mount('umount', '-l', dataDir);
  }
  const { exitCode, stderr } = await start(dataDir);
  expect([exitCode, readdirSync(dataDir)]).toEqual([NEEDS_OPERATOR, []]);
  expect(stderr).toMatch(/The club “.+” belongs here, so perhaps the disk of this folder is not mounted\./);
  // A folder on the disk of its parent needs no note.
  const plain = tracked(makeTempDir());
  const server = await startServerProcess({ dataDir: join(plain, 'club') });
  await server.stop();
  expect(readdirSync(plain)).toEqual(['club']);
});

test('the newest backup or copy is named, wherever it is, and never one of another club', async () => {
  const { dataDir, backup } = await clubWithBackup();
  const elsewhere = tracked(makeTempDir());
  const other = tracked(createDataDir({ seed: 2 }));
  await runCommand(['backup', '--to', elsewhere, '--data', other]);
  const env = { BACKUP_FOLDER: elsewhere };
  await runCommand(['copy', '--data', dataDir], env);
  rmSync(join(dataDir, 'club.db'));
  const withCopy = await start(dataDir, env);
  expect(withCopy.stderr).toContain(
    `To restore it: padel-club restore --from ${elsewhere} --data ${dataDir}`,
  );
  rmSync(join(dataDir, '.copies'), { recursive: true });
  expect((await start(dataDir, env)).stderr).toContain(`padel-club restore ${backup} `);
  // A name with a space, which a shell would split.
  const spaced = join(dataDir, 'backups', 'my club.tar.zst');
  renameSync(backup, spaced);
  expect((await start(dataDir, env)).stderr).toContain(`padel-club restore '${spaced}' --data`);
  // A file that was cut is no backup.
  truncateSync(spaced, 20);
  expect((await start(dataDir)).stderr).toContain('No backup was found next to it.');
});

test('invalid settings end the service, too, and hide no lost club', async () => {
  const dataDir = tracked(createDataDir());
  writeFileSync(join(dataDir, 'club.toml'), '[backup]\nkeep = 0\n');
  const invalid = await start(dataDir);
  expect([invalid.exitCode, invalid.stderr]).toEqual([
    NEEDS_OPERATOR,
    expect.stringContaining('backup.keep'),
  ]);
  expect((await runCommand(['backup', '--data', dataDir])).exitCode).toBe(1);
  rmSync(join(dataDir, 'club.db'));
  expect((await start(dataDir)).stderr).toContain(LOST);
});
