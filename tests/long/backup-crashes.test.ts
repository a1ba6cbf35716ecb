import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/database-snapshot.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { createDataDir, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { killCommandAtIntervals } from '../support/kill-command.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';

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

test('kill -9 at every rename, sync, removal and mkdir of a restore leaves a club that starts', async () => {
  const source = createDataDir({ seed: 2 });
  const backup = await runCommand(['backup', '--data', source]);
  const expectedDigest = hashClubData(source);
  let dataDir = '';
  let before = '';
  let old = 0;
  const command = () => {
    dataDir = createDataDir({ seed: 1, bookings: 20 });
    before = hashClubData(dataDir);
    return ['restore', backup.stdout.trim(), '--data', dataDir];
  };
  const points = await killAtEverySyscall(command, async (point) => {
    const club = await startServerProcess({ dataDir });
    await club.stop();
    verifyDatabase(join(dataDir, 'club.db'));
    const after = hashClubData(dataDir);
    expect([point, [before, expectedDigest].includes(after)]).toEqual([point, true]);
    if (after === before) old += 1;
    removeDirs(dataDir);
  });
  const fresh = points + SYSCALLS.length - old;
  console.log(
    `restore killed at ${points} calls: ${old} left the old club, ${fresh - SYSCALLS.length} the new one`,
  );
  expect(old).toBeGreaterThan(10);
  expect(fresh - SYSCALLS.length).toBeGreaterThan(5);
  removeDirs(source);
});

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
