import { afterAll, afterEach, expect, onTestFinished, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCopyDue } from '../../../src/backups/copies-job.ts';
import { type Copy, copyName, parseMoment, toCopies } from '../../../src/backups/copy-name.ts';
import { readCopyState } from '../../../src/backups/copy-state.ts';
import { folderError } from '../../../src/backups/folder-error.ts';
import { FolderStore } from '../../../src/backups/folder-store.ts';
import { surplus } from '../../../src/backups/retention.ts';
import { currentUser } from '../../../src/db/data-dir-ownership.ts';
import { writeLastTime } from '../../../src/db/last-time.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { addReceipt, createDataDir, makeTempDir } from '../../support/data-dir.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { runCommand } from '../../support/run-command.ts';
import { runSql } from '../../support/run-sql.ts';
import { errorResponse, startS3Server } from '../../support/s3-server.ts';
import {
  addContactMessage,
  bucketEnv,
  copyClub,
  createCopiesJob,
  S3_REGION,
  testBucketStore,
} from '../../support/test-bucket.ts';
import { trackDirs } from '../../support/tracked-dirs.ts';

const tracked = trackDirs();
const bucket = startS3Server(S3_REGION, { pageSize: 3 });
const store = testBucketStore(bucket);
afterAll(() => bucket.stop());
afterEach(() => {
  bucket.setFault(null);
  bucket.objects.clear();
  bucket.requests.length = 0;
});
const createClub = (receipts = 4) => tracked(createDataDir({ bookings: 40, receipts }));
const snapshots = () => [...bucket.objects.keys()].filter((key) => key.includes('/snapshots/'));
const files = () => [...bucket.objects.keys()].filter((key) => key.includes('/files/'));

test('a copy is made only when something changed, and it says what it holds', async () => {
  const dataDir = createClub();
  const first = await copyClub(dataDir, store);
  expect(first).toMatchObject({ made: true, uploaded: { files: 4 }, removed: 0, mayRemove: true });
  expect((await copyClub(dataDir, store)).made).toBe(false);
  expect(snapshots()).toHaveLength(1);
  addContactMessage(dataDir);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 0 } });
  expect(snapshots()).toHaveLength(2);
  const { last, attempt } = readCopyState(dataDir) ?? {};
  expect(attempt).toMatchObject({ ok: true, message: '' });
  expect(bucket.objects.get(`/club/copies/${last?.name}`)?.length).toBe(last?.bytes ?? -1);
});

test('receipts and pictures are uploaded once each, before the first snapshot that names them', async () => {
  const dataDir = createClub(5);
  mkdirSync(join(dataDir, 'media/courts'), { recursive: true });
  writeFileSync(join(dataDir, 'media/courts/one.webp'), 'a picture');
  writeFileSync(join(dataDir, 'media/courts/same.webp'), 'a picture');
  await copyClub(dataDir, store);
  const puts = bucket.requests.filter((request) => request.startsWith('PUT '));
  expect(puts).toHaveLength(7);
  expect(puts.slice(0, 6).every((put) => put.includes('/files/'))).toBe(true);
  expect(puts[6]).toContain('/snapshots/');
  for (const key of files()) {
    const digest = new Bun.CryptoHasher('sha256').update(bucket.objects.get(key) ?? '').digest('hex');
    expect(key).toEndWith(digest);
  }
  bucket.requests.length = 0;
  const db = openDatabase(join(dataDir, 'club.db'));
  addReceipt(db, dataDir, 20);
  db.close();
  await copyClub(dataDir, store);
  expect(bucket.requests.filter((request) => request.startsWith('PUT '))).toHaveLength(2);
});

