import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertChecksum } from '../../src/backups/archive.ts';
import { toCopies } from '../../src/backups/copy-name.ts';
import { FolderStore } from '../../src/backups/folder-store.ts';
import { readManifest } from '../../src/backups/manifest.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { addReceipt, createDataDir, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { killCommandAtIntervals } from '../support/kill-command.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';
import { addContactMessage } from '../support/test-bucket.ts';

/** Kills the command with SIGKILL at the given call of `syscall`; false when the command ended before. */
async function killAtSyscall(command: string[], syscall: string, occurrence: number): Promise<boolean> {
  const child = Bun.spawn(
    [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${syscall}`,
      '-e',
      `inject=${syscall}:signal=SIGKILL:when=${occurrence}`,
      EXECUTABLE,
      ...command,
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  await child.exited;
  return child.exitCode !== 0;
}

/** The system calls that change file names or sync them; strace counts each kind separately. */
const SYSCALLS = ['rename', 'fsync', 'fdatasync', 'unlink', 'rmdir', 'mkdir', 'ftruncate'];

/** Kills the command at the first, second … call of each kind until it ends without being killed. */
async function killAtEverySyscall(
  command: () => string[],
  check: (point: string) => Promise<void>,
): Promise<number> {
  let points = 0;
  for (const syscall of SYSCALLS) {
    for (let occurrence = 1; ; occurrence += 1) {
      const killed = await killAtSyscall(command(), syscall, occurrence);
      await check(`${syscall} ${occurrence}`);
      if (!killed) break;
      points += 1;
    }
  }
  return points;
}

test.each(['backup', 'copy'])(
  'kill -9 at every rename, sync, removal and mkdir of a restore of a %s leaves a club that starts',
  async (kind) => {
    const source = createDataDir({ seed: 2 });
    const folder = makeTempDir();
    setBackupFolder(source, folder);
    const saved = await runCommand([kind, '--data', source]);
    expect(saved.exitCode).toBe(0);
    const from = kind === 'backup' ? [saved.stdout.trim()] : ['--from', folder];
    const expectedDigest = hashClubData(source);
    let dataDir = '';
    let before = '';
    const command = () => {
      dataDir = createDataDir({ seed: 1, bookings: 20 });
      before = hashClubData(dataDir);
      return ['restore', ...from, '--exact', '--data', dataDir];
    };
    const outcomes = { before: 0, after: 0 };
    const points = await killAtEverySyscall(command, async (point) => {
      openDataDir(dataDir).release();
      verifyDatabase(join(dataDir, 'club.db'));
      // The first start of a server takes over the settings file, which changes the club.
      const digest = hashClubData(dataDir);
      await (await startServerProcess({ dataDir })).stop();
      expect([point, [before, expectedDigest].includes(digest)]).toEqual([point, true]);
      outcomes[digest === before ? 'before' : 'after'] += 1;
      removeDirs(dataDir);
    });
    console.log(
      `restore of a ${kind} killed at ${points} calls: ${outcomes.before} left the old club, ${outcomes.after} the new one`,
    );
    expect(outcomes.before).toBeGreaterThan(10);
    // The last run of each kind of call is not killed.
    expect(outcomes.after - SYSCALLS.length).toBeGreaterThan(5);
    removeDirs(source, folder);
  },
  600_000,
);

test('kill -9 at every such call of a backup leaves the club unchanged and only complete backups', async () => {
  const dataDir = createDataDir();
  const before = hashClubData(dataDir);
  const backupDir = makeTempDir();
  const command = () => ['backup', '--data', dataDir, '--to', backupDir];
  const points = await killAtEverySyscall(command, async (point) => {
    openDataDir(dataDir).release();
    verifyDatabase(join(dataDir, 'club.db'));
    expect([point, hashClubData(dataDir)]).toEqual([point, before]);
  });
  const names = readdirSync(backupDir).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const restoreDir = makeTempDir();
    expect((await runCommand(['restore', join(backupDir, name), '--data', restoreDir])).exitCode).toBe(0);
    expect(hashClubData(restoreDir)).toBe(before);
    removeDirs(restoreDir);
  }
  console.log(`backup killed at ${points} calls, ${names.length} complete backups, no incomplete one`);
  expect(points).toBeGreaterThan(10);
  removeDirs(dataDir, backupDir);
});

test('kill -9 at every such call of a copy leaves only whole copies, and the next one goes on', async () => {
  const dataDir = createDataDir();
  const folder = makeTempDir();
  const store = new FolderStore(folder);
  setBackupFolder(dataDir, folder);
  let made = 0;
  const command = () => {
    addContactMessage(dataDir, `message ${made++}`);
    // Receipts come too, so that every kind of object is interrupted.
    const db = new Database(join(dataDir, 'club.db'));
    addReceipt(db, dataDir, 6 + (made % 50));
    db.close();
    return ['copy', '--data', dataDir];
  };
  const points = await killAtEverySyscall(command, async (point) => {
    openDataDir(dataDir).release();
    verifyDatabase(join(dataDir, 'club.db'));
    const [club = ''] = await store.listFolders('');
    const objects = club ? await store.list(`${club}/`) : [];
    const stored = new Set(objects.map(({ name }) => name));
    const last = toCopies(objects).at(-1);
    if (!last) return;
    const path = join(folder, 'copies', last.name);
    assertChecksum(path);
    const { stored_files = [] } = await readManifest(path, Number.POSITIVE_INFINITY);
    expect([point, stored_files.every(({ sha256 }) => stored.has(`${club}/files/${sha256}`))]).toEqual([
      point,
      true,
    ]);
  });
  expect((await runCommand(['copy', '--data', dataDir])).exitCode).toBe(0);
  const restoreDir = makeTempDir();
  const restore = ['restore', '--from', folder, '--exact', '--data', restoreDir];
  expect((await runCommand(restore)).exitCode).toBe(0);
  expect(hashClubData(restoreDir)).toBe(hashClubData(dataDir));
  console.log(`copy killed at ${points} calls, every snapshot whole with its receipts`);
  expect(points).toBeGreaterThan(10);
  removeDirs(dataDir, folder, restoreDir);
}, 600_000);

function setBackupFolder(dataDir: string, folder: string): void {
  const path = join(dataDir, 'club.toml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('folder = ""', `folder = "${folder}"`));
}

test('kill -9 at 60 moments of a restore and of a backup', async () => {
  const [source, dataDir, backupDir] = [
    createDataDir({ seed: 2 }),
    createDataDir({ seed: 1 }),
    makeTempDir(),
  ];
  const backup = await runCommand(['backup', '--data', source]);
  const known = [hashClubData(source), hashClubData(dataDir)];
  for (const digest of await killCommandAtIntervals(dataDir, ['restore', backup.stdout.trim()], 60))
    expect(known).toContain(digest);
  const whole = hashClubData(source);
  for (const digest of await killCommandAtIntervals(source, ['backup', '--to', backupDir], 60))
    expect(digest).toBe(whole);
  removeDirs(source, dataDir, backupDir);
});
