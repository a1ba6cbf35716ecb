import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Gauge, RequestMetrics } from './metrics.ts';
import { isOwnMachine } from './own-machine.ts';

/** A daily backup that is this late is worth an alarm. */
const OVERDUE = 36 * 60 * 60_000;

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
}

/** What a monitor, a load balancer and a curious operator ask. Nothing here is personal. */
export function healthRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  metrics: RequestMetrics;
  version: string;
  backups: { on: boolean; lastSuccess: () => number | null };
  outbox: () => { waiting: number; failed: number; oldest_seconds: number };
  stopping: AbortSignal | null;
  now: () => number;
}) {
  const { club, now } = deps;
  const started = now();
  const ping = club.db.prepare<{ one: number }, []>('SELECT 1 AS one FROM court LIMIT 1');

  const look = (): Health => {
    const broken = !answers(() => ping.get());
    const stopping = deps.stopping?.aborted === true;
    const last = broken ? null : deps.backups.lastSuccess();
    return {
      status: broken ? 'broken' : stopping ? 'stopping' : 'ok',
      live: true,
      ready: !broken && !stopping,
      version: deps.version,
      schema: SCHEMA_VERSION,
      uptime_seconds: Math.round((now() - started) / 1000),
      last_backup: last === null ? null : clubTimestamp(last),
      backup_overdue: deps.backups.on && now() - (last ?? started) > OVERDUE,
    };
  };

  return new Elysia({ name: 'health' })
    .use(deps.guard)
    .get('/api/health', ({ set }) => ready(look(), set), { access: 'anyone' })
    .get('/api/health/ready', ({ set }) => ready(look(), set), { access: 'anyone' })
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
        if (!session?.user.is_admin && !isOwnMachine(request, server?.requestIP(request)?.address)) {
          throw new Failure('forbidden', 'Figures are for this machine and for admins only.');
        }
        set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
        set.headers['cache-control'] = 'no-store';
        return deps.metrics.text(gauges(deps, look()));
      },
      { access: 'anyone' },
    );
}

function ready(health: Health, set: { status?: number | string; headers: Record<string, string | number> }) {
  set.headers['cache-control'] = 'no-store';
  if (!health.ready) set.status = 503;
  return health;
}

function gauges(
  deps: Pick<Parameters<typeof healthRoutes>[0], 'dataDir' | 'backups' | 'outbox'>,
  health: Health,
): Gauge[] {
  const file = (name: string) => size(join(deps.dataDir, name));
  const disk = known(() => statfsSync(deps.dataDir));
  const last = health.status === 'broken' ? null : deps.backups.lastSuccess();
  const outbox = known(deps.outbox);
  return [
    { name: 'club_ready', help: '1 when visitors can be served.', value: health.ready ? 1 : 0 },
    { name: 'club_schema_version', help: 'Schema of the database.', value: health.schema },
    { name: 'club_database_bytes', help: 'Size of the database file.', value: file('club.db') },
    { name: 'club_wal_bytes', help: 'Size of its write-ahead log.', value: file('club.db-wal') },
    {
      name: 'club_disk_free_bytes',
      help: 'Free space beside the database.',
      value: disk ? disk.bavail * disk.bsize : null,
    },
    {
      name: 'club_last_backup_timestamp_seconds',
      help: 'When the last proven backup was finished.',
      value: last === null ? null : Math.round(last / 1000),
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

function size(path: string): number | null {
  return known(() => statSync(path).size);
}

function known<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function answers(read: () => unknown): boolean {
  return Boolean(known(read));
}
