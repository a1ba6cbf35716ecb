import { resolveBackupDir } from '../../backups/file-utils.ts';
import { BackupRunLog } from '../../backups/run-log.ts';
import type { Config } from '../../config/load-config.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { MAX_BACKUP_AGE_MS } from '../../domain/backup.ts';
import { clubTimestamp } from '../../domain/business-day.ts';
import { type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

export function checkBackups({ config, db, now }: DatabaseCheckContext): Finding[] {
  const { succeeded } = new BackupRunLog(db).lastRunTimes(now);
  const { at, folder, s3 } = config.backup;
  const findings = checkBackupDir(config);
  if (at === '') {
    findings.push(warn('The daily backup is off.', 'Set [backup] at = "05:00" in club.toml.'));
  }
  if (succeeded === null) {
    findings.push(warn('The club has no backup yet.', 'Make one now: padel-club backup'));
  } else {
    const text = `The last backup was made on ${formatMinute(succeeded)}.`;
    findings.push(
      now - succeeded > MAX_BACKUP_AGE_MS
        ? fail(text, 'Make one now and read its messages: padel-club backup')
        : ok(text),
    );
  }
  if (folder === '' && s3.bucket === '') {
    findings.push(
      warn(
        'The backups are on the same disk as the club.',
        'Set [backup] folder to a folder on another disk, or fill in [backup.s3].',
      ),
    );
  }
  return findings;
}

function checkBackupDir({ dataDir, backup }: Config): Finding[] {
  try {
    resolveBackupDir(dataDir, backup.folder);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fail(error.message, 'Move the backups out of it: the site serves media to every visitor.')];
  }
}

function formatMinute(at: number): string {
  return clubTimestamp(at).slice(0, 16).replace('T', ' ');
}
