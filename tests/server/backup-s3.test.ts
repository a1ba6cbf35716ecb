import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createDataDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { S3_CREDENTIALS, startS3Server } from '../support/s3-server.ts';

const REGION = 'me-central-1';
let bucket: ReturnType<typeof startS3Server>;
let dataDir = '';
beforeAll(() => {
  bucket = startS3Server(REGION);
  dataDir = createDataDir();
});
afterAll(() => {
  bucket.stop();
  removeDirs(dataDir);
});

const env = (over: Record<string, string> = {}) => ({
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_REGION: REGION,
  BACKUP_S3_BUCKET: 'club',
  BACKUP_S3_ACCESS_KEY_ID: S3_CREDENTIALS.access_key_id,
  BACKUP_S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secret_access_key,
  ...over,
});

/** The newest recorded run. */
function lastRun() {
  const db = new Database(join(dataDir, 'club.db'));
  const row = db
    .query<{ ok: number; copied_to: string | null; message: string; file: string | null }, []>(
      'SELECT ok, copied_to, message, file FROM backup_run ORDER BY id DESC LIMIT 1',
    )
    .get();
  db.close();
  return row;
}

test('a backup is copied to the bucket byte for byte, and the run records its address', async () => {
  const { exitCode, stdout } = await runCommand(['backup', '--data', dataDir], env());
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
  const { exitCode, stdout } = await runCommand(['backup', '--data', dataDir], env());
  expect(exitCode).toBe(0);
  expect(bucket.uploads.get('one')?.size).toBeGreaterThanOrEqual(3);
  const there = bucket.objects.get(`/club/${basename(stdout.trim())}`) ?? [];
  expect(Buffer.from(there).equals(readFileSync(stdout.trim()))).toBe(true);
});

test('with a wrong key the backup stays in its folder, and the command reports the failed copy', async () => {
  const { exitCode, stdout, stderr } = await runCommand(
    ['backup', '--data', dataDir],
    env({ BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }),
  );
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

test('without a bucket server the backup stays in its folder, and the command reports the failed copy', async () => {
  const { exitCode, stdout, stderr } = await runCommand(
    ['backup', '--data', dataDir],
    env({ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' }),
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain('The bucket s3://club/ cannot upload padel-club-');
  expect(readFileSync(stdout.trim()).length).toBeGreaterThan(1000);
}, 30_000);
