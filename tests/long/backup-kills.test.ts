import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/database-snapshot.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { runCommand } from '../support/command.ts';
import { clubDigest, makeDataFolder, newFolder, remove } from '../support/data-folder.ts';
import { EXECUTABLE, startClub } from '../support/executable.ts';
import { killAtPoints } from '../support/kill.ts';

/** Kills the command with SIGKILL at its `at`-th call of one of `calls`; false when it ended before. */
async function killAtCall(command: string[], calls: string, at: number): Promise<boolean> {
  const child = Bun.spawn(
    [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${calls}:signal=SIGKILL:when=${at}`,
      EXECUTABLE,
      ...command,
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  await child.exited;
  return child.exitCode !== 0;
}

/** The system calls that change names or make them lasting; strace counts each kind by itself. */
const CALLS = ['rename', 'fsync', 'fdatasync', 'unlink', 'rmdir', 'mkdir', 'ftruncate'];

/** Every kill there is: of each kind of call its first, second … until the command ends unharmed. */
async function killEverywhere(
  command: () => string[],
  check: (point: string) => Promise<void>,
): Promise<number> {
  let points = 0;
  for (const call of CALLS) {
    for (let at = 1; ; at += 1) {
      const killed = await killAtCall(command(), call, at);
      await check(`${call} ${at}`);
      if (!killed) break;
      points += 1;
    }
  }
  return points;
}

test('kill -9 at every rename, sync, removal and new folder of a restore leaves a club that starts', async () => {
  const source = makeDataFolder({ seed: 2 });
  const made = await runCommand(['backup', '--data', source]);
  const wanted = clubDigest(source);
  let dataDir = '';
  let before = '';
  let old = 0;
  const command = () => {
    dataDir = makeDataFolder({ seed: 1, bookings: 20 });
    before = clubDigest(dataDir);
    return ['restore', made.out.trim(), '--data', dataDir];
  };
  const points = await killEverywhere(command, async (point) => {
    const club = await startClub({ dataDir });
    await club.stop();
    verifyDatabase(join(dataDir, 'club.db'));
    const after = clubDigest(dataDir);
    expect([point, [before, wanted].includes(after)]).toEqual([point, true]);
    if (after === before) old += 1;
    remove(dataDir);
  });
  const fresh = points + CALLS.length - old;
  console.log(
    `restore killed at ${points} calls: ${old} left the old club, ${fresh - CALLS.length} the new one`,
  );
  expect(old).toBeGreaterThan(10);
  expect(fresh - CALLS.length).toBeGreaterThan(5);
  remove(source);
});

test('kill -9 at every such call of a backup leaves the club as it is and only whole backups', async () => {
  const dataDir = makeDataFolder();
  const before = clubDigest(dataDir);
  const to = newFolder();
  const command = () => ['backup', '--data', dataDir, '--to', to];
  const points = await killEverywhere(command, async (point) => {
    openDataDir(dataDir).release();
    verifyDatabase(join(dataDir, 'club.db'));
    expect([point, clubDigest(dataDir)]).toEqual([point, before]);
  });
  const names = readdirSync(to).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const elsewhere = newFolder();
    expect((await runCommand(['restore', join(to, name), '--data', elsewhere])).code).toBe(0);
    expect(clubDigest(elsewhere)).toBe(before);
    remove(elsewhere);
  }
  console.log(`backup killed at ${points} calls, ${names.length} whole backups, no half one`);
  expect(points).toBeGreaterThan(10);
  remove(dataDir, to);
});

test('kill -9 at 60 moments of a restore and of a backup', async () => {
  const [source, dataDir, to] = [makeDataFolder({ seed: 2 }), makeDataFolder({ seed: 1 }), newFolder()];
  const made = await runCommand(['backup', '--data', source]);
  const known = [clubDigest(source), clubDigest(dataDir)];
  for (const digest of await killAtPoints(dataDir, ['restore', made.out.trim()], 60))
    expect(known).toContain(digest);
  const whole = clubDigest(source);
  for (const digest of await killAtPoints(source, ['backup', '--to', to], 60)) expect(digest).toBe(whole);
  remove(source, dataDir, to);
});
