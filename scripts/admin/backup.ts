import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { type Backup, makeBackup } from '../../src/backups/backup.ts';
import { enterClub } from '../../src/backups/enter.ts';
import { backupFolder } from '../../src/backups/files.ts';
import { type RunEnd, recordRun } from '../../src/backups/runs.ts';
import { copyToS3 } from '../../src/backups/s3.ts';
import type { Config } from '../../src/config/load-config.ts';
import { ClubDb } from '../../src/db/club-db.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { formatBytes } from '../../src/domain/backup.ts';
import { VERSION } from '../../src/version.ts';
import type { Call, Command } from './command.ts';
import { progressLine } from './progress.ts';
import { refuseMissing } from './with-club.ts';

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
  async run(call) {
    const keep = call.text('keep') === undefined ? null : call.count('keep', 1, 1, 100_000);
    refuseMissing(call.dataDir());
    const config = call.config();
    const lock = enterClub(config.dataDir, 'backup');
    try {
      const end = await beginDiary(config.dataDir, call);
      const done: RunEnd = { ok: false, file: null, bytes: null, copied_to: null, message: '' };
      try {
        const made = await save(call, config, keep);
        Object.assign(done, { file: basename(made.path), bytes: made.bytes });
        call.print(made.path);
        if (config.backup.s3.bucket !== '') {
          done.copied_to = await copyToS3(made.path, config.backup.s3);
          call.say(`Copied to ${done.copied_to}`);
        }
        done.ok = true;
      } catch (error) {
        done.message = error instanceof Error ? error.message : String(error);
        throw error;
      } finally {
        await end(done);
      }
      return 0;
    } finally {
      lock.release();
    }
  },
};

async function save(call: Call, config: Config, keep: number | null): Promise<Backup> {
  call.say(`Saving ${config.dataDir} …`);
  const progress = progressLine('bytes');
  const made = await makeBackup({
    dataDir: config.dataDir,
    folder: backupFolder(config.dataDir, call.text('to') ?? config.backup.folder),
    club: config.club.name,
    keep,
    withSecrets: call.flag('with-secrets'),
    program: VERSION,
    now: Date.now,
    giveWay,
    progress,
  }).finally(() => progress.end());
  const lost = made.manifest.missing_receipts.length;
  if (lost > 0) call.say(`${lost} receipts that bookings name are not on the disk and not in the backup.`);
  for (const name of made.removed) call.say(`Removed the older ${name}.`);
  call.say(`Saved and proven: ${made.manifest.files.length} files, ${formatBytes(made.bytes)}.`);
  return made;
}

/** Notes the attempt in the club's own diary. A club of another schema, or a full disk, is saved without. */
async function beginDiary(dataDir: string, call: Call): Promise<(end: RunEnd) => Promise<void>> {
  const db = openDatabase(join(dataDir, 'club.db'));
  const skip = async () => db.close();
  if (schemaVersionOf(db) !== SCHEMA_VERSION) return skip;
  try {
    const end = await recordRun(new ClubDb(db, Date.now));
    return async (outcome) => {
      try {
        await end(outcome);
      } catch {
        call.say('The result could not be noted in the database.');
      } finally {
        db.close();
      }
    };
  } catch {
    call.say('The attempt could not be noted in the database; saving goes on.');
    return skip;
  }
}

/** Bookings come first: the backup uses what the site leaves over. On Linux each thread has a priority of its own. */
function giveWay(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Some systems forbid it; the backup is as good.
    }
  }
}
