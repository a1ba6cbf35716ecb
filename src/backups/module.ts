import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { Log } from '../http/log.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { resolveBackupDir } from './file-utils.ts';
import { backupRoutes } from './routes.ts';
import { BackupRunLog } from './run-log.ts';
import { createBackupJob } from './scheduled-backup.ts';

/** The daily backup and what the dashboard shows of it. */
export function createBackupsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  config: Config['backup'];
  log: Log;
  stopSignal: AbortSignal;
  now: () => number;
}) {
  const { guard, dataDir, log, now } = deps;
  const { at, keep } = deps.config;
  const runs = new BackupRunLog(deps.club.db);
  const run = createBackupJob({ dataDir, at, keep, runs, log, now, signal: deps.stopSignal });
  const jobs: Job[] = [{ name: 'backup', minutes: 1, run }];
  return {
    routes: backupRoutes({ guard, runs, at, keep, folder: resolveBackupDir(dataDir, deps.config.folder) }),
    jobs,
    api: { enabled: at !== '', lastSuccess: () => runs.lastRunTimes().succeeded },
  };
}
