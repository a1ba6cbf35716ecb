/** Backups of a club whose clock was ahead by 200 days and was then corrected. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBackupDue } from '../../src/backups/backup-job.ts';
import { createBackup } from '../../src/backups/create-backup.ts';
import { backupWarnings } from '../../src/domain/backup-warnings.ts';
import { clubTimestamp } from '../../src/domain/business-day.ts';
import { createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createTestClub } from '../support/test-club.ts';

const DAY_MS = 24 * 60 * 60_000;
const folders: string[] = [];
afterAll(() => removeDirs(...folders));
const createTracked = () => {
  const dataDir = createDataDir({ bookings: 5, receipts: 0 });
  folders.push(dataDir);
  return dataDir;
};
const backupNames = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tar.zst'))
    .sort();

test('the daily backup goes on after the clock is corrected, and doctor says what happened', async () => {
  const dataDir = createTracked();
  const old = Date.now() - 3 * DAY_MS;
  const db = new Database(join(dataDir, 'club.db'));
  db.run('INSERT INTO backup_run (started_at, finished_at, ok) VALUES (?, ?, 1)', [old, old]);
  db.close();
  const ahead = await runCommand(['backup', '--data', dataDir], await fakeTimeEnv('+200d'));
  expect(ahead.exitCode).toBe(0);
  const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
  expect(doctor.stdout).toContain(
    '[ warn ] Rows have times in the future, because the clock was ahead once: 1 in backup_run.',
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
});

test('backup --keep never removes the file that it has just made', async () => {
  const dataDir = createTracked();
  const ahead = await runCommand(['backup', '--data', dataDir], await fakeTimeEnv('+200d'));
  const now = await runCommand(['backup', '--data', dataDir, '--keep', '1']);
  expect([existsSync(ahead.stdout.trim()), existsSync(now.stdout.trim())]).toEqual([false, true]);
});

test('backups dated in the future make room first, in the order of what is inside', async () => {
  const dataDir = createTracked();
  const folder = join(dataDir, 'backups');
  const backUp = async (days: number, keep: number) => {
    const now = () => Date.parse('2026-11-20T12:00:00+05:00') + days * DAY_MS;
    const input = { dataDir, folder, club: 'Padel', keep, withSecrets: false, program: 'test', now };
    return basename((await createBackup(input)).path);
  };
  const past = await backUp(0, 9);
  const future = [await backUp(200, 9), await backUp(201, 9)];
  const [one, two, three] = [await backUp(1, 9), await backUp(2, 9), await backUp(3, 4)];
  expect(backupNames(folder)).toEqual([past, one, two, three].sort());
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

test('a club without a backup is overdue by the age of its file, however young the process is', async () => {
  const dataDir = createTracked();
  const club = await startServerProcess({ dataDir, env: await fakeTimeEnv('+2d') });
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

test('two clubs with one name in one folder keep each their own backups', async () => {
  const [one, two] = [createTracked(), createTracked()];
  const target = makeTempDir();
  folders.push(target);
  const kept: string[] = [];
  for (const dataDir of [one, two, one, two]) {
    const { stdout } = await runCommand(['backup', '--data', dataDir, '--to', target, '--keep', '1']);
    kept.push(basename(stdout.trim()));
  }
  expect(backupNames(target)).toEqual(kept.slice(2).sort());
});

test('a backup of an earlier version, without the id of its club, is removed only by the club that has recorded it', async () => {
  const [one, two] = [createTracked(), createTracked()];
  const target = makeTempDir();
  folders.push(target);
  const legacy = await writeBackupWithoutId(one, target);
  await runCommand(['backup', '--data', two, '--to', target, '--keep', '1']);
  expect(backupNames(target)).toHaveLength(2);
  const db = new Database(join(one, 'club.db'));
  db.run('INSERT INTO backup_run (started_at, finished_at, ok, file) VALUES (1, 1, 1, ?)', [legacy]);
  db.close();
  await runCommand(['backup', '--data', one, '--to', target, '--keep', '1']);
  expect(backupNames(target)).toHaveLength(2);
  expect(existsSync(join(target, legacy))).toBe(false);
});

/** Writes a backup as earlier programs did: its manifest has no key `club`. Returns its name. */
async function writeBackupWithoutId(dataDir: string, target: string): Promise<string> {
  const { writeArchive } = await import('../../src/backups/archive.ts');
  const name = 'padel-club-faisalabad-20261101-050000.tar.zst';
  const path = join(dataDir, 'club.db');
  const bytes = await Bun.file(path).bytes();
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  const manifest = {
    ...{ format: 1, program: '0.1.0', schema: 1, made_at: '2026-11-01T05:00:00+05:00' },
    ...{ secrets: false, missing_receipts: [], files: [{ name: 'club.db', size: bytes.length, sha256 }] },
  };
  await writeArchive(join(target, name), [
    { type: 'content', content: JSON.stringify(manifest), target: 'manifest.json' },
    { type: 'file', source: path, target: 'club.db' },
  ]);
  return name;
}
