import { statfsSync } from 'node:fs';
import type { Backups } from '../backups/module.ts';
import { listFutureInstants, repairFutureInstants } from '../db/stored-instants.ts';
import { truncateWal } from '../db/wal-checkpoint.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { readOutboxStats } from '../outbox/outbox-stats.ts';
import { MetricsRegistry } from './metrics.ts';
import { type HealthWarning, healthRoutes } from './routes.ts';

/** Below this a backup or a busy evening may fill the disk. */
const LEAST_FREE_BYTES = 500_000_000;
/** A message that is due this long has no way out. */
const LATE_MAIL_SECONDS = 3 * 3600;

/** What monitors ask, and the upkeep of the database file. */
export function createHealth(base: Base, { outbox, backups }: { outbox: OutboxModule; backups: Backups }) {
  const { club, config, log, now } = base;
  const outboxStats = () => readOutboxStats(club.db, now());
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
  club.onClockSetBack(repairFutureInstants);
  /** A command or another server may have written such rows, with a clock of its own. */
  const checkFutureInstants = async () => {
    const found = listFutureInstants(club.db, now());
    for (const { table, rows } of found) log.error('rows from a clock that was ahead', { table, rows });
    if (found.length > 0) await club.write(repairFutureInstants);
    hasFutureInstants = found.length > 0 && listFutureInstants(club.db, now()).length > 0;
  };
  const warnings = () => {
    const list: HealthWarning[] = [];
    if (!isDatabaseInPlace) list.push('database_replaced');
    if (hasFutureInstants) list.push('future_instants');
    if (base.hasUntrustedProxy()) list.push('untrusted_proxy');
    return list;
  };

  const jobs: Job[] = [
    { name: 'database file', minutes: 1 / 60, run: checkDatabaseFile },
    { name: 'checkpoint', minutes: 2 / 60, run: () => truncateWal(club.db) },
    { name: 'future instants', minutes: 60, run: checkFutureInstants },
  ];
  return {
    metrics,
    /** False while a write would go to a moved or deleted file. */
    isDatabaseInPlace: () => isDatabaseInPlace,
    /** What the reception must know of the disk and the mail. */
    alarms: () => healthAlarms(config.dataDir, outboxStats().oldest_seconds),
    jobs,
    routes: healthRoutes(base, { metrics, backups, mail: outbox.mail, warnings }),
  };
}

export type Health = ReturnType<typeof createHealth>;

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
