import { resolveBackupDir } from '../../backups/backup-dir.ts';
import { BackupRunLog } from '../../backups/backup-run-log.ts';
import { configuredStore } from '../../backups/configured-store.ts';
import { fingerprint, readCopyState } from '../../backups/copy-state.ts';
import { fileName } from '../../backups/find-copy.ts';
import type { Config } from '../../config/load-config.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { MAX_BACKUP_AGE_MS } from '../../domain/backup-warnings.ts';
import { clubTimestamp } from '../../domain/business-day.ts';
import { clubCommand } from '../club-command.ts';
import { type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

/** If something has changed since a copy this old, copies have stopped. */
const MAX_COPY_AGE_MS = 60 * 60_000;
const MAX_REHEARSAL_AGE_MS = 9 * 24 * 60 * 60_000;

export function checkCopies({ config, now }: DatabaseCheckContext): Finding[] {
  const store = configuredStore(config);
  if (!store) return [];
  if (config.backup.every_minutes === 0) {
    return [warn('The copies between the backups are off.', 'Set [backup] every_minutes = 5 in club.toml.')];
  }
  const state = readCopyState(config.dataDir);
  const fix = `Make one now and read its messages: ${clubCommand(config.dataDir, 'copy')}`;
  if (!state?.last || state.location !== store.location)
    return [warn(`The club has no copy in ${store.location} yet.`, fix)];
  const { last, attempt, rehearsal, rehearsed_at } = state;
  const text = `The last copy is of ${formatMinute(last.at)}, in ${store.location}.`;
  const isUnchanged = state.fingerprint !== null && state.fingerprint === fingerprint(config.dataDir, now);
  const findings: Finding[] = [];
  if (attempt && !attempt.ok) findings.push(fail(`${text} The next one failed: ${attempt.message}`, fix));
  else if (!isUnchanged && now - last.at > MAX_COPY_AGE_MS)
    findings.push(warn(`${text} Something has changed since.`, 'Start the site, which makes copies.'));
  else findings.push(ok(text));
  const rehearseNow = `Rehearse now and read its messages: ${clubCommand(config.dataDir, 'rehearse')}`;
  if (rehearsal && !rehearsal.ok) {
    // A copy made since then may be complete.
    const status = rehearsal.name === fileName(last) ? fail : warn;
    findings.push(status(`The rehearsal of a restore failed: ${rehearsal.message}`, rehearseNow));
  } else if (rehearsed_at === null) findings.push(warn('No copy has been test-restored yet.', rehearseNow));
  else {
    const rehearsed = `A copy was test-restored on ${formatMinute(rehearsed_at)}.`;
    findings.push(now - rehearsed_at > MAX_REHEARSAL_AGE_MS ? warn(rehearsed, rehearseNow) : ok(rehearsed));
  }
  return findings;
}

export function checkBackups({ config, db, now }: DatabaseCheckContext): Finding[] {
  const { succeeded } = new BackupRunLog(db).lastRunTimes(now);
  const { at, folder, s3 } = config.backup;
  const findings = checkBackupDir(config);
  const backup = clubCommand(config.dataDir, 'backup');
  if (at === '') {
    findings.push(warn('The daily backup is off.', 'Set [backup] at = "05:00" in club.toml.'));
  }
  if (succeeded === null) {
    findings.push(warn('The club has no backup yet.', `Make one now: ${backup}`));
  } else {
    const text = `The last backup was made on ${formatMinute(succeeded)}.`;
    findings.push(
      now - succeeded > MAX_BACKUP_AGE_MS
        ? fail(text, `Make one now and read its messages: ${backup}`)
        : ok(text),
    );
  }
  if (folder === '' && s3.bucket === '') {
    findings.push(
      warn(
        'The backups are on the same disk as the club.',
        'Name another disk or a bucket in the dashboard, under Settings, Backup copies.',
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
