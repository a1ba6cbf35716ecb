import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../backups/database-snapshot.ts';
import { BackupRunLog } from '../../backups/run-log.ts';
import type { Config } from '../../config/load-config.ts';
import { SCHEMA_VERSION } from '../../db/migrate.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { MAX_BACKUP_AGE_MS } from '../../domain/backup.ts';
import { clubTimestamp } from '../../domain/business-day.ts';
import type { Progress } from '../../domain/progress.ts';
import { readOutboxStats } from '../../notifications/outbox-stats.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The database, its receipts, its admins and its backups. */
export function checkClubData(config: Config, now: number, progress: Progress): Finding[] {
  const path = join(config.dataDir, 'club.db');
  let contents: ReturnType<typeof verifyDatabase>;
  progress.stage('Examining the database', statSync(path).size);
  try {
    contents = verifyDatabase(path);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [
      fail(error.message, 'Stop the site, keep a copy of the data folder, and restore the last backup.'),
    ];
  }
  const findings = [ok('The database is whole: every page, index and reference.')];
  const { schema, receipts } = contents;
  if (schema > SCHEMA_VERSION) {
    return [
      ...findings,
      fail(
        `Its schema ${schema} is newer than this program's ${SCHEMA_VERSION}.`,
        'Install the newer padel-club.',
      ),
    ];
  }
  const missing = receipts.filter((receipt) => !existsSync(join(config.dataDir, receipt)));
  findings.push(
    missing.length === 0
      ? ok(`All ${receipts.length} receipts are there.`)
      : fail(
          `${missing.length} of ${receipts.length} receipts are missing, such as ${missing[0]}.`,
          'Take them from a backup: tar --zstd -xf BACKUP receipts',
        ),
  );
  if (schema < SCHEMA_VERSION) {
    const text = `Its schema is ${schema}; this program makes ${SCHEMA_VERSION}.`;
    return [...findings, warn(text, 'Start the site: it copies the database and upgrades it.')];
  }
  const db = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    return [...findings, checkAdmins(db), checkOutbox(db, now), ...checkBackups(db, config, now)];
  } finally {
    db.close();
  }
}

function checkAdmins(db: Database): Finding {
  const row = db.query<{ n: number }, []>('SELECT count(*) AS n FROM user WHERE is_admin = 1').get();
  const count = row?.n ?? 0;
  return count > 0
    ? ok(`${count} ${count === 1 ? 'person is' : 'people are'} admin.`)
    : warn('Nobody is an admin.', 'Register on the website, then: padel-club promote EMAIL');
}

function checkOutbox(db: Database, now: number): Finding {
  const { waiting, failed, oldest_seconds } = readOutboxStats(db, now);
  if (failed > 0) {
    const text = `${failed} ${failed === 1 ? 'message' : 'messages'} could not be delivered.`;
    return warn(text, 'Look at Admin, Mails & texts: each has its reason and a button to send it again.');
  }
  const hours = Math.floor(oldest_seconds / 3600);
  return hours > 0
    ? warn(
        `${waiting} messages wait, the oldest for ${hours} hours.`,
        'Start the site; if it runs, check mail.smtp_url and sms.url in club.toml.',
      )
    : ok('Mails and text messages go out.');
}

function checkBackups(db: Database, config: Config, now: number): Finding[] {
  const { succeeded } = new BackupRunLog(db).lastRunTimes();
  const findings: Finding[] = [];
  if (config.backup.at === '')
    findings.push(warn('No daily backup is set.', 'Write [backup] at = "05:00" into club.toml.'));
  if (succeeded === null) findings.push(warn('There is no backup yet.', 'Make one now: padel-club backup'));
  else {
    const text = `The last backup was made on ${clubTimestamp(succeeded).slice(0, 16).replace('T', ' ')}.`;
    findings.push(
      now - succeeded > MAX_BACKUP_AGE_MS
        ? fail(text, 'Make one now and read what it says: padel-club backup')
        : ok(text),
    );
  }
  if (config.backup.folder === '' && config.backup.s3.bucket === '') {
    findings.push(
      warn(
        'Backups lie on the same disk as the club.',
        'Set [backup] folder to another disk, or [backup.s3].',
      ),
    );
  }
  return findings;
}
