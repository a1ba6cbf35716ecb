import { afterAll, afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { readCopyState, writeCopyState } from '../../../src/backups/copy-state.ts';
import { FolderStore } from '../../../src/backups/folder-store.ts';
import { isRehearsalDue } from '../../../src/backups/rehearse-restore.ts';
import { copyWarnings } from '../../../src/domain/backup-warnings.ts';
import { createDataDir, hashClubData, makeTempDir } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { runSql } from '../../support/run-sql.ts';
import { startS3Server } from '../../support/s3-server.ts';
import {
  addContactMessage,
  bucketEnv,
  copyClub,
  createCopiesJob,
  S3_REGION,
  testBucketStore,
} from '../../support/test-bucket.ts';
import { createTestClub } from '../../support/test-club.ts';
import { trackDirs } from '../../support/tracked-dirs.ts';

const tracked = trackDirs();
const bucket = startS3Server(S3_REGION);
const store = testBucketStore(bucket);
afterAll(() => bucket.stop());
afterEach(() => {
  bucket.setFault(null);
  bucket.objects.clear();
});
const createClub = (receipts = 3) => tracked(createDataDir({ bookings: 40, receipts }));
const rehearse = (dataDir: string) => runCommand(['rehearse', '--data', dataDir], bucketEnv(bucket));
const doctor = async (dataDir: string) =>
  (await runCommand(['doctor', '--offline', '--data', dataDir], bucketEnv(bucket))).stdout;

test('a rehearsal restores the last copy, compares it and changes nothing', async () => {
  const dataDir = createClub();
  expect((await rehearse(dataDir)).stderr).toContain('This club has no copy yet.');
  expect(await doctor(dataDir)).toContain('[ warn ] The club has no copy in s3://club/ yet.');
  await copyClub(dataDir, store);
  expect(await doctor(dataDir)).toContain('[ warn ] No copy has been test-restored yet.');
  const before = hashClubData(dataDir);
  const { exitCode, stderr } = await rehearse(dataDir);
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining('its books and 3 receipts and pictures are right'),
  ]);
  expect(hashClubData(dataDir)).toBe(before);
  const text = await doctor(dataDir);
  expect(text).toContain('[ ok   ] The last copy is of ');
  expect(text).toContain('[ ok   ] A copy was test-restored on ');
  expect(readCopyState(dataDir)).toMatchObject({ rehearsal: { ok: true } });
});

test('whatever the store lost or changed is named, and the next copy stores it again', async () => {
  const dataDir = createClub();
  await copyClub(dataDir, store);
  const [lost = '', changed = ''] = [...bucket.objects.keys()].filter((key) => key.includes('/files/'));
  const whole = new Map(bucket.objects);
  bucket.objects.delete(lost);
  bucket.objects.set(
    changed,
    bucket.objects.get(changed)?.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) ?? new Uint8Array(),
  );
  const failed = await rehearse(dataDir);
  expect([failed.exitCode, failed.stderr]).toEqual([
    1,
    expect.stringContaining('s3://club/ has 2 receipts and pictures missing or changed'),
  ]);
  expect(await doctor(dataDir)).toContain(
    '[ FAIL ] The rehearsal of a restore failed: s3://club/ has 2 receipts',
  );
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 2 } });
  for (const [key, bytes] of whole)
    if (key.includes('/files/')) expect(bucket.objects.get(key)).toEqual(bytes);
  expect((await rehearse(dataDir)).exitCode).toBe(0);
});

test('a damaged snapshot fails the rehearsal, and the next copy replaces it', async () => {
  const dataDir = createClub(0);
  await copyClub(dataDir, store);
  const [key = ''] = bucket.objects.keys();
  bucket.objects.set(key, bucket.objects.get(key)?.slice(0, -5) ?? new Uint8Array());
  expect((await rehearse(dataDir)).stderr).toContain('its checksum is wrong');
  expect((await copyClub(dataDir, store)).made).toBe(true);
  expect((await rehearse(dataDir)).exitCode).toBe(0);
});

test('a copy that holds other rows than the running club fails the rehearsal', async () => {
  const dataDir = createClub(0);
  await copyClub(dataDir, store);
  runSql(dataDir, 'DELETE FROM claim WHERE booking_id = 7');
  runSql(dataDir, 'PRAGMA foreign_keys = OFF');
  runSql(dataDir, 'DELETE FROM booking WHERE id = 7');
  expect((await rehearse(dataDir)).stderr).toContain(
    'The copy differs from the running club: 40 bookings up to number 40',
  );
});

