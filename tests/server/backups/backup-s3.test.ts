import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createDataDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { queryAll } from '../../support/run-sql.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { bucketEnv, S3_REGION } from '../../support/test-bucket.ts';

let bucket: ReturnType<typeof startS3Server>;
let dataDir = '';
beforeAll(() => {
  bucket = startS3Server(S3_REGION);
  dataDir = createDataDir();
});
afterAll(() => {
  bucket.stop();
  removeDirs(dataDir);
});
const backUp = (over: Record<string, string> = {}) =>
  runCommand(['backup', '--data', dataDir], { ...bucketEnv(bucket), ...over });

/** The newest recorded run. */
const lastRun = () =>
  queryAll<{ ok: number; copied_to: string | null; message: string; file: string | null }>(
    dataDir,
    'SELECT ok, copied_to, message, file FROM backup_run ORDER BY id DESC LIMIT 1',
  )[0];

test('a backup is copied to the bucket byte for byte, and the run records its address', async () => {
  const { exitCode, stdout } = await backUp();
  expect(exitCode).toBe(0);
  const name = basename(stdout.trim());
  expect(Buffer.from(bucket.objects.get(`/club/${name}`) ?? []).equals(readFileSync(stdout.trim()))).toBe(
    true,
  );
  expect(lastRun()).toMatchObject({ ok: 1, copied_to: `s3://club/${name}`, file: name });
});

test('a large backup is uploaded in parts', async () => {
  // Random bytes do not compress: these need more than two parts of eight megabytes.
  const noise = new Uint8Array(19 << 20);
  for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
  writeFileSync(join(dataDir, 'receipts', 'large.jpg'), noise);
  const { exitCode, stdout } = await backUp();
  expect(exitCode).toBe(0);
  expect(bucket.uploads.get('one')?.size).toBeGreaterThanOrEqual(3);
  const there = bucket.objects.get(`/club/${basename(stdout.trim())}`) ?? [];
  expect(Buffer.from(there).equals(readFileSync(stdout.trim()))).toBe(true);
});

test('with a wrong key the backup stays in its folder, and the command reports the failed copy', async () => {
  const { exitCode, stdout, stderr } = await backUp({ BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('The bucket s3://club/ cannot upload padel-club-');
  expect(stderr).toContain('SignatureDoesNotMatch');
  expect(stderr).not.toContain('    at ');
  expect(bucket.rejections).toContain('the signature does not fit');
  expect(readFileSync(stdout.trim()).length).toBeGreaterThan(1000);
  const run = lastRun();
  expect(run).toMatchObject({ ok: 0, copied_to: null, file: basename(stdout.trim()) });
  expect(run?.message).toContain('SignatureDoesNotMatch');
});
