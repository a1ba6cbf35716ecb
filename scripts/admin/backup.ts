import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { type BackupResult, createBackup } from '../../src/backups/create-backup.ts';
import { resolveBackupDir } from '../../src/backups/file-utils.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { type BackupRunResult, startRun } from '../../src/backups/run-log.ts';
import { copyToS3 } from '../../src/backups/s3.ts';
import type { Command, CommandContext } from '../../src/cli/command.ts';
import { assertClubExists } from '../../src/cli/open-club.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';
import type { Config } from '../../src/config/load-config.ts';
import { ClubDb } from '../../src/db/club-db.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { formatBytes } from '../../src/domain/backup.ts';
import { VERSION } from '../../src/version.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'save the whole club in one file, while the site runs',
  help: `
Writes the database, receipts, pictures and settings into one compressed file, reads it back and proves
it. Passwords and keys in club.toml are left out unless --with-secrets is given. The file's path is
printed when it is complete. A copy goes to the bucket of [backup.s3] where club.toml names one.

Options
  --to DIR         the folder (default: the one in club.toml, else backups in the data folder)
  --keep N         then keep this club's newest N there, remove older ones (default: keep all)
  --with-secrets   save passwords and keys of club.toml too; guard such a file like a key`,
  example: 'padel-club backup --to /media/usb-stick --keep 14',
  options: { to: { type: 'string' }, keep: { type: 'string' }, 'with-secrets': { type: 'boolean' } },
  async run(context) {
    const keep = context.getString('keep') === undefined ? null : context.getInteger('keep', 1, 1, 100_000);
    assertClubExists(context.resolveDataDir());
    const config = context.loadConfig();
    const lock = openDataDir(config.dataDir, 'backup');
    try {
      const finishRun = await startRunLog(config.dataDir, context);
      const result: BackupRunResult = { ok: false, file: null, bytes: null, copied_to: null, message: '' };
      try {
        const created = await createAndReportBackup(context, config, keep);
        Object.assign(result, { file: basename(created.path), bytes: created.bytes });
        context.print(created.path);
        if (config.backup.s3.bucket !== '') {
          result.copied_to = await copyToS3(created.path, config.backup.s3);
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
  },
};

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
    club: config.club.name,
    keep,
    withSecrets: context.getBoolean('with-secrets'),
    program: VERSION,
    now: Date.now,
    onDatabaseCopied: lowerPriority,
    progress,
  }).finally(() => progress.clear());
  const missingCount = created.manifest.missing_receipts.length;
  if (missingCount > 0)
    context.printStatus(
      `${missingCount} receipts that bookings name are not on the disk and not in the backup.`,
    );
  for (const name of created.removed) context.printStatus(`Removed the older ${name}.`);
  context.printStatus(
    `Saved and proven: ${created.manifest.files.length} files, ${formatBytes(created.bytes)}.`,
  );
  return created;
}

/** Notes the attempt in the club's own diary. A club of another schema, or a full disk, is saved without. */
async function startRunLog(
  dataDir: string,
  context: CommandContext,
): Promise<(finishRun: BackupRunResult) => Promise<void>> {
  const db = openDatabase(join(dataDir, 'club.db'));
  const skip = async () => db.close();
  if (schemaVersionOf(db) !== SCHEMA_VERSION) return skip;
  try {
    const finishRun = await startRun(new ClubDb(db, Date.now));
    return async (outcome) => {
      try {
        await finishRun(outcome);
      } catch {
        context.printStatus('The result could not be noted in the database.');
      } finally {
        db.close();
      }
    };
  } catch {
    context.printStatus('The attempt could not be noted in the database; saving goes on.');
    return skip;
  }
}

/** Bookings come first: the backup uses what the site leaves over. On Linux each thread has a priority of its own. */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Some systems forbid it; the backup is as good.
    }
  }
}