test('another place gets every receipt of its own, and so does the first one again', async () => {
  const dataDir = createClub();
  const places = [1, 2].map(() => tracked(makeTempDir()));
  const copyTo = (place: string) => copyClub(dataDir, new FolderStore(place));
  const filesIn = (place: string) =>
    [...new Bun.Glob('**/files/*').scanSync(place)].map((name) => name.split('/').at(-1)).sort();
  const [first, second] = places as [string, string];
  for (const place of [first, second])
    expect(await copyTo(place)).toMatchObject({ made: true, uploaded: { files: 4 } });
  expect(filesIn(second)).toEqual(filesIn(first));
  const db = openDatabase(join(dataDir, 'club.db'));
  addReceipt(db, dataDir, 20);
  db.close();
  await copyTo(second);
  expect([filesIn(first).length, filesIn(second).length]).toEqual([4, 5]);
  expect(await copyTo(first)).toMatchObject({ made: true, uploaded: { files: 1 } });
  expect(filesIn(first)).toEqual(filesIn(second));
});

test('the passwords and keys of the settings are in no copy', async () => {
  const dataDir = createClub(0);
  const path = join(dataDir, 'club.toml');
  const settings = readFileSync(path, 'utf8').replace(
    'secret_access_key = ""',
    'secret_access_key = "hunter2"',
  );
  writeFileSync(path, settings);
  const folder = tracked(makeTempDir());
  const copy = await copyClub(dataDir, new FolderStore(folder));
  const tar = Bun.zstdDecompressSync(
    readFileSync(join(folder, 'copies', copy.made ? copy.name : '')).subarray(0, -40),
  );
  expect(Buffer.from(tar).includes('Padel Club Faisalabad')).toBe(true);
  expect(Buffer.from(tar).includes('hunter2')).toBe(false);
});

test('wrong books and a damaged database are not copied', async () => {
  const dataDir = createClub(0);
  runSql(dataDir, 'UPDATE payer SET received = received + 1 WHERE id = 1');
  expect(copyClub(dataDir, store)).rejects.toThrow('The books are wrong. Payers whose received total');
  expect(snapshots()).toEqual([]);
  expect(readCopyState(dataDir)).toMatchObject({ last: null, attempt: { ok: false } });
  runSql(dataDir, 'UPDATE payer SET received = received - 1 WHERE id = 1');
  expect((await copyClub(dataDir, store)).made).toBe(true);
});

test('two clubs in one prefix have a folder each, and a restored or copied data folder a line of its own', async () => {
  const [one, two] = [createClub(1), createClub(1)];
  await copyClub(one, store);
  await copyClub(two, store);
  expect(await store.listFolders('')).toHaveLength(2);
  const twin = tracked(makeTempDir());
  Bun.spawnSync(['cp', '-a', `${one}/.`, twin]);
  expect(readCopyState(twin)).toBeNull();
  await copyClub(twin, store);
  const lines = toCopies(await store.list(`${readCopyState(one)?.clubFolder}/`)).map(({ line }) => line);
  expect(new Set(lines).size).toBe(2);
});

test.each([
  ['is away', () => new Response(null, { status: 503 }), 'Check the internet connection'],
  [
    'refuses the key',
    () => errorResponse(403, 'AccessDenied', 'Access Denied'),
    'Check the keys in [backup.s3]',
  ],
  [
    'is of another region',
    () => errorResponse(400, 'AuthorizationHeaderMalformed', 'the region is wrong'),
    'Check the region and the address in [backup.s3]',
  ],
  [
    'finds the clock wrong',
    () => errorResponse(403, 'RequestTimeTooSkewed', 'The difference is too large'),
    'Set the clock of this machine',
  ],
  [
    'is full',
    () => errorResponse(507, 'QuotaExceeded', 'The quota of the bucket is exceeded'),
    'The bucket is full',
  ],
  [
    'does not answer',
    () => Bun.sleep(600).then(() => new Response(null, { status: 503 })),
    'no answer within 0.3 seconds',
  ],
])(
  'a bucket that %s: nothing counts as copied, the message says what to do, and the next copy is complete',
  async (_, answer, words) => {
    const dataDir = createClub(2);
    // A server of its own, because a request that nobody waits for any more may come later than the next copy.
    const failing = startS3Server(S3_REGION);
    onTestFinished(() => void failing.stop());
    failing.setFault(({ method }) => (method === 'PUT' ? answer() : null));
    const failingStore = testBucketStore(failing, {}, words.includes('0.3 seconds') ? 300 : undefined);
    expect(await copyClub(dataDir, failingStore).catch((error: Error) => error.message)).toContain(words);
    expect(readCopyState(dataDir)).toMatchObject({ last: null, attempt: { ok: false } });
    expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 2 } });
  },
  180_000,
);

