/** Backups of a club whose clock was ahead by 200 days and was then corrected. */
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBackupDue } from '../../src/backups/backup-job.ts';
import { createBackup } from '../../src/backups/create-backup.ts';
import { backupWarnings } from '../../src/domain/backup-warnings.ts';
import { clubTimestamp } from '../../src/domain/business-day.ts';
import { createDataDir, makeTempDir } from '../support/data-dir.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { backupOfRelease } from '../support/released-club.ts';
import { runCommand } from '../support/run-command.ts';
import { queryAll, runSql } from '../support/run-sql.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createTestClub } from '../support/test-club.ts';
import { trackDirs } from '../support/tracked-dirs.ts';

const DAY_MS = 24 * 60 * 60_000;
const tracked = trackDirs();
const createTracked = () => tracked(createDataDir({ bookings: 5, receipts: 0 }));
/** Backs the club up into a folder, so many days after the present. */
const backUp = async (dataDir: string, folder: string, keep: number | null, days = 0) => {
  const now = () => Date.now() + days * DAY_MS;
  const input = { dataDir, folder, club: 'Padel', keep, withSecrets: false, program: 'test', now };
  return basename((await createBackup(input)).path);
};
const backupNames = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tar.zst'))
    .sort();

test('the daily backup goes on after the clock is corrected, and doctor says what happened', async () => {
  const dataDir = createTracked();
  const old = Date.now() - 3 * DAY_MS;
  runSql(dataDir, `INSERT INTO backup_run (started_at, finished_at, ok) VALUES (${old}, ${old}, 1)`);
  const ahead = await runCommand(['backup', '--data', dataDir], await fakeTimeEnv(200 * DAY_MS));
  expect(ahead.exitCode).toBe(0);
  const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
  expect(doctor.stdout).toContain(
    '[ warn ] Rows have times in the future, from a time when the clock ran ahead: 1 in backup_run.',
  );
  expect(doctor.stdout).toContain('[ FAIL ] The last backup was made on ');

  const club = await startServerProcess({ dataDir });
  const health = (await (await fetch(`${club.url}/api/health`)).json()) as Record<string, unknown>;
  const events = ['"backup created"', '"rows from a clock that was ahead","table":"backup_run"'];
  const deadline = Date.now() + 40_000;
  while (!events.every((event) => club.output().includes(event)) && Date.now() < deadline)
    await Bun.sleep(50);
  const healthAfter = (await (await fetch(`${club.url}/api/health`)).json()) as Record<string, unknown>;
  await club.stop();
  expect(health).toMatchObject({ last_backup: clubTimestamp(old), backup_overdue: true });
  for (const event of events) expect(club.output()).toContain(event);
  expect(Date.parse(String(healthAfter.last_backup))).toBeLessThan(Date.now() + 60_000);
  expect(healthAfter).toMatchObject({ backup_overdue: false });
  const [newest] = queryAll<{ ok: number; file: string }>(
    dataDir,
    'SELECT ok, file FROM backup_run ORDER BY id DESC LIMIT 1',
  );
  expect([newest?.ok, existsSync(join(dataDir, 'backups', newest?.file ?? 'none'))]).toEqual([1, true]);
});

test('backup --keep never removes the file that it has just made', async () => {
  const dataDir = createTracked();
  const ahead = await runCommand(['backup', '--data', dataDir], await fakeTimeEnv(200 * DAY_MS));
  const now = await runCommand(['backup', '--data', dataDir, '--keep', '1']);
  expect([existsSync(ahead.stdout.trim()), existsSync(now.stdout.trim())]).toEqual([false, true]);
});

test('backups dated in the future make room first, oldest content first', async () => {
  const dataDir = createTracked();
  const folder = join(dataDir, 'backups');
  const past = await backUp(dataDir, folder, 9, -9);
  const future = [await backUp(dataDir, folder, 9, 200), await backUp(dataDir, folder, 9, 201)];
  const recent = [await backUp(dataDir, folder, 9, -2), await backUp(dataDir, folder, 9, -1)];
  const last = await backUp(dataDir, folder, 4);
  expect(backupNames(folder)).toEqual([past, ...recent, last].sort());
  expect(future.some((name) => existsSync(join(folder, name)))).toBe(false);
});

test('health counts from the last backup and not from the start of the process', async () => {
  const club = await createTestClub();
  const { now } = club.clock;
  const insert = 'INSERT INTO backup_run (started_at, finished_at, ok) VALUES (?, ?, 1)';
  club.db.run(insert, [now - 40 * 3_600_000, now - 40 * 3_600_000]);
  expect((await club.get('/api/health')).json).toMatchObject({ backup_overdue: true });
  // A success in the future is no success; the older one still counts.
  club.db.run(insert, [now + 200 * DAY_MS, now + 200 * DAY_MS]);
  const { json } = await club.get('/api/health');
  expect(json.backup_overdue).toBe(true);
  expect(json.last_backup).toBe('2026-11-18T23:10:00+05:00');
  club.close();
});

test("a club without a backup is overdue based on its file's age, however young the process is", async () => {
  const dataDir = createTracked();
  const club = await startServerProcess({ dataDir, env: await fakeTimeEnv(2 * DAY_MS) });
  const health = (await (await fetch(`${club.url}/api/health`)).json()) as Record<string, unknown>;
  await club.stop();
  expect(health).toMatchObject({ last_backup: null, backup_overdue: true });
});

test('a run or a creation in the future neither delays nor hides a backup', () => {
  const now = Date.parse('2026-11-21T10:00:00+05:00');
  const never = { at: '05:00', now, started: null, succeeded: null };
  expect(isBackupDue({ ...never, createdAt: now + 200 * DAY_MS })).toBe(true);
  const run = { started_at: '2027-06-09T05:00:00+05:00', finished_at: '2027-06-09T05:00:09+05:00' };
  const newest = { ...run, id: 1, ok: true, file: 'a', bytes: 1, copied_to: null, message: '' };
  expect(backupWarnings({ last_success: null, runs: [newest] }, now)).toEqual([
    'This club has no backup yet.',
    expect.stringContaining('a time in the future'),
  ]);
});

test('two clubs with one name in one folder each keep their own backups', async () => {
  const [one, two] = [createTracked(), createTracked()];
  const target = tracked(makeTempDir());
  const kept: string[] = [];
  for (const dataDir of [one, two, one, two]) kept.push(await backUp(dataDir, target, 1));
  expect(backupNames(target)).toEqual(kept.slice(2).sort());
});

test("a backup from 0.1.0, which lacks its club's id, is only removed by the club that recorded it", async () => {
  const [one, two] = [createTracked(), createTracked()];
  const target = tracked(makeTempDir());
  const old = 'padel-20261101-050000.tar.zst';
  copyFileSync(backupOfRelease('0.1.0'), join(target, old));
  await backUp(two, target, 1);
  expect(backupNames(target)).toHaveLength(2);
  runSql(one, `INSERT INTO backup_run (started_at, finished_at, ok, file) VALUES (1, 1, 1, '${old}')`);
  await backUp(one, target, 1);
  expect(backupNames(target)).toHaveLength(2);
  expect(existsSync(join(target, old))).toBe(false);
});
