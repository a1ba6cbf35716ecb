import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { isLocalRequest } from './local-request.ts';
import type { Gauge, MetricsRegistry } from './metrics.ts';

/** A daily backup that is this late is worth an alarm. */
const BACKUP_OVERDUE_MS = 36 * 60 * 60_000;

export interface Health {
  status: 'ok' | 'stopping' | 'broken';
  /** The process answers. */
  live: true;
  /** Send visitors here: the database answers and the server is not stopping. */
  ready: boolean;
  version: string;
  schema: number;
  uptime_seconds: number;
  last_backup: string | null;
  /** True when backups are on and the last success is older than a day and a half. */
  backup_overdue: boolean;
  /** `files`: no mail server is set up, so emails are saved as files and not sent. */
  mail: 'smtp' | 'files';
}

/** What a monitor, a load balancer and a curious operator ask. Nothing here is personal. */
export function healthRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  metrics: MetricsRegistry;
  version: string;
  backups: { enabled: boolean; lastSuccess: () => number | null };
  outboxStats: () => { waiting: number; failed: number; oldest_seconds: number };
  mail: 'smtp' | 'files';
  stopSignal: AbortSignal;
  now: () => number;
}) {
  const { club, now } = deps;
  const started = now();
  const pingQuery = club.db.prepare<{ one: number }, []>('SELECT 1 AS one FROM court LIMIT 1');

  const checkHealth = (): Health => {
    const databaseDown = !succeeds(() => pingQuery.get());
    const stopping = deps.stopSignal.aborted;
    const lastBackup = databaseDown ? null : deps.backups.lastSuccess();
    return {
      status: databaseDown ? 'broken' : stopping ? 'stopping' : 'ok',
      live: true,
      ready: !databaseDown && !stopping,
      version: deps.version,
      schema: SCHEMA_VERSION,
      uptime_seconds: Math.round((now() - started) / 1000),
      last_backup: lastBackup === null ? null : clubTimestamp(lastBackup),
      backup_overdue: deps.backups.enabled && now() - (lastBackup ?? started) > BACKUP_OVERDUE_MS,
      mail: deps.mail,
    };
  };

  return new Elysia({ name: 'health' })
    .use(deps.guard)
    .get('/api/health', ({ set }) => healthResponse(checkHealth(), set), { access: 'anyone' })
    .get('/api/health/ready', ({ set }) => healthResponse(checkHealth(), set), { access: 'anyone' })
    .get(
      '/api/health/live',
      ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        return { live: true };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/metrics',
      ({ request, server, session, set }) => {
        if (!session?.user.is_admin && !isLocalRequest(request, server?.requestIP(request)?.address)) {
          throw new Failure('forbidden', 'Figures are for this machine and for admins only.');
        }
        set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
        set.headers['cache-control'] = 'no-store';
        return deps.metrics.toPrometheusText(collectGauges(deps, checkHealth()));
      },
      { access: 'anyone' },
    );
}

function healthResponse(
  health: Health,
  set: { status?: number | string; headers: Record<string, string | number> },
) {
  set.headers['cache-control'] = 'no-store';
  if (!health.ready) set.status = 503;
  return health;
}

function collectGauges(
  deps: Pick<Parameters<typeof healthRoutes>[0], 'dataDir' | 'backups' | 'outboxStats'>,
  health: Health,
): Gauge[] {
  const bytesOf = (name: string) => fileSize(join(deps.dataDir, name));
  const disk = tryOrNull(() => statfsSync(deps.dataDir));
  const lastBackup = health.status === 'broken' ? null : deps.backups.lastSuccess();
  const outbox = tryOrNull(deps.outboxStats);
  return [
    { name: 'club_ready', help: '1 when visitors can be served.', value: health.ready ? 1 : 0 },
    { name: 'club_schema_version', help: 'Schema of the database.', value: health.schema },
    { name: 'club_database_bytes', help: 'Size of the database file.', value: bytesOf('club.db') },
    { name: 'club_wal_bytes', help: 'Size of its write-ahead log.', value: bytesOf('club.db-wal') },
    {
      name: 'club_disk_free_bytes',
      help: 'Free space beside the database.',
      value: disk ? disk.bavail * disk.bsize : null,
    },
    {
      name: 'club_last_backup_timestamp_seconds',
      help: 'When the last proven backup was finished.',
      value: lastBackup === null ? null : Math.round(lastBackup / 1000),
    },
    { name: 'club_messages_waiting', help: 'Mails and texts that are due.', value: outbox?.waiting ?? null },
    {
      name: 'club_messages_waiting_seconds',
      help: 'How long the oldest of them has waited.',
      value: outbox?.oldest_seconds ?? null,
    },
    {
      name: 'club_messages_failed',
      help: 'Mails and texts that somebody has to look at.',
      value: outbox?.failed ?? null,
    },
    { name: 'process_resident_memory_bytes', help: 'Memory in use.', value: process.memoryUsage.rss() },
    { name: 'process_uptime_seconds', help: 'Time since the start.', value: health.uptime_seconds },
  ];
}

function fileSize(path: string): number | null {
  return tryOrNull(() => statSync(path).size);
}

function tryOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function succeeds(read: () => unknown): boolean {
  return Boolean(tryOrNull(read));
}