test('a bucket that fails once is asked again', async () => {
  const dataDir = createClub(1);
  let failures = 0;
  bucket.setFault(({ method, key }) => {
    if (method !== 'HEAD' || !key.includes('/files/') || failures > 0) return null;
    failures += 1;
    return new Response(null, { status: 503 });
  });
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 1 } });
  expect(failures).toBe(1);
});

test('a failing copy stops once the uploads it has started are done', async () => {
  // The client still repeats uploads that the test before has given up, so they must go to another bucket.
  const ownBucket = startS3Server(S3_REGION);
  onTestFinished(() => ownBucket.stop());
  const dataDir = createClub(2);
  const secondUpload = Promise.withResolvers<void>();
  let refused = '';
  ownBucket.setFault(async ({ method, key }) => {
    if (method !== 'PUT') return null;
    refused ||= key;
    if (key === refused) {
      await secondUpload.promise;
      return errorResponse(403, 'AccessDenied', 'no');
    }
    secondUpload.resolve();
    await Bun.sleep(500);
    return null;
  });
  const failure = copyClub(dataDir, testBucketStore(ownBucket)).catch((error: Error) => error.message);
  expect(await failure).toContain('Check the keys');
  expect([...ownBucket.objects.keys()].filter((key) => key.includes('/files/'))).toHaveLength(1);
});

test('half an upload of a receipt or of the database does not count', async () => {
  const dataDir = createClub(1);
  for (const part of ['/files/', '/snapshots/']) {
    bucket.setFault(({ method, key }) =>
      method === 'HEAD' && key.includes(part)
        ? new Response(null, { headers: { 'content-length': '7', etag: '"1"' } })
        : null,
    );
    expect(await copyClub(dataDir, store).catch((error: Error) => error.message)).toContain('7 of ');
    expect(readCopyState(dataDir)?.last).toBeNull();
  }
});

test('a key that may not delete objects still makes copies', async () => {
  const dataDir = createClub(0);
  const now = Date.now();
  for (const hours of [50, 49.9, 49.8]) {
    addContactMessage(dataDir);
    await copyClub(dataDir, store, { now: () => now - hours * 3_600_000 });
  }
  bucket.setFault(({ method }) => (method === 'DELETE' ? errorResponse(403, 'AccessDenied', 'no') : null));
  addContactMessage(dataDir);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, mayRemove: false });
  bucket.setFault(null);
  addContactMessage(dataDir);
  const { removed } = (await copyClub(dataDir, store)) as { removed: number };
  expect(removed).toBeGreaterThan(0);
});

test('a folder that cannot be used is reported with what to do', async () => {
  const dataDir = createClub(0);
  const file = join(tracked(makeTempDir()), 'a-file');
  writeFileSync(file, '');
  expect(copyClub(dataDir, new FolderStore(file))).rejects.toThrow(
    /^The folder for copies .* is a file, .* Name a folder /,
  );
});

const at = (text: string) => Date.parse(`${text}+05:00`);
const snapshot = (text: string, line = 'aaaaaaaa'): Copy => ({
  name: copyName('club', at(text), line),
  bytes: 1,
  at: at(text),
  line,
});

test('all copies of today stay, one an hour for a week and one a day for the days to keep', () => {
  const now = at('2026-11-21T01:30');
  const all = [
    ...['2026-10-01T12:00', '2026-11-06T12:00', '2026-11-07T12:00', '2026-11-08T10:00', '2026-11-08T12:00'],
    ...['2026-11-14T00:45', '2026-11-14T01:31', '2026-11-14T02:10'],
    ...['2026-11-19T12:01', '2026-11-19T12:31', '2026-11-19T12:59', '2026-11-19T13:00'],
    // The business day of November 20 began at 6 AM and is still going on.
    ...['2026-11-20T09:01', '2026-11-20T09:06', '2026-11-21T00:10', '2026-11-21T00:15', '2026-11-21T01:30'],
  ].map((text) => snapshot(text));
  const own = all.at(-1) as Copy;
  const old = surplus(all, { now, keep: { days: 14 }, created: own });
  const stamps = old.map((one) => new Date(one.at + 5 * 3_600_000).toISOString().slice(5, 16)).sort();
  expect(stamps).toEqual([
    ...['10-01T12:00', '11-06T12:00', '11-08T10:00', '11-14T00:45', '11-19T12:01', '11-19T12:31'],
  ]);
});

