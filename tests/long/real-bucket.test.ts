import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { SNAPSHOT_PREFIX, toCopies } from '../../src/backups/copy-name.ts';
import { readCopyState } from '../../src/backups/copy-state.ts';
import { startCephServer } from '../support/ceph-server.ts';
import { createDataDir, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { startSwiftServer } from '../support/openstack-swift-server.ts';
import { runCommand } from '../support/run-command.ts';
import {
  addContactMessage,
  bucketEnv,
  copyClub,
  S3_REGION,
  testBucketStore,
} from '../support/test-bucket.ts';

const SERVERS = { Swift: startSwiftServer, Ceph: startCephServer };

/** Servers of others verify signatures, list in pages and join parts. */
describe.each(Object.keys(SERVERS) as (keyof typeof SERVERS)[])('%s', (name) => {
  let bucket: Awaited<ReturnType<(typeof SERVERS)[typeof name]>>;
  const folders: string[] = [];
  const tracked = (folder: string) => {
    folders.push(folder);
    return folder;
  };
  beforeAll(async () => {
    bucket = await SERVERS[name](S3_REGION, { pageSize: 3 });
  }, 300_000);
  afterAll(async () => {
    await bucket?.stop();
    removeDirs(...folders);
  });

  const run = (args: string[], over: Record<string, string> = {}) =>
    runCommand(args, { ...bucketEnv(bucket), ...over });
  const copyNow = (dataDir: string, over: Record<string, string> = {}) =>
    run(['copy', '--data', dataDir], over);

  test('a club goes into the bucket and comes back byte for byte, over several pages of objects', async () => {
    const dataDir = tracked(createDataDir({ bookings: 40, receipts: 8 }));
    // Larger than a part of an upload, and of bytes that do not compress.
    const noise = new Uint8Array(19 << 20);
    for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
    writeFileSync(join(dataDir, 'receipts', 'large.jpg'), noise);
    expect(await copyNow(dataDir)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('and 9 new receipts and pictures'),
    });
    addContactMessage(dataDir);
    expect(await copyNow(dataDir)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('and 0 new receipts and pictures'),
    });
    const elsewhere = tracked(makeTempDir());
    expect(await run(['restore', '--from', 'bucket', '--exact', '--data', elsewhere])).toMatchObject({
      exitCode: 0,
    });
    expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
    expect(await run(['rehearse', '--data', dataDir])).toMatchObject({ exitCode: 0 });
    expect(await run(['backup', '--data', dataDir])).toMatchObject({ exitCode: 0 });
  }, 300_000);

  test('old copies are removed, and a lost receipt and a changed database are found', async () => {
    const dataDir = tracked(createDataDir({ bookings: 40, receipts: 2 }));
    const store = testBucketStore(bucket);
    const now = Date.now();
    for (const hours of [50, 49.9, 49.8, 0]) {
      addContactMessage(dataDir);
      await copyClub(dataDir, store, { now: () => now - hours * 3_600_000 });
    }
    const state = readCopyState(dataDir);
    const club = state?.clubFolder ?? '';
    expect(toCopies(await store.list(`${club}/${SNAPSHOT_PREFIX}`)).length).toBeLessThan(4);
    const [receipt] = await store.list(`${club}/files/`);
    await store.remove(receipt?.name ?? '');
    const lost = await run(['rehearse', '--data', dataDir]);
    expect([lost.exitCode, lost.stderr]).toEqual([
      1,
      expect.stringContaining('has 1 receipt or picture missing or changed'),
    ]);
    expect(await copyNow(dataDir)).toMatchObject({ exitCode: 0 });
    expect(await run(['rehearse', '--data', dataDir])).toMatchObject({ exitCode: 0 });
    const junk = join(tracked(makeTempDir()), 'junk');
    writeFileSync(junk, 'changed');
    await store.put(readCopyState(dataDir)?.last?.name ?? '', junk);
    const changed = await run([
      'restore',
      '--from',
      'bucket',
      '--club',
      club,
      '--data',
      tracked(makeTempDir()),
    ]);
    expect([changed.exitCode, changed.stderr]).toEqual([
      1,
      expect.stringContaining('The copy before it: --copy '),
    ]);
  }, 300_000);

  test.each([
    [{ BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }, 'Check the keys in [backup.s3]'],
    [{ BACKUP_S3_ACCESS_KEY_ID: 'club:nobody' }, 'Check the keys in [backup.s3]'],
    // Ceph takes any region.
    ...(name === 'Swift'
      ? [[{ BACKUP_S3_REGION: 'eu-west-1' }, 'Check the region and the address in [backup.s3]'] as const]
      : []),
    [{ BACKUP_S3_BUCKET: 'another' }, 'Check the name of the bucket in [backup.s3]'],
  ] as [Record<string, string>, string][])(
    '%j: nothing counts as copied, and the words say what to check',
    async (over, words) => {
      const dataDir = tracked(createDataDir({ bookings: 10, receipts: 0 }));
      const { exitCode, stderr } = await copyNow(dataDir, over);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)]);
      expect(readCopyState(dataDir)?.last ?? null).toBeNull();
    },
    120_000,
  );

  test('a machine whose clock is two hours behind copies nothing, and its owner reads why', async () => {
    const dataDir = tracked(createDataDir({ bookings: 10, receipts: 0 }));
    const { exitCode, stderr } = await copyNow(dataDir, await fakeTimeEnv(-2 * 3_600_000));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Set the clock of this machine')]);
    expect(readCopyState(dataDir)?.last ?? null).toBeNull();
    expect(await copyNow(dataDir)).toMatchObject({ exitCode: 0 });
  }, 120_000);

  test('a slow line delivers everything, one that is always cut nothing, and one that is cut once everything again', async () => {
    const dataDir = tracked(createDataDir({ bookings: 40, receipts: 2 }));
    const addNoise = (file: string) => {
      const noise = new Uint8Array(6 << 20);
      for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
      writeFileSync(join(dataDir, 'receipts', file), noise);
    };
    const copyBy = async (line: Line) => {
      const relay = await startRelay(bucket.endpoint, line);
      onTestFinished(relay.close);
      return copyNow(dataDir, { BACKUP_S3_ENDPOINT: relay.endpoint });
    };
    addNoise('slow.jpg');
    expect(await copyBy({ bytesPerSecond: 1 << 20 })).toMatchObject({ exitCode: 0 });
    const { last } = readCopyState(dataDir) ?? {};
    addNoise('cut.jpg');
    addContactMessage(dataDir);
    const cut = await copyBy({ cutAfter: 100_000 });
    expect([cut.exitCode, cut.stderr]).toEqual([
      1,
      expect.stringContaining('Check the internet connection and the address in [backup.s3]'),
    ]);
    expect(readCopyState(dataDir)?.last).toEqual(last);
    expect(await copyBy({ cutAfter: 100_000, cuts: 1 })).toMatchObject({ exitCode: 0 });
    const elsewhere = tracked(makeTempDir());
    const from = ['--from', 'bucket', '--club', readCopyState(dataDir)?.clubFolder ?? ''];
    expect(await run(['restore', ...from, '--exact', '--data', elsewhere])).toMatchObject({
      exitCode: 0,
    });
    expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
  }, 300_000);
});

interface Line {
  bytesPerSecond?: number;
  /** Ends a connection that has sent so many bytes. */
  cutAfter?: number;
  /** How many connections are cut; without it, all. */
  cuts?: number;
}

/** A relay before a bucket, as slow as a line and as short-lived. */
async function startRelay(
  target: string,
  { bytesPerSecond = Infinity, cutAfter = Infinity, cuts = Infinity }: Line,
) {
  const sockets = new Set<Socket>();
  let done = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    const pair = [client, upstream];
    const end = () => {
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) sockets.add(socket.on('error', end).on('close', end));
    let sent = 0;
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > cutAfter && done < cuts) {
        done += 1;
        return end();
      }
      upstream.write(chunk);
      client.pause();
      setTimeout(() => client.resume(), (1000 * chunk.length) / bytesPerSecond);
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
