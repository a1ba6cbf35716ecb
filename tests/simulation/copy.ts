import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../src/backups/create-backup.ts';
import { findCopy } from '../../src/backups/find-copy.ts';
import { makeCopy } from '../../src/backups/make-copy.ts';
import { rehearseRestore } from '../../src/backups/rehearse-restore.ts';
import { type RestoreSource, restoreClub } from '../../src/backups/restore.ts';
import { assertBooks } from '../../src/cli/assert-books.ts';
import { OperatorError } from '../../src/db/operator-error.ts';
import { NO_PROGRESS } from '../../src/domain/progress-reporter.ts';
import { VERSION } from '../../src/version.ts';
import { errorResponse, type startS3Server } from '../support/s3-server.ts';
import { testBucketStore } from '../support/test-bucket.ts';
import { FAULTS, type Fault } from './providers.ts';
import type { World } from './world.ts';

/** A full bucket answers requests but stores nothing. */
export const BUCKET_FAULTS = [...FAULTS, 'full'] as const;

/** Tables that a restore changes by design: sessions end, and the backup's own run is completed. */
const CHANGED = ['session', 'secret', 'backup_run', 'sqlite_stat1', 'sqlite_stat4'];

/**
 * Copies the running club into the bucket, which may fail, and restores it from there in another folder; a club whose
 * bucket is down is restored from a file. Returns whatever isn't as it must be.
 */
export async function copyClub(world: World, fault: Fault | 'full'): Promise<string[]> {
  const { bucket, dataDir } = world;
  const store = testBucketStore(bucket);
  const copy = () => makeCopy({ ...inputOf(world), store, slug: 'padel', keepDays: 14, program: VERSION });
  const newest = async () => {
    const { state } = await copy();
    const choice = { club: state.clubFolder, name: state.last?.name };
    return { ...(await findCopy(store, choice, world.clock.now)), store, acceptMissing: false };
  };
  const faults: string[] = [];
  const before = new Set(bucket.objects.keys());
  breakBucket(bucket, fault);
  const isRefused = fault === 'down' || fault === 'full';
  if (isRefused) {
    if (await isDone(copy().then(({ made }) => made)))
      faults.push(`a copy counts although the bucket is ${fault}`);
    faults.push(...(await restoreFrom(world, { file: await backUp(world) })));
  }
  if (fault === 'wrong') {
    await copy();
    if (damageFirst(bucket.objects, before)) {
      if (await isDone(newest().then((source) => restoreFrom(world, source))))
        faults.push('a damaged copy is restored');
      const rehearsal = { ...inputOf(world), store, progress: NO_PROGRESS };
      const withCopiesLocked = (work: () => void) => work();
      if (await isDone(rehearseRestore({ ...rehearsal, dataDir, withCopiesLocked })))
        faults.push('a rehearsal does not see that the copy is damaged');
    }
  }
  if (isRefused) breakBucket(bucket, 'works');
  faults.push(...(await restoreFrom(world, await newest())));
  bucket.setFault(null);
  return faults;
}

const inputOf = ({ dataDir, clock }: World) => ({ dataDir, now: () => clock.now, checkBooks: assertBooks });

/** Nothing answers, nothing is stored, or the first answer about each object is lost or asks to come back later. */
function breakBucket(bucket: ReturnType<typeof startS3Server>, fault: Fault | 'full'): void {
  const asked = new Set<string>();
  bucket.setFault(({ method, key }) => {
    const isWrite = method === 'PUT' || method === 'POST';
    if (fault === 'down' || (fault === 'full' && isWrite))
      return errorResponse(503, 'ServiceUnavailable', 'The bucket is down.');
    // After a lost answer the object is already there and is stored a second time.
    const first = { silent: 'HEAD', later: 'PUT' }[fault as string];
    if (method !== first || asked.has(key)) return null;
    asked.add(key);
    return errorResponse(503, 'SlowDown', 'Please try again.');
  });
}

/** The bucket keeps a byte different from the one it was given in the first new object; says whether there is one. */
function damageFirst(objects: Map<string, Uint8Array>, before: ReadonlySet<string>): boolean {
  const [name, bytes] = [...objects].find(([key]) => !before.has(key)) ?? [];
  if (!name || !bytes) return false;
  const middle = bytes.length >> 1;
  objects.set(name, bytes.with(middle, (bytes[middle] ?? 0) ^ 1));
  return true;
}

/** The product refuses with a sentence, or has nothing new to copy; anything else is a mistake. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    return (await work) !== false;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

async function backUp(world: World): Promise<string> {
  const folder = join(world.dataDir, '../backups');
  const input = { club: 'Simulated club', keep: null, withSecrets: true, program: VERSION };
  const { path } = await createBackup({ ...inputOf(world), ...input, folder });
  return path;
}

async function restoreFrom(world: World, source: RestoreSource): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'padel-copy-'));
  const restored = join(folder, 'restored');
  try {
    await restoreClub({ dataDir: restored, withSettings: true, now: () => world.clock.now, source });
    return compareFolders(world, restored);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compareFolders(world: World, restored: string): string[] {
  const copy = new Database(join(restored, 'club.db'), { readonly: true });
  const tables = world
    .rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .map(({ name }) => name)
    .filter((name) => !CHANGED.includes(name));
  const faults = tables.filter((name) => {
    const sql = `SELECT * FROM "${name}"`;
    return JSON.stringify(world.rows(sql)) !== JSON.stringify(copy.query(sql).all());
  });
  copy.close();
  const receiptsIn = (dataDir: string) => {
    const folder = join(dataDir, 'receipts');
    return existsSync(folder) ? readdirSync(folder).sort().join() : '';
  };
  if (receiptsIn(world.dataDir) !== receiptsIn(restored)) faults.push('receipts');
  return faults;
}