test('the newest backups stay, and those dated by a clock that was ahead go first', () => {
  const now = at('2026-11-21T12:00');
  const created = { name: 'created', at: now };
  const backup = (name: string, text: string) => ({ name, at: at(text) });
  const all = [
    backup('old', '2026-11-01T12:00'),
    backup('ahead', '2027-06-01T12:00'),
    backup('new', '2026-11-20T12:00'),
    created,
  ];
  const old = (newest: number) => surplus(all, { now, keep: { newest }, created }).map(({ name }) => name);
  expect([4, 3, 2, 1].map(old)).toEqual([[], ['ahead'], ['old', 'ahead'], ['new', 'old', 'ahead']]);
});

test('a copy dated by a clock that was ahead goes once a correct one is made, and one of another line stays', () => {
  const now = at('2026-11-21T12:00');
  const own = snapshot('2026-11-21T12:00');
  const ahead = snapshot('2027-06-01T12:00');
  const other = snapshot('2027-06-01T12:00', 'bbbbbbbb');
  expect(surplus([own, ahead, other], { now, keep: { days: 14 }, created: own })).toEqual([ahead]);
});

test('a copy begins early enough to end within the interval, and a failed one is repeated after a minute', () => {
  const every = 300_000;
  const state = (ok: boolean, seconds: number) =>
    ({
      attempt: { at: 1_000_000, ok, message: '' },
      last: { name: '', at: 0, finished_at: 0, bytes: 1, seconds },
    }) as Parameters<typeof isCopyDue>[0];
  const due = (seconds: number, { ok = true, took = 20 } = {}) =>
    isCopyDue(state(ok, took), 1_000_000 + seconds * 1000, every);
  // A quarter of the interval is left for the copy, or twice the time of the last one, but never more than half.
  expect([due(219), due(220)]).toEqual([false, true]);
  expect([due(194, { took: 50 }), due(195, { took: 50 })]).toEqual([false, true]);
  expect([due(149, { took: 200 }), due(150, { took: 200 })]).toEqual([false, true]);
  expect([due(59, { ok: false }), due(60, { ok: false })]).toEqual([false, true]);
  expect(isCopyDue(null, 0, every)).toBe(true);
  // A clock that was ahead has written the attempt.
  expect(due(-10_000)).toBe(true);
});

