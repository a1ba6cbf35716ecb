/** The copies and rehearsals of a running server. */
import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { errorResponse, startS3Server } from '../support/s3-server.ts';
import { fetchMetrics, startServerProcess } from '../support/server-process.ts';
import {
  addContactMessage,
  bucketEnv,
  copyClub,
  S3_REGION,
  testBucketStore,
} from '../support/test-bucket.ts';
import { trackDirs } from '../support/tracked-dirs.ts';

const tracked = trackDirs();
const bucket = startS3Server(S3_REGION);
afterAll(() => bucket.stop());

test("health, metrics and the dashboard's warnings report the age of the last copy and rehearsal", async () => {
  const dataDir = tracked(createDataDir({ bookings: 40, receipts: 0 }));
  const path = join(dataDir, 'club.toml');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/# every_minutes = 5|every_minutes = 5/, 'every_minutes = 0.1'),
  );
  await copyClub(dataDir, testBucketStore(bucket));
  const server = await startServerProcess({ dataDir, env: bucketEnv(bucket) });
  const health = async () =>
    (await (await fetch(`${server.url}/api/health`)).json()) as Record<string, unknown>;
  for (let tries = 0; !(await health()).last_rehearsal && tries < 600; tries += 1) await Bun.sleep(100);
  expect(await health()).toMatchObject({
    copy_overdue: false,
    rehearsal_overdue: false,
    last_copy: expect.any(String),
  });
  const metrics = async () => (await fetchMetrics(server)).text();
  expect(await metrics()).toMatch(/\nclub_last_copy_timestamp_seconds \d{10}\n/);
  expect(await metrics()).toMatch(/\nclub_last_rehearsal_timestamp_seconds \d{10}\n/);
  expect(await metrics()).toContain('\nclub_rehearsal_overdue 0\n');
  for (let tries = 0; !(await metrics()).includes('\nclub_uncopied_seconds 0\n') && tries < 200; tries += 1)
    await Bun.sleep(100);
  bucket.setFault(() => errorResponse(403, 'AccessDenied', 'no'));
  addContactMessage(dataDir);
  const isUncopied = async () => /\nclub_uncopied_seconds [1-9]\d*\n/.test(await metrics());
  for (let tries = 0; !(await isUncopied()) && tries < 200; tries += 1) await Bun.sleep(100);
  expect(await isUncopied()).toBe(true);
  for (let tries = 0; !server.output().includes('copy failed') && tries < 200; tries += 1)
    await Bun.sleep(100);
  await server.stop();
  expect(server.output()).toContain('"event":"copy stored"');
  expect(server.output()).toContain('"event":"copy failed"');
  expect(server.output()).toContain('"event":"restore rehearsed"');
  const doctor = await runCommand(['doctor', '--offline', '--data', dataDir], bucketEnv(bucket));
  expect(doctor.stdout).toMatch(/\[ FAIL \] The last copy is of .* The next one failed: .*Check the keys/);
}, 180_000);
