import { statfsSync } from 'node:fs';
import type { ClubDb } from '../db/club-db.ts';
import { findFutureInstants } from '../db/find-future-times.ts';
import { truncateWal } from '../db/wal-checkpoint.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import type { Log } from '../http/log.ts';
import type { RequestMetric } from '../http/request-lifecycle.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { MetricsRegistry } from './metrics.ts';
import { type BackupSource, type HealthWarning, healthRoutes } from './routes.ts';

/** Below this a backup or a busy evening may fill the disk. */
const LEAST_FREE_BYTES = 500_000_000;
/** A message that is due this long has no way out. */
const LATE_MAIL_SECONDS = 3 * 3600;

/** What monitors ask, and the upkeep of the database file. */
export function createHealthModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  log: Log;
  version: string;
  backups: BackupSource;
  hasUntrustedProxy: () => boolean;
  outboxStats: () => { waiting: number; failed: number; oldest_seconds: number };
  mail: 'smtp' | 'files';
  stopSignal: AbortSignal;
  now: () => number;
}) {
  const { club, log } = deps;
  const metrics = new MetricsRegistry();
  let isDatabaseInPlace = true;
  let hasFutureInstants = false;

  const checkDatabaseFile = () => {
    const inPlace = club.isFileInPlace();
    if (inPlace === isDatabaseInPlace) return;
    isDatabaseInPlace = inPlace;
    if (inPlace) log.info('database file is back');
    else log.error('database file replaced', { fix: 'stop the server, put club.db back and start it' });
  };
  const checkFutureInstants = () => {
    const found = findFutureInstants(club.db, deps.now());
    hasFutureInstants = found.length > 0;
    for (const { table, rows } of found) log.error('rows from a clock that was ahead', { table, rows });
  };
  const warnings = () => {
    const list: HealthWarning[] = [];
    if (!isDatabaseInPlace) list.push('database_replaced');
    if (hasFutureInstants) list.push('future_instants');
    if (deps.hasUntrustedProxy()) list.push('untrusted_proxy');
    return list;
  };

  const jobs: Job[] = [
    { name: 'database file', minutes: 1 / 60, run: checkDatabaseFile },
    { name: 'checkpoint', minutes: 2 / 60, run: () => truncateWal(club.db) },
    { name: 'future instants', minutes: 60, run: checkFutureInstants },
  ];
  return {
    routes: healthRoutes({ ...deps, metrics, warnings }),
    jobs,
    api: {
      observe: (metric: RequestMetric) => metrics.observe(metric),
      /** False while a write would go to a moved or deleted file. */
      isDatabaseInPlace: () => isDatabaseInPlace,
      /** What the reception must know of the disk and the mail. */
      alarms: () => healthAlarms(deps.dataDir, deps.outboxStats().oldest_seconds),
    },
  };
}

function healthAlarms(dataDir: string, oldestMessageSeconds: number): Alarm[] {
  const alarms: Alarm[] = [];
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    const text = `The disk has ${formatBytes(bavail * bsize)} left. Bookings stop when it is full.`;
    alarms.push({ kind: 'disk', text });
  }
  if (oldestMessageSeconds > LATE_MAIL_SECONDS) {
    const hours = Math.floor(oldestMessageSeconds / 3600);
    const text = `Emails have been waiting for ${hours} hours: the mail server does not take them.`;
    alarms.push({ kind: 'mail', text });
  }
  return alarms;
}