test('a moment is read in club time or with its offset', () => {
  expect(parseMoment('2026-11-21 03:15')).toBe(at('2026-11-21T03:15'));
  expect(parseMoment('2026-11-20T22:15:00Z')).toBe(at('2026-11-21T03:15'));
  expect(['yesterday', '2026-11-21', '2026-13-01 03:15', '2026-11-21 25:00'].map(parseMoment)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the job asks for a copy only when something changed', async () => {
  // A club that no connection of this process holds open: closing one later would touch its files.
  const dataDir = tracked(makeTempDir());
  Bun.spawnSync(['cp', '-a', `${createClub(1)}/.`, dataDir]);
  await copyClub(dataDir, store);
  const { job, clock, asked } = createCopiesJob(dataDir, store.location);
  // Sizes and times of files tell nothing within a tick of the file system's clock, so the copy looks again.
  await Bun.sleep(150);
  expect((await copyClub(dataDir, store)).made).toBe(false);
  for (const hours of [1, 24, 700]) {
    clock.now += hours * 3_600_000;
    await job.run();
  }
  expect([asked.length, job.overview().uncopied_since]).toEqual([0, null]);
  addContactMessage(dataDir);
  await job.run();
  expect([asked.length, job.overview().uncopied_since]).toEqual([1, expect.any(String)]);
});

test('a folder that the site’s user may not use comes with the command that gives it', () => {
  const error = folderError('copies', '/mnt/two disks', { code: 'EACCES', syscall: 'mkdir' });
  const user = currentUser();
  expect((error as Error).message).toBe(
    `The folder for copies /mnt/two disks cannot be used by ${user}, who runs this program. Give it to that user, on the site’s computer: sudo install -d -m 700 -o ${user} '/mnt/two disks'`,
  );
});

test('copies that go to another place begin at once, without waiting for a change', async () => {
  const dataDir = createClub();
  await Bun.sleep(150);
  await copyClub(dataDir, store);
  await copyClub(dataDir, store);
  const [before, after] = [store.location, '/mnt/other'].map((place) => createCopiesJob(dataDir, place));
  await before?.job.run();
  expect([before?.asked.length, before?.job.overview().last_copy]).toEqual([0, expect.any(String)]);
  await after?.job.run();
  expect([after?.asked.length, after?.job.overview().last_copy]).toEqual([1, null]);
});

test('what a store has is found again when the list of it is lost, as after an upgrade from 0.2.0', async () => {
  const dataDir = createClub(3);
  await copyClub(dataDir, store);
  rmSync(join(dataDir, '.copies/files.json'));
  writeFileSync(join(dataDir, '.copies/files.jsonl'), 'the list of 0.2.0');
  addContactMessage(dataDir);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 0 } });
  expect(readdirSync(join(dataDir, '.copies')).sort()).toEqual(['files.json', 'state.json']);
});

test("a folder's record of its copies names nothing outside their place", async () => {
  const dataDir = createClub(2);
  await copyClub(dataDir, store);
  const change = (name: string, pattern: RegExp, text: string) => {
    const path = join(dataDir, '.copies', name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
  };
  change('files.json', /"sha256":"\w+"/, '"sha256":"../../elsewhere"');
  addContactMessage(dataDir);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true, uploaded: { files: 0 } });
  change('state.json', /"clubFolder": "[\w-]+"/, '"clubFolder": "../elsewhere"');
  expect(readCopyState(dataDir)).toBe(null);
  expect(await copyClub(dataDir, store)).toMatchObject({ made: true });
  expect([...bucket.objects.keys()].filter((key) => key.includes('elsewhere'))).toEqual([]);
});

test('a copy with nowhere to go, and one while another is running, are refused with a sentence', async () => {
  const dataDir = createClub(0);
  const nowhere = await runCommand(['copy', '--data', dataDir]);
  expect(nowhere.exitCode).toBe(1);
  expect(nowhere.stderr).toContain('There is nowhere to put copies.');
  const refused = Promise.withResolvers<null>();
  bucket.setFault(({ method }) => (method === 'PUT' ? refused.promise : null));
  const copy = async () => {
    const result = await runCommand(['copy', '--data', dataDir], bucketEnv(bucket));
    refused.resolve(null);
    return result;
  };
  const both = await Promise.all([copy(), copy()]);
  expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
  expect(both.map(({ stderr }) => stderr).join('')).toContain('is being copied right now');
  expect(existsSync(join(dataDir, '.copies/work'))).toBe(false);
  expect(readdirSync(join(dataDir, '.copies')).sort()).toEqual(['club.lock', 'files.json', 'state.json']);
}, 180_000);

test('a copy by a clock that jumped ahead removes no older copy until the time is confirmed', async () => {
  const dataDir = createClub(0);
  writeLastTime(dataDir, Date.now());
  const copy = async (env: Record<string, string> = {}) => {
    addContactMessage(dataDir);
    const { exitCode } = await runCommand(['copy', '--data', dataDir], { ...bucketEnv(bucket), ...env });
    expect(exitCode).toBe(0);
    return snapshots().length;
  };
  const ahead = await fakeTimeEnv(400 * 24 * 3_600_000);
  expect([await copy(), await copy(ahead)]).toEqual([1, 2]);
  writeLastTime(dataDir, Date.now() + 400 * 24 * 3_600_000);
  // Of the two copies of that day and the one of 400 days before it, the day keeps its own.
  expect(await copy(ahead)).toBe(2);
});
