import { afterAll, afterEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, copyName, formatMoment } from '../../../src/backups/copy-name.ts';
import { readCopyState } from '../../../src/backups/copy-state.ts';
import { chooseCopy, fileName } from '../../../src/backups/find-copy.ts';
import { FolderStore } from '../../../src/backups/folder-store.ts';
import { verifyDatabase } from '../../../src/backups/verify-database.ts';
import { assertBooks } from '../../../src/cli/assert-books.ts';
import { SCHEMA_VERSION } from '../../../src/db/migrate.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { postBooking } from '../../support/booking-load.ts';
import { createDataDir, hashClubData, makeTempDir } from '../../support/data-dir.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { runCommand } from '../../support/run-command.ts';
import { queryAll, runSql } from '../../support/run-sql.ts';
import { errorResponse, startS3Server } from '../../support/s3-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import {
  addContactMessage,
  bucketEnv,
  copyClub,
  S3_REGION,
  testBucketStore,
} from '../../support/test-bucket.ts';
import { bookingBody } from '../../support/test-club.ts';
import { trackDirs } from '../../support/tracked-dirs.ts';
import { waitUntil } from '../../support/wait-until.ts';

const tracked = trackDirs();
const bucket = startS3Server(S3_REGION, { pageSize: 2 });
const store = testBucketStore(bucket);
afterAll(() => bucket.stop());
afterEach(() => {
  bucket.setFault(null);
  bucket.objects.clear();
});
const createClub = (receipts = 5) => tracked(createDataDir({ bookings: 40, receipts }));
const restore = (dataDir: string, ...options: string[]) =>
  runCommand(['restore', '--from', 'bucket', '--data', dataDir, ...options], bucketEnv(bucket));
const objectOf = (part: string) => [...bucket.objects.keys()].filter((key) => key.includes(part));

test('a club restored from a bucket on an empty machine is the same club, with every receipt', async () => {
  const dataDir = createClub();
  mkdirSync(join(dataDir, 'media/courts'), { recursive: true });
  writeFileSync(join(dataDir, 'media/courts/one.webp'), 'a picture');
  await copyClub(dataDir, store);
  const elsewhere = tracked(makeTempDir());
  const { exitCode, stderr } = await restore(elsewhere, '--exact');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Restored the club as it was on')]);
  expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
  expect(readFileSync(join(elsewhere, 'club.toml'), 'utf8')).toBe(
    readFileSync(join(dataDir, 'club.toml'), 'utf8'),
  );
  expect(readdirSync(elsewhere).sort()).toEqual(['club.db', 'club.lock', 'club.toml', 'media', 'receipts']);
});

test('the copies that the executable of 0.2.0 has made can be restored, and are upgraded', async () => {
  const elsewhere = tracked(makeTempDir());
  const folder = join(import.meta.dir, '../../fixtures/copies-0.2.0');
  const { exitCode, stderr } = await runCommand(['restore', '--from', folder, '--data', elsewhere]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('2026-11-23T13:52:49+05:00, 4 files.')]);
  const { schema, receipts } = verifyDatabase(join(elsewhere, 'club.db'), assertBooks);
  expect([schema, receipts]).toEqual([SCHEMA_VERSION, ['receipts/00000000000000000000000000000001.jpg']]);
  for (const name of [...receipts, 'media/courts/one.webp', 'club.toml'])
    expect([name, existsSync(join(elsewhere, name))]).toEqual([name, true]);
});

test('the restored club goes on in the same place, in a line of its own and without uploading again', async () => {
  const dataDir = createClub();
  await copyClub(dataDir, store);
  const elsewhere = tracked(makeTempDir());
  expect((await restore(elsewhere)).exitCode).toBe(0);
  bucket.requests.length = 0;
  expect(await copyClub(elsewhere, store)).toMatchObject({ made: true, uploaded: { files: 0 } });
  const [before, after] = [readCopyState(dataDir), readCopyState(elsewhere)];
  expect(after?.clubFolder).toBe(before?.clubFolder ?? '');
  expect(after?.line).not.toBe(before?.line ?? '');
});

