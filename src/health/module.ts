import { statfsSync } from 'node:fs';
import type { Backups } from '../backups/module.ts';
import { runOwnCommand } from '../backups/own-command.ts';
import { DATABASE_DAMAGED, RESTORE_COMMAND } from '../db/operator-error.ts';
import { listFutureInstants, repairFutureInstants } from '../db/stored-instants.ts';
import { truncateWal } from '../db/wal-checkpoint.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import { formatBytes } from '../domain/backup-warnings.ts';
import { counted } from '../domain/counted.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Notifications } from '../notifications/module.ts';
import { email } from '../outbox/channels/email.ts';
import { channelOf } from '../outbox/channels/table.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { type OutboxStats, readOutboxStats } from '../outbox/outbox-stats.ts';
import type { Whatsapp } from '../whatsapp/module.ts';
import { ClockWatch } from './clock-watch.ts';
import { DISK_FULL, DiskWatch } from './disk-watch.ts';
import { MetricsRegistry } from './metrics.ts';
import { PageCheck } from './page-check.ts';
import { type HealthWarning, healthRoutes } from './routes.ts';

/** With less than this, a backup or a busy evening may fill the disk. */
const LEAST_FREE_BYTES = 500_000_000;
/** A message overdue for this long isn't getting out. */
const LATE_MAIL_SECONDS = 3 * 3600;
const RESTORE_STEPS = `Stop the server and restore the newest backup: ${RESTORE_COMMAND}`;
const DAMAGE_ALARM: Alarm = {
  kind: 'database',
  text: `The database is damaged, probably by the disk, so nothing is saved. ${RESTORE_STEPS}`,
};

/** Answers for monitors, and upkeep of the database file. */
export function createHealth(
  base: Base,
  below: { outbox: OutboxModule; notifications: Notifications; whatsapp: Whatsapp; backups: Backups },
) {
  const { outbox, whatsapp, backups } = below;
  const { tellOwners } = below.notifications;
  const { club, config, log, now } = base;
  const outboxStats = () => readOutboxStats(club.db, now());
  const metrics = new MetricsRegistry();
  let isDatabaseInPlace = true;
  let hasFutureInstants = false;
  let hasLoggedDamage = false;

  const checkDatabaseFile = () => {
    const inPlace = club.isFileInPlace();
    if (inPlace === isDatabaseInPlace) return;
    isDatabaseInPlace = inPlace;
    if (inPlace) log.info('database file is back');
    else log.error('database file replaced', { fix: 'stop the server, put club.db back and start it' });
  };
  const checkDamage = () => {
    const damage = club.damage();
    if (damage === null || hasLoggedDamage) return;
    hasLoggedDamage = true;
    log.error('database damaged', { found: damage, fix: RESTORE_STEPS });
  };
  const clock = new ClockWatch(club, config.dataDir, log);
  const checkPages = async () => {
    if (club.damage() !== null) return;
    const { code, message } = await runOwnCommand(['check', '--data', config.dataDir], base.stopSignal);
    if (base.stopSignal.aborted || code === 0) return;
    if (message === DATABASE_DAMAGED) club.noteDamage(message);
    else log.error('check of the pages failed', { code, message });
  };
  const disk = new DiskWatch({ club, dataDir: config.dataDir, log, now, tellOwners });
  const pageCheck = new PageCheck(checkPages, now);
  club.onClockSetBack(repairFutureInstants);
  /** A command or another server may have written such rows, using a different clock. */
  const checkFutureInstants = async () => {
    const found = listFutureInstants(club.db, now());
    for (const { table, rows } of found) log.error('rows from a clock that was ahead', { table, rows });
    if (found.length > 0) await club.write(repairFutureInstants);
    hasFutureInstants = found.length > 0 && listFutureInstants(club.db, now()).length > 0;
  };
  const isSendingLimited = () => {
    try {
      return outboxStats().limited.length > 0;
    } catch {
      // Health answers even without its database.
      return false;
    }
  };
  const warnings = () => {
    const list: HealthWarning[] = [];
    if (!isDatabaseInPlace) list.push('database_replaced');
    if (club.damage() !== null) list.push('database_damaged');
    if (club.isDiskFull()) list.push('disk_full');
    if (clock.isUnconfirmed()) list.push('clock_unconfirmed');
    if (hasFutureInstants) list.push('future_instants');
    if (base.hasUntrustedProxy()) list.push('untrusted_proxy');
    if (base.address.isUnknown()) list.push('address_unknown');
    if (isSendingLimited()) list.push('sending_limited');
    if (!whatsapp.isAvailable()) list.push('whatsapp_unavailable');
    return list;
  };

  const jobs: Job[] = [
    {
      name: 'database file',
      minutes: 1 / 60,
      clock: 'any',
      run: () => {
        checkDatabaseFile();
        checkDamage();
        disk.run();
      },
    },
    { name: 'clock', minutes: 1 / 60, clock: 'any', run: () => clock.run() },
    { name: 'checkpoint', minutes: 2 / 60, clock: 'any', run: () => truncateWal(club.db) },
    { name: 'page check', minutes: 1, clock: 'any', run: () => pageCheck.run() },
    { name: 'future instants', minutes: 60, clock: 'confirmed', run: checkFutureInstants },
  ];
  return {
    metrics,
    /** False while a write would go to a moved or deleted file. */
    isDatabaseInPlace: () => {
      // The job only looks every second; readiness looks at once.
      if (!isDatabaseInPlace) checkDatabaseFile();
      return isDatabaseInPlace;
    },
    /** What the reception must know about the database, the clock, the disk and mail. */
    alarms: () => [
      ...(club.damage() === null ? [] : [DAMAGE_ALARM]),
      ...clock.alarms(),
      ...whatsapp.alarms(),
      ...healthAlarms(config.dataDir, club.isDiskFull(), outboxStats()),
    ],
    jobs,
    routes: healthRoutes(base, {
      metrics,
      backups,
      whatsapp,
      mail: outbox.mail,
      warnings,
      confirmClock: () => clock.confirm(),
    }),
  };
}

export type Health = ReturnType<typeof createHealth>;

function healthAlarms(
  dataDir: string,
  isFull: boolean,
  { oldest_seconds, oldest_channel, limited }: OutboxStats,
): Alarm[] {
  const alarms: Alarm[] = [];
  const { bavail, bsize } = statfsSync(dataDir);
  if (isFull) alarms.push({ kind: 'disk', text: DISK_FULL });
  else if (bavail * bsize < LEAST_FREE_BYTES) {
    const text = `The disk has ${formatBytes(bavail * bsize)} left. Bookings stop when it is full.`;
    alarms.push({ kind: 'disk', text });
  }
  for (const channel of limited) alarms.push({ kind: 'mail', text: channelOf(channel).limited.alarm });
  if (oldest_seconds > LATE_MAIL_SECONDS && limited.length === 0) {
    const hours = Math.floor(oldest_seconds / 3600);
    const text =
      oldest_channel === null || oldest_channel === email.id
        ? `Emails have been waiting for ${counted(hours, 'hour')}: the mail server isn’t accepting them.`
        : `Messages by ${channelOf(oldest_channel).label} have been waiting for ${counted(hours, 'hour')}: the provider isn’t accepting them.`;
    alarms.push({ kind: 'mail', text });
  }
  return alarms;
}
