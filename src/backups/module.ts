import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import { findLastRestore } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { backupWarnings, copyWarnings, MAX_BACKUP_AGE_MS } from '../domain/backup-warnings.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { resolveBackupDir } from './backup-dir.ts';
import { clubCreatedAt, createBackupJob } from './backup-job.ts';
import { BackupRunLog } from './backup-run-log.ts';
import { configuredStore } from './configured-store.ts';
import { CHECK_SECONDS, CopiesJob } from './copies-job.ts';
import { formatMoment } from './copy-name.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * The daily backup, the copies in between, and the backups shown on the dashboard. Throws if the settings name a
 * forbidden folder.
 */
export function createBackups({ guard, club, config, log, now, stopSignal: signal }: Base) {
  const { dataDir, backup } = config;
  const { at, keep, every_minutes: everyMinutes } = backup;
  const folder = resolveBackupDir(dataDir, backup.folder);
  const runs = new BackupRunLog(club.db);
  const run = createBackupJob({ dataDir, at, keep, runs, log, now, signal });
  const place = everyMinutes > 0 ? configuredStore({ backup })?.location : undefined;
  const copies = place ? new CopiesJob({ dataDir, place, everyMinutes, log, now, signal }) : null;
  const jobs: Job[] = [
    { name: 'backup', minutes: 1, clock: 'confirmed', run: () => run() },
    ...(copies
      ? [
          // A copy itself keeps what a clock jump makes look old.
          { name: 'copies', minutes: CHECK_SECONDS / 60, clock: 'any', run: () => copies.run() } as const,
          { name: 'rehearsal', minutes: 1, clock: 'confirmed', run: () => copies.rehearse() } as const,
        ]
      : []),
  ];
  const routes = new Elysia({ name: 'backups' }).use(guard).get(
    '/api/admin/backups',
    (): ApiAnswer<'GET /api/admin/backups'> => {
      const last = runs.lastSuccess(now());
      const in_folder = Boolean(last?.file && existsSync(join(folder, last.file)));
      return {
        data: {
          at,
          keep,
          folder,
          last_success: last,
          in_folder,
          runs: runs.listRecent(20),
          copies: copies?.overview() ?? null,
        },
      };
    },
    { access: 'owner' },
  );
  return {
    routes,
    jobs,
    enabled: at !== '',
    /** Epoch milliseconds of the newest success; null before the first. */
    lastSuccess: () => runs.lastRunTimes(now()).succeeded,
    /** In epoch milliseconds; a club without a backup waits for its first from this time. */
    createdAt: () => clubCreatedAt(dataDir),
    /** Null if no copies are made. */
    copies: () => copies?.overview() ?? null,
    /** The times of the last copy and rehearsal; null if no copies are made. */
    copyAges: () => {
      if (!copies) return null;
      const { last_copy, last_rehearsal } = copies.overview();
      return { last_copy, last_rehearsal };
    },
    /** Problems with backups and copies; a new club has time for its first backup. */
    alarms: (): Alarm[] => {
      const overview = { last_success: runs.lastSuccess(now()), runs: runs.listRecent(1) };
      const isNew = overview.runs.length === 0 && now() - clubCreatedAt(dataDir) < MAX_BACKUP_AGE_MS;
      const warnings = [
        ...(at === '' || isNew ? [] : backupWarnings(overview, now())),
        ...copyWarnings(copies?.overview() ?? null),
      ];
      return [...warnings.map((text): Alarm => ({ kind: 'backup', text })), ...restoreAlarms(club, now())];
    },
  };
}

export type Backups = ReturnType<typeof createBackups>;

/** For a week, lists what a restored club may lack, so that the reception can enter it. */
function restoreAlarms({ db }: ClubDb, now: number): Alarm[] {
  const restore = findLastRestore(db);
  if (!restore || now - Date.parse(restore.at) > WEEK_MS) return [];
  const [from, until] = [restore.details.from, restore.details.until].map((at) =>
    formatMoment(Date.parse(at)),
  );
  const text = `What was booked, paid or changed from ${from} until ${until} may be missing. The “New booking” emails in the club’s mailbox list the bookings from that time: enter them, and anything customers show you.`;
  return [{ kind: 'restore', text }];
}