test('--at takes the newest copy up to a moment, in a bucket and in a folder', async () => {
  const dataDir = createClub(0);
  const folder = tracked(makeTempDir());
  const now = Date.now();
  const hours = [3, 2, 1];
  for (const hour of hours) {
    addContactMessage(dataDir, `hour ${hour}`);
    await copyClub(dataDir, new FolderStore(folder), { now: () => now - hour * 3_600_000 });
  }
  const elsewhere = tracked(makeTempDir());
  const time = formatMoment(now - 1.5 * 3_600_000).slice(0, 16);
  const { exitCode, stderr } = await runCommand([
    'restore',
    '--from',
    folder,
    '--at',
    time,
    '--data',
    elsewhere,
  ]);
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining(
      `May be missing: what was booked, paid or changed from ${formatMoment(now - 2 * 3_600_000)}`,
    ),
  ]);
  expect(queryAll(elsewhere, "SELECT name FROM contact_message WHERE name LIKE 'hour%' ORDER BY id")).toEqual(
    [{ name: 'hour 3' }, { name: 'hour 2' }],
  );
  const early = await runCommand([
    'restore',
    '--from',
    folder,
    '--at',
    '2020-01-01 00:00',
    '--data',
    elsewhere,
  ]);
  expect(early.stderr).toContain('holds no such copy');
});

/** Waits until every email about a booking is sent. */
async function waitForEmails(dataDir: string, bookingId: number): Promise<void> {
  const queued = `SELECT 1 FROM outbox WHERE state = 'queued' AND booking_id = ${bookingId}`;
  await waitUntil(() => queryAll(dataDir, queued).length === 0);
}

test('numbers continue 100,000 higher, messages that may have been sent are set aside, and clocks that ran out stop', async () => {
  const dataDir = createClub(0);
  const tomorrow = addDays(clubToday(), 1);
  const server = await startServerProcess({ dataDir });
  const first = await postBooking(server.url, bookingBody({ date: tomorrow, start_time: '12:00' }));
  expect(first.status).toBe(201);
  await waitForEmails(dataDir, first.json.booking.id);
  await server.stop();
  // Two emails were queued when the copy was made: one was sent after it, the other is for tomorrow.
  runSql(dataDir, "UPDATE outbox SET state = 'queued', settled_at = NULL WHERE kind = 'booking.received'");
  runSql(
    dataDir,
    `UPDATE outbox SET state = 'queued', settled_at = NULL, not_before = ${Date.now() + 80_000_000} WHERE kind = 'club.booking'`,
  );
  runSql(dataDir, `UPDATE booking SET pay_by = ${Date.now() + 60_000} WHERE id = ${first.json.booking.id}`);
  const past = Date.now() - 5000;
  await copyClub(dataDir, store, { now: () => past });
  runSql(dataDir, `UPDATE booking SET pay_by = ${Date.now()} WHERE id = ${first.json.booking.id}`);
  addContactMessage(dataDir);
  await copyClub(dataDir, store);

  const elsewhere = tracked(makeTempDir());
  const { exitCode, stderr } = await restore(elsewhere);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`The next booking will be number ${first.json.booking.id + 100_001}.`);
  expect(stderr).toContain('Set aside: 1 email or SMS that');
  expect(stderr).toContain('Stopped: the deadlines of 1 unpaid booking whose');
  const again = await startServerProcess({ dataDir: elsewhere });
  const next = await postBooking(
    again.url,
    bookingBody({ date: tomorrow, start_time: '15:00', email: 'z@example.com' }),
  );
  expect([next.status, next.json.booking.id]).toEqual([201, first.json.booking.id + 100_001]);
  await waitForEmails(elsewhere, next.json.booking.id);
  await again.stop();
  expect(
    queryAll(
      elsewhere,
      `SELECT kind, state FROM outbox WHERE booking_id = ${first.json.booking.id} ORDER BY kind`,
    ),
  ).toEqual([
    { kind: 'booking.received', state: 'failed' },
    { kind: 'club.booking', state: 'queued' },
  ]);
  expect(
    queryAll(elsewhere, `SELECT status, pay_by FROM booking WHERE id = ${first.json.booking.id}`),
  ).toEqual([{ status: 'pending', pay_by: null }]);
}, 180_000);