test('a rehearsal is due after the first copy, after a week, and a day after a failure', async () => {
  const dataDir = createClub(0);
  expect(isRehearsalDue(readCopyState(dataDir), Date.now())).toBe(false);
  await copyClub(dataDir, store);
  const state = readCopyState(dataDir);
  if (!state) throw new Error('no state');
  const hours = (n: number) => n * 3_600_000;
  const now = Date.now();
  expect(isRehearsalDue(state, now)).toBe(true);
  const done = {
    ...state,
    rehearsed_at: now,
    rehearsal: { at: now, ok: true, message: '', name: '', seconds: 1 },
  };
  expect([hours(1), hours(167), hours(168)].map((later) => isRehearsalDue(done, now + later))).toEqual([
    false,
    false,
    true,
  ]);
  const failed = { ...done, rehearsal: { ...done.rehearsal, ok: false } };
  expect([hours(23), hours(24)].map((later) => isRehearsalDue(failed, now + later))).toEqual([false, true]);
});

test('a rehearsal that is killed is tried again after a day, and its absence is an alarm', async () => {
  const dataDir = createClub(0);
  await copyClub(dataDir, store);
  const { job, clock, asked } = createCopiesJob(dataDir, store.location);
  for (const hours of [0, 1, 23]) {
    await job.rehearse();
    clock.now += hours * 3_600_000;
  }
  expect([asked.length, job.overview().rehearsal_overdue]).toEqual([1, false]);
  clock.now += 1;
  await job.rehearse();
  expect([asked.length, job.overview().rehearsal_overdue]).toEqual([2, true]);
}, 180_000);

test('health and metrics report the age of the last copy and rehearsal', async () => {
  const folder = tracked(makeTempDir());
  const club = await createTestClub({ toml: `[backup]\nfolder = "${folder}"\n` });
  const { headers } = await club.signIn({ email: 'owner@example.com', is_admin: true });
  const metrics = async () => (await club.get('/api/metrics', headers)).text;
  const now = () => club.clock.now;
  await copyClub(club.dataDir, new FolderStore(folder), { now });
  const state = readCopyState(club.dataDir);
  if (!state) throw new Error('no state');
  const rehearsal = { at: now(), ok: true, message: '', name: '', seconds: 1 };
  writeCopyState(club.dataDir, { ...state, rehearsed_at: now(), rehearsal });
  await club.schedule.runNow('copies');
  expect((await club.get('/api/health')).json).toMatchObject({
    copy_overdue: false,
    rehearsal_overdue: false,
    last_copy: expect.any(String),
    last_rehearsal: expect.any(String),
  });
  const seconds = Math.floor(now() / 1000);
  expect(await metrics()).toContain(`\nclub_last_copy_timestamp_seconds ${seconds}\n`);
  expect(await metrics()).toContain(`\nclub_last_rehearsal_timestamp_seconds ${seconds}\n`);
  expect(await metrics()).toContain('\nclub_rehearsal_overdue 0\n');
  await club.close();
});

test('the inbox of the reception shows that copies have stopped', async () => {
  const folder = join(makeTempDir(), 'gone');
  const club = await createTestClub({ toml: `[backup]\nfolder = "${folder}"\n` });
  const reception = await club.signIn({ email: 'reception@example.com', is_admin: true });
  const inbox = async () => (await club.get('/api/admin/inbox', reception.headers)).json.data;
  expect((await inbox()).alarms).toEqual([]);
  club.clock.now += 16 * 60_000;
  const { alarms, count } = await inbox();
  const text = 'Changes since 2026-11-20 15:10 are not copied yet.';
  expect([alarms, count]).toEqual([[{ kind: 'backup', text }], 1]);
  expect((await club.get('/api/health')).json).toMatchObject({ last_copy: null, copy_overdue: true });
  club.close();
});

test('the sentences of the dashboard', () => {
  const copies = {
    every_minutes: 5,
    place: 's3://club/',
    last_copy: '2026-11-21T10:00:00+05:00',
    bytes: 1,
    seconds: 1,
    uncopied_since: '2026-11-21T10:00:00+05:00',
    overdue: true,
    message: 'The bucket is away.',
    last_rehearsal: '2026-11-10T10:00:00+05:00',
    rehearsal_overdue: true,
    rehearsal_message: '',
  };
  expect(copyWarnings(copies)).toEqual([
    'Changes since 2026-11-21 10:00 are not copied yet: The bucket is away.',
    'No copy has been test-restored for more than a week.',
  ]);
  expect(copyWarnings({ ...copies, overdue: false, last_rehearsal: null })).toEqual([
    'No copy has been test-restored yet.',
  ]);
  expect(copyWarnings({ ...copies, overdue: false, rehearsal_overdue: false })).toEqual([]);
  expect(copyWarnings(null)).toEqual([]);
});

test('a clock that was ahead leaves no copy in the future', async () => {
  const dataDir = createClub(0);
  await copyClub(dataDir, store, { now: () => Date.now() + 200 * 86_400_000 });
  const state = readCopyState(dataDir);
  addContactMessage(dataDir);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, removed: 1 });
  if (state) writeCopyState(dataDir, state);
  const elsewhere = tracked(makeTempDir());
  const { exitCode } = await runCommand(
    ['restore', '--from', 'bucket', '--exact', '--data', elsewhere],
    bucketEnv(bucket),
  );
  expect([exitCode, hashClubData(elsewhere)]).toEqual([0, hashClubData(dataDir)]);
});
