import type { Database } from 'bun:sqlite';
import { basename, dirname, join } from 'node:path';
import { resolveBackupDir } from '../backups/backup-dir.ts';
import { type BackupRunResult, startRun } from '../backups/backup-run-log.ts';
import { BucketStore, type S3Settings } from '../backups/bucket-store.ts';
import { type BackupResult, createBackup } from '../backups/create-backup.ts';
import { openDataDir } from '../backups/open-data-dir.ts';
import type { Config } from '../config/load-config.ts';
import { ClubDb } from '../db/club-db.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import { counted } from '../domain/counted.ts';
import { readClub } from '../settings/read-club.ts';
import { VERSION } from '../version.ts';
import type { CommandContext } from './command.ts';
import { lowerPriority } from './lower-priority.ts';
import { requireClub } from './open-club.ts';
import { createProgressLine } from './progress-line.ts';

/** Creates a backup, copies it to the bucket in the settings, and records the attempt in the database. */
export async function runBackup(context: CommandContext): Promise<number> {
  const keep = context.getString('keep') === undefined ? null : context.getInteger('keep', 1, 1, 100_000);
  await requireClub(context);
  const config = context.loadConfig();
  const lock = openDataDir(config.dataDir, 'backup');
  try {
    const finishRun = await startRunLog(config.dataDir, context);
    const result: BackupRunResult = {
      ok: false,
      folder: null,
      file: null,
      bytes: null,
      copied_to: null,
      message: '',
    };
    try {
      const created = await createAndReportBackup(context, config, keep);
      Object.assign(result, {
        folder: dirname(created.path),
        file: basename(created.path),
        bytes: created.bytes,
      });
      context.print(created.path);
      if (config.backup.s3.bucket !== '') {
        result.copied_to = await upload(created.path, config.backup.s3);
        context.printStatus(`Copied to ${result.copied_to}`);
      }
      result.ok = true;
    } catch (error) {
      result.message = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      await finishRun(result);
    }
    return 0;
  } finally {
    lock.release();
  }
}

/**
 * Puts the backup into the bucket and returns its address there. Backups are never removed from the bucket: a key
 * that may only add can't destroy them, and the bucket's own rules remove old ones.
 */
async function upload(path: string, settings: S3Settings): Promise<string> {
  const bucket = new BucketStore(settings);
  await bucket.put(basename(path), path);
  return bucket.location + basename(path);
}

async function createAndReportBackup(
  context: CommandContext,
  config: Config,
  keep: number | null,
): Promise<BackupResult> {
  context.printStatus(`Saving ${config.dataDir} …`);
  const progress = createProgressLine('bytes');
  const created = await createBackup({
    dataDir: config.dataDir,
    folder: resolveBackupDir(config.dataDir, context.getString('to') ?? config.backup.folder),
    club: readClub(config).name,
    keep,
    withSecrets: context.getBoolean('with-secrets'),
    program: VERSION,
    now: Date.now,
    onDatabaseCopied: lowerPriority,
    progress,
  }).finally(() => progress.clear());
  const missingCount = created.manifest.missing_receipts.length;
  if (missingCount > 0) {
    context.printStatus(
      `The backup lacks ${counted(missingCount, 'receipt')} that bookings refer to: ${missingCount === 1 ? 'its file is' : 'their files are'} missing.`,
    );
  }
  for (const name of created.removed) context.printStatus(`Removed the older backup ${name}.`);
  context.printStatus(
    `Saved and verified: ${counted(created.manifest.files.length, 'file')}, ${formatBytes(created.bytes)}.`,
  );
  return created;
}

/** Records the start of the attempt. Neither a different schema nor a full disk stops the backup. */
async function startRunLog(
  dataDir: string,
  context: CommandContext,
): Promise<(result: BackupRunResult) => Promise<void>> {
  let db: Database | null = null;
  const skip = async () => db?.close();
  try {
    db = openDatabase(join(dataDir, 'club.db'));
    if (schemaVersionOf(db) !== SCHEMA_VERSION) return skip;
    const finishRun = await startRun(new ClubDb(db, Date.now));
    return async (result) => {
      try {
        await finishRun(result);
      } catch {
        context.printStatus('The result could not be recorded in the database.');
      } finally {
        db?.close();
      }
    };
  } catch {
    context.printStatus('The attempt could not be recorded in the database. The backup continues.');
    return skip;
  }
}
