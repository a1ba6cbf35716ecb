import { BucketStore } from '../../src/backups/bucket-store.ts';
import { CopiesJob } from '../../src/backups/copies-job.ts';
import { makeCopy } from '../../src/backups/make-copy.ts';
import type { Store } from '../../src/backups/store.ts';
import { assertBooks } from '../../src/cli/assert-books.ts';
import type { Log } from '../../src/http/log.ts';
import { startSwiftServer } from './openstack-swift-server.ts';
import { runSql } from './run-sql.ts';
import { startS3Server, type TestBucket } from './s3-server.ts';

export const S3_REGION = 'me-central-1';

/** The bucket for a long test: the stand-in, or OpenStack Swift with `S3_SERVER=swift`. */
export const startTestBucket = async (): Promise<TestBucket> =>
  process.env.S3_SERVER === 'swift' ? startSwiftServer(S3_REGION) : startS3Server(S3_REGION);

/** A club's copies in a test's bucket, with no pause between retries. */
export function testBucketStore(bucket: TestBucket, over: Record<string, string> = {}, timeoutMs = 30_000) {
  const settings = {
    endpoint: bucket.endpoint,
    region: S3_REGION,
    bucket: 'club',
    prefix: '',
    ...bucket.credentials,
  };
  return new BucketStore({ ...settings, ...over }, 'copies/', timeoutMs, 10);
}

/** The environment of a command that uses a test's bucket. */
export const bucketEnv = (bucket: TestBucket) => ({
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_REGION: S3_REGION,
  BACKUP_S3_BUCKET: 'club',
  BACKUP_S3_ACCESS_KEY_ID: bucket.credentials.access_key_id,
  BACKUP_S3_SECRET_ACCESS_KEY: bucket.credentials.secret_access_key,
});

export function copyClub(dataDir: string, store: Store, over: Partial<Parameters<typeof makeCopy>[0]> = {}) {
  const input = {
    dataDir,
    store,
    slug: 'padel',
    keepDays: 14,
    program: 'test',
    now: Date.now,
    checkBooks: assertBooks,
  };
  return makeCopy({ ...input, ...over });
}

/** Changes one row of the club, like a customer who writes a message. */
export function addContactMessage(dataDir: string, name = 'Ayesha'): void {
  runSql(
    dataDir,
    `INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('${name}', 'b', 'c', 'd', 1)`,
  );
}

/**
 * The copies job with its own clock. In a test the program's own command is the test file, which fails at once and
 * writes no state: `asked` has the times at which the job ran a command.
 */
export function createCopiesJob(dataDir: string, place: string) {
  const clock = { now: Date.now() };
  const asked: number[] = [];
  const log = { info: () => {}, error: () => asked.push(clock.now) } as unknown as Log;
  const signal = new AbortController().signal;
  const job = new CopiesJob({ dataDir, place, everyMinutes: 5, log, now: () => clock.now, signal });
  return { job, clock, asked };
}