test('a damaged copy is refused with the one before it, and nothing changes', async () => {
  const dataDir = createClub(1);
  await copyClub(dataDir, store, { now: () => Date.now() - 60_000 });
  addContactMessage(dataDir);
  const last = await copyClub(dataDir, store);
  const key = `/club/copies/${last.made ? last.name : ''}`;
  const bytes = bucket.objects.get(key)?.slice() ?? new Uint8Array();
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  bucket.objects.set(key, bytes);
  const elsewhere = tracked(makeTempDir());
  const refused = await restore(elsewhere);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('its checksum is wrong. Nothing was changed.');
  const [, older = ''] = /--copy (\S+)/.exec(refused.stderr) ?? [];
  expect(readdirSync(elsewhere)).toEqual(['club.lock']);
  expect((await restore(elsewhere, '--copy', older)).exitCode).toBe(0);
});

test.each(['missing', 'changed', 'cut off'])(
  'a receipt that is %s in the store is named, and the owner may restore without it',
  async (kind) => {
    const dataDir = createClub(3);
    await copyClub(dataDir, store);
    const [key = ''] = objectOf('/files/');
    const bytes = bucket.objects.get(key)?.slice() ?? new Uint8Array();
    if (kind === 'missing') bucket.objects.delete(key);
    else
      bucket.objects.set(
        key,
        kind === 'changed' ? bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte)) : bytes.slice(9),
      );
    const elsewhere = tracked(makeTempDir());
    const refused = await restore(elsewhere);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('lacks 1 of 3 receipts and pictures of this copy');
    expect(readdirSync(elsewhere)).toEqual(['club.lock']);
    expect((await restore(elsewhere, '--accept-missing')).exitCode).toBe(0);
    expect(readdirSync(join(elsewhere, 'receipts'))).toHaveLength(2);
  },
);

test('a place with two clubs asks which one, and an empty place and a wrong key say what to check', async () => {
  const [one, two] = [createClub(0), createClub(0)];
  await copyClub(one, store);
  await copyClub(two, store, { slug: 'other' });
  const elsewhere = tracked(makeTempDir());
  const refused = await restore(elsewhere);
  expect(refused.stderr).toContain('holds the copies of 2 clubs. Choose one:');
  const club = readCopyState(two)?.clubFolder ?? '';
  expect((await restore(elsewhere, '--club', club, '--exact')).exitCode).toBe(0);
  expect(hashClubData(elsewhere)).toBe(hashClubData(two));
  expect((await restore(elsewhere, '--club', 'nobody')).stderr).toContain('holds no copies of nobody');
  const empty = await runCommand(['restore', '--from', tracked(makeTempDir()), '--data', elsewhere]);
  expect(empty.stderr).toContain('holds no copies. Check the folder');
  const key = { ...bucketEnv(bucket), BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' };
  const wrong = await runCommand(['restore', '--from', 'bucket', '--data', elsewhere], key);
  expect(wrong.stderr).toContain('Check the keys in [backup.s3]');
  const nothing = await runCommand(['restore', '--from', 'bucket', '--data', tracked(makeTempDir())]);
  expect(nothing.stderr).toContain('No bucket is set.');
});

test('a restore onto a folder that is served is refused, and a bucket that is away leaves the club as it was', async () => {
  const dataDir = createClub(1);
  await copyClub(dataDir, store);
  const server = await startServerProcess({ dataDir });
  const refused = await restore(dataDir);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('Stop it first.')]);
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
  await server.stop();
  const before = hashClubData(dataDir);
  bucket.setFault(({ method, key }) =>
    method === 'GET' && key.includes('/files/') ? new Response(null, { status: 503 }) : null,
  );
  const away = await restore(dataDir);
  expect([away.exitCode, away.stderr]).toEqual([1, expect.stringContaining('Check the internet connection')]);
  expect(hashClubData(dataDir)).toBe(before);
  bucket.setFault(null);
  const done = await restore(dataDir);
  expect([done.exitCode, done.stderr]).toEqual([0, expect.stringContaining('The previous club is in')]);
  // What the previous club remembered of its copies went aside with it.
  expect(readCopyState(dataDir)).toBeNull();
}, 180_000);

