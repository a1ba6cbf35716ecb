import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes } from '../../src/domain/backup-warnings.ts';
import { createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { bucketEnv, startTestBucket } from '../support/test-bucket.ts';

const BOOKINGS = Number(process.env.BOOKINGS ?? 150_000);
const RECEIPT_GIGABYTES = Number(process.env.RECEIPT_GIGABYTES ?? 4);
const RECEIPT_BYTES = Number(process.env.RECEIPT_BYTES ?? 200_000);

test('ten full years are restored in less than five minutes, plus the download of the receipts', async () => {
  const dataDir = createDataDir({ bookings: BOOKINGS, receipts: 0 });
  const count = Math.round((RECEIPT_GIGABYTES * 1e9) / RECEIPT_BYTES);
  mkdirSync(join(dataDir, 'receipts'), { recursive: true });
  const bytes = new Uint8Array(RECEIPT_BYTES);
  for (let index = 0; index < count; index += 1) {
    crypto.getRandomValues(bytes.subarray(0, 64));
    writeFileSync(join(dataDir, 'receipts', `${String(index).padStart(32, '0')}.jpg`), bytes);
  }
  const bucket = await startTestBucket();
  // The same club without receipts tells the time of everything but their download.
  const bareBucket = await startTestBucket();
  let env = bucketEnv(bucket);
  const timed = async (args: string[]) => {
    const started = performance.now();
    const { exitCode, stderr } = await runCommand(args, env);
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    return (performance.now() - started) / 1000;
  };
  const first = await timed(['copy', '--data', dataDir]);
  const elsewhere = makeTempDir();
  const whole = await timed(['restore', '--from', 'bucket', '--data', elsewhere]);
  expect(readdirSync(join(elsewhere, 'receipts'))).toHaveLength(count);
  await bucket.stop();
  removeDirs(join(dataDir, 'receipts'), elsewhere);
  env = bucketEnv(bareBucket);
  await timed(['copy', '--data', dataDir]);
  const bareClub = makeTempDir();
  const bare = await timed(['restore', '--from', 'bucket', '--data', bareClub]);
  console.log(
    `${process.env.S3_SERVER ?? 'stand-in'}: ${BOOKINGS} bookings and ${count} receipts of ${formatBytes(count * RECEIPT_BYTES)}: first copy ${first.toFixed(0)} s, restore ${whole.toFixed(0)} s, ${bare.toFixed(0)} s without receipts`,
  );
  expect(bare).toBeLessThan(300);
  await bareBucket.stop();
  removeDirs(dataDir, bareClub);
}, 3_600_000);
