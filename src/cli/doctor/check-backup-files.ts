import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveBackupDir } from '../../backups/backup-dir.ts';
import { BackupRunLog } from '../../backups/backup-run-log.ts';
import { configuredStore } from '../../backups/configured-store.ts';
import { readCopyState, readStoredFiles } from '../../backups/copy-state.ts';
import { sha256File } from '../../backups/durable-files.ts';
import { type ManifestFile, readManifest } from '../../backups/manifest.ts';
import { unpackSnapshot } from '../../backups/unpack.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { NO_PROGRESS } from '../../domain/progress-reporter.ts';
import { type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

/** Receipts and pictures that a check without `--deep` reads. */
const SAMPLE = 50;
const MAKE_ONE = 'Make one now and read its messages: padel-club backup';

/** Opens the newest backup file and compares receipts and pictures with the digests that it, or the last copy, has. */
export async function checkBackupFiles(context: DatabaseCheckContext): Promise<Finding[]> {
  const { config, db, now, deep } = context;
  const run = new BackupRunLog(db).lastSuccess(now);
  const folder = readableFolder(config.dataDir, config.backup.folder);
  // Another check says that the folder is none, or that there is no backup yet.
  if (folder === null || !run?.file) return checkStoredFiles(context, readStoredFiles(config.dataDir) ?? []);
  if (!existsSync(folder)) {
    const text = `The backup folder ${folder} does not exist.`;
    return [
      fail(text, 'Check that its disk is mounted, or name another one in [backup] folder of club.toml.'),
    ];
  }
  const path = join(folder, run.file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    const others = readdirSync(folder).filter((name) => name.endsWith('.tar.zst')).length;
    const text = `The last backup ${run.file} is not in ${folder}.`;
    return [
      others > 0
        ? warn(`${text} Other backups are.`, 'If it was made with --to, look for it there.')
        : fail(text, MAKE_ONE),
    ];
  }
  if (run.bytes !== null && stat.size !== run.bytes)
    return [fail(`The last backup ${path} has ${stat.size} of ${run.bytes} bytes.`, MAKE_ONE)];
  try {
    const manifest = deep
      ? await unpackSnapshot(path, '', { shouldWrite: () => false, durable: false, progress: NO_PROGRESS })
      : await readManifest(path, Number.POSITIVE_INFINITY);
    const known = readStoredFiles(config.dataDir) ?? manifest.files;
    const read = ok(`The last backup ${run.file} can be read${deep ? ' to its end' : ''}.`);
    return [read, ...checkStoredFiles(context, known)];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fail(error.message, MAKE_ONE)];
  }
}

function readableFolder(dataDir: string, configured: string): string | null {
  try {
    return resolveBackupDir(dataDir, configured);
  } catch {
    return null;
  }
}

/** The files of a copy or backup never change their bytes under a name. */
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
    return [ok(`Receipts and pictures are as they were saved (${deep ? 'all' : 'a sample'} compared).`)];
  return [
    fail(
      `${changed.length} receipts or pictures have other bytes than when they were saved, such as ${first.name}.`,
      'The disk may be failing. Take them from a backup: tar --zstd -xf BACKUP receipts media',
    ),
  ];
}

/** Another sample each time, so that many small checks see all. */
function sampleOf<T>(files: readonly T[]): T[] {
  const rest = [...files];
  return Array.from({ length: Math.min(SAMPLE, rest.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat();
}

/** The last copy in a folder is there; a bucket is asked by another check. */
export function checkCopyFile({ config }: DatabaseCheckContext): Finding[] {
  const last = readCopyState(config.dataDir)?.last;
  const store = configuredStore(config);
  if (!last || !store || config.backup.s3.bucket !== '') return [];
  if (existsSync(join(store.location, 'copies', last.name))) return [];
  return [
    fail(
      `The last copy ${last.name} is not in ${store.location}.`,
      'Check that its disk is mounted; then: padel-club copy',
    ),
  ];
}