test('a restore whose first of many receipts is refused ends with the reason', async () => {
  const dataDir = createClub(20);
  await copyClub(dataDir, store);
  bucket.setFault(({ method, key }) =>
    method === 'GET' && key.includes('/files/') ? errorResponse(403, 'AccessDenied', 'no') : null,
  );
  const { exitCode, stderr } = await restore(tracked(makeTempDir()));
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Check the keys')]);
}, 180_000);

test('when the disk fills during a restore, the message says so and nothing changes', async () => {
  const dataDir = createClub(30);
  writeFileSync(join(dataDir, 'receipts/large.jpg'), crypto.getRandomValues(new Uint8Array(65536)));
  await copyClub(dataDir, store);
  const small = tracked(makeTempDir());
  // A file system of the size of the staged database: the check of the room says no at once.
  if (Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=900k', 'tmpfs', small]).exitCode !== 0) return;
  try {
    const { exitCode, stderr } = await restore(small);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /on the disk of .* Free some space or choose another disk|The disk of .* became full/,
    );
    expect(stderr).toContain('Nothing was changed.');
    expect(readdirSync(small)).toEqual(['club.lock']);
  } finally {
    Bun.spawnSync(['umount', small]);
  }
});

const at = (text: string) => Date.parse(`${text}+05:00`);
const snapshot = (text: string, line: string): Copy => ({
  name: copyName('club', at(text), line),
  bytes: 1,
  at: at(text),
  line,
});

test('of two data folders that made copies at the same time, a person chooses one', () => {
  const now = at('2026-11-21T12:00');
  const before = [snapshot('2026-11-21T09:00', 'aaaaaaaa'), snapshot('2026-11-21T10:00', 'aaaaaaaa')];
  const restored = [snapshot('2026-11-21T10:30', 'bbbbbbbb'), snapshot('2026-11-21T11:30', 'bbbbbbbb')];
  expect(chooseCopy([...before, ...restored], {}, now)?.copy).toEqual(restored[1] as Copy);
  const revived = snapshot('2026-11-21T11:00', 'aaaaaaaa');
  const all = [...before, ...restored, revived].sort((a, b) => a.at - b.at);
  expect(() => chooseCopy(all, {}, now)).toThrow('Two data folders have made copies');
  expect(chooseCopy(all, { name: fileName(revived) }, now)?.copy).toEqual(revived);
  const ahead = snapshot('2027-06-01T12:00', 'aaaaaaaa');
  expect(chooseCopy([...before, ahead], {}, now)).toMatchObject({
    copy: before[1],
    warnings: [expect.stringContaining('is in the future')],
  });
});

test('a copy is not taken for a backup file', async () => {
  const dataDir = createClub(1);
  const folder = tracked(makeTempDir());
  const copy = await copyClub(dataDir, new FolderStore(folder));
  const path = join(folder, 'copies', copy.made ? copy.name : '');
  const { exitCode, stderr } = await runCommand(['restore', path, '--data', tracked(makeTempDir())]);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('padel-club restore --from FOLDER')]);
});
