import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveBackupDir } from '../../backups/backup-dir.ts';
import { BackupRunLog } from '../../backups/backup-run-log.ts';
import { BucketStore } from '../../backups/bucket-store.ts';
import { FILE_PREFIX } from '../../backups/copy-name.ts';
import { type CopyState, readCopyState, readStoredFiles } from '../../backups/copy-state.ts';
import { sha256File } from '../../backups/durable-files.ts';
import { FolderStore } from '../../backups/folder-store.ts';
import { type ManifestFile, readManifest } from '../../backups/manifest.ts';
import type { Store } from '../../backups/store.ts';
import { unpackSnapshot } from '../../backups/unpack.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { counted } from '../../domain/counted.ts';
import { NO_PROGRESS } from '../../domain/progress-reporter.ts';
import { clubCommand } from '../club-command.ts';
import { type CheckContext, type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

/** How many receipts and pictures a check reads without `--deep`. */
const SAMPLE = 50;
const READ_ONLY = { shouldWrite: () => false, durable: false, progress: NO_PROGRESS };
/** A rehearsal compares every byte, and has anything missing or changed copied again. */
const copyAgain = (dataDir: string) =>
  `Check that the disk is mounted; then: ${clubCommand(dataDir, 'rehearse')}; ${clubCommand(dataDir, 'copy')}`;

/** Opens the newest backup file and compares receipts and pictures with its digests, or those of the last copy. */
export async function checkBackupFiles(context: DatabaseCheckContext): Promise<Finding[]> {
  const { config, db, now, deep } = context;
  const makeOne = `Make one now and read its messages: ${clubCommand(config.dataDir, 'backup')}`;
  const run = new BackupRunLog(db).lastSuccess(now);
  const folder = readableFolder(config.dataDir, config.backup.folder);
  // A different check reports an unusable folder or the lack of a backup.
  if (folder === null || !run?.file) return checkStoredFiles(context, readStoredFiles(config.dataDir) ?? []);
  if (!existsSync(folder)) {
    // A restored club brings the log of its backups, but no backup.
    if (config.backup.folder === '')
      return [warn('This machine has no backup of the club yet.', clubCommand(config.dataDir, 'backup'))];
    const text = `The backup folder ${folder} does not exist.`;
    return [
      fail(
        text,
        'Check that its disk is mounted, or name another one in the dashboard: Settings, Backup copies.',
      ),
    ];
  }
  const path = join(folder, run.file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [missingBackup(context, run.file, folder)];
  if (run.bytes !== null && stat.size !== run.bytes)
    return [fail(`The last backup ${path} has ${stat.size} of ${run.bytes} bytes.`, makeOne)];
  try {
    const manifest = deep
      ? await unpackSnapshot(path, '', READ_ONLY)
      : await readManifest(path, Number.POSITIVE_INFINITY);
    const known = readStoredFiles(config.dataDir) ?? manifest.files;
    const read = ok(`The last backup ${run.file} can be read${deep ? ' to its end' : ''}.`);
    return [read, ...checkStoredFiles(context, known)];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fail(error.message, makeOne)];
  }
}

/** A backup that is only elsewhere is no fault: another folder was set since, or the club came from another machine. */
function missingBackup({ config, db, now }: DatabaseCheckContext, file: string, folder: string): Finding {
  const { at } = config.backup;
  const daily = at === '' ? '' : `The site makes the first one there at ${at}. `;
  const makeOne = clubCommand(config.dataDir, 'backup');
  const fix = `${daily}${daily ? 'To make one now' : 'Make one now'}: ${makeOne}`;
  const madeIn = new BackupRunLog(db).lastFolder(now);
  if (madeIn === null) return warn(`No backup that this machine made is in ${folder} yet.`, fix);
  if (existsSync(madeIn) && !existsSync(join(madeIn, file)))
    return fail(
      `The last backup ${file} is not in ${madeIn}.`,
      `Make one now and read its messages: ${makeOne}`,
    );
  return warn(`The last backup ${file} was put in ${madeIn}, and not in ${folder}.`, fix);
}

function readableFolder(dataDir: string, configured: string): string | null {
  try {
    return resolveBackupDir(dataDir, configured);
  } catch {
    return null;
  }
}

/** The files of a copy or backup never change under the same name. */
function checkStoredFiles({ config, deep }: DatabaseCheckContext, known: readonly ManifestFile[]): Finding[] {
  const present = known
    .filter(({ name }) => /^(receipts|media)\//.test(name))
    .map((file) => ({ ...file, path: join(config.dataDir, file.name) }))
    .filter(({ path }) => existsSync(path));
  if (present.length === 0) return [];
  const changed = (deep ? present : sampleOf(present)).filter(
    ({ path, size, sha256 }) => statSync(path).size !== size || sha256File(path) !== sha256,
  );
  const [first] = changed;
  if (!first)
    return [ok(`Receipts and pictures match what was saved (${deep ? 'all' : 'a sample'} compared).`)];
  return [
    fail(
      `${counted(changed.length, 'receipt or picture has', 'receipts or pictures have')} changed after being saved, such as ${first.name}.`,
      'The disk may be failing. Take them from a backup: tar --zstd -xf BACKUP receipts media',
    ),
  ];
}

/** A different sample each time, so that many small checks cover everything. */
function sampleOf<T>(files: readonly T[]): T[] {
  const rest = [...files];
  return Array.from({ length: Math.min(SAMPLE, rest.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat();
}

/** Checks that the last copy in a folder is complete: each object's size, and a sample's bytes. */
export async function checkCopyInFolder(context: DatabaseCheckContext): Promise<Finding[]> {
  const { config, deep } = context;
  const fix = copyAgain(config.dataDir);
  if (config.backup.folder === '' || config.backup.s3.bucket !== '') return [];
  const store = new FolderStore(config.backup.folder);
  const faults = await compareCopy(config.dataDir, store);
  const last = lastCopyIn(config.dataDir, store)?.last;
  if (faults.length > 0 || !last) return faults;
  const pathOf = (name: string) => join(store.location, 'copies', name);
  try {
    if (deep) await unpackSnapshot(pathOf(last.name), '', READ_ONLY);
    else await readManifest(pathOf(last.name), Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fail(error.message, fix)];
  }
  const stored = (readStoredFiles(config.dataDir) ?? []).map(({ sha256 }) => sha256);
  const changed = (deep ? stored : sampleOf(stored)).filter(
    (sha256) => sha256File(pathOf(objectOf(last.name, sha256))) !== sha256,
  );
  if (changed.length === 0)
    return [ok(`The last copy ${last.name} can be read${deep ? ' to its end' : ''}.`)];
  const text = `${counted(changed.length, 'receipt or picture of the copies has', 'receipts or pictures of the copies have')} changed after being stored, such as ${pathOf(objectOf(last.name, changed[0] ?? ''))}.`;
  return [fail(text, fix)];
}

/**
 * Checks that the bucket has everything the last copy needs. A key that may only add can't list it, which is fine.
 */
export async function checkCopyInBucket({ config }: CheckContext): Promise<Finding[]> {
  if (config.backup.s3.bucket === '') return [];
  try {
    return await compareCopy(config.dataDir, new BucketStore(config.backup.s3, 'copies/'));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [];
  }
}

/** Null if the last copies went to another place. */
function lastCopyIn(dataDir: string, { location }: Store): CopyState | null {
  const state = readCopyState(dataDir);
  return state?.location === location ? state : null;
}

/** Compares the names and sizes of the store's objects with the last copy. */
async function compareCopy(dataDir: string, store: Store): Promise<Finding[]> {
  const state = lastCopyIn(dataDir, store);
  if (!state?.last) return [];
  const fix = copyAgain(dataDir);
  const { name, bytes } = state.last;
  const objects = await store.list(`${state.clubFolder}/`);
  const sizes = new Map(objects.map((object) => [object.name, object.bytes]));
  const size = sizes.get(name);
  if (size === undefined) return [fail(`The last copy ${name} is not in ${store.location}.`, fix)];
  if (size !== bytes) return [fail(`The last copy ${name} has ${size} of ${bytes} bytes.`, fix)];
  const missing = (readStoredFiles(dataDir) ?? []).filter(
    (file) => sizes.get(objectOf(name, file.sha256)) !== file.size,
  );
  const [first] = missing;
  if (!first) return [];
  const text = `${store.location} lacks ${counted(missing.length, 'receipt or picture', 'receipts or pictures')} of the last copy, such as ${first.name}.`;
  return [fail(text, fix)];
}

/** `padel-club-1a2b3c4d/files/<digest>`, next to a snapshot. */
const objectOf = (snapshot: string, sha256: string) =>
  `${snapshot.slice(0, snapshot.indexOf('/') + 1)}${FILE_PREFIX}${sha256}`;
