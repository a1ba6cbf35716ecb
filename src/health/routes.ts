import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import type { Backups } from '../backups/module.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { CopyOverview } from '../domain/backup-warnings.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { isSameSignature } from '../http/link-signature.ts';
import type { Session } from '../http/session-guard.ts';
import { readOutboxStats } from '../outbox/outbox-stats.ts';
import { VERSION } from '../version.ts';
import type { Whatsapp } from '../whatsapp/module.ts';
import { isLocalRequest } from './local-request.ts';
import type { Gauge, MetricsRegistry } from './metrics.ts';

/** How late a daily backup must be to raise an alarm. */
const BACKUP_OVERDUE_MS = 36 * 60 * 60_000;

type Health = ApiAnswer<'GET /api/health'> & ApiAnswer<'GET /api/health/ready'>;

/**
 * `database_replaced`: club.db was replaced or removed. `database_damaged`: SQLite has met a damaged page.
 * `disk_full`: nothing can be saved. `clock_unconfirmed`: the clock jumped, so nothing ends because of the time. `future_instants`: the database
 * has rows from a clock that was ahead. `untrusted_proxy`: a proxy forwards requests, but TRUST_PROXY is not
 * set, so all its visitors share one limit. `address_unknown`: the site was opened at an address that it does not know.
 * `sending_limited`: the mail server or the text gateway takes no more messages for now. `whatsapp_unavailable`: WhatsApp
 * cannot be reached or refuses the club.
 */
export type HealthWarning = NonNullable<Health['warnings']>[number];

interface HealthDeps {
  metrics: MetricsRegistry;
  backups: Backups;
  whatsapp: Whatsapp;
  mail: 'smtp' | 'files';
  warnings: () => HealthWarning[];
  /** Called when an owner says the clock is right. */
  confirmClock: () => void;
}

/** Health and metrics for monitors, load balancers and operators. Nothing here is personal. */
export function healthRoutes(base: Base, deps: HealthDeps) {
  const { club, config, stopSignal, now } = base;
  const started = now();

  /** A club created by a clock that ran ahead waits from the start of the process. */
  const waitingSince = () => Math.min(started, deps.backups.createdAt());

  const checkHealth = (): Health => {
    const databaseDown = !club.isReadable() || club.damage() !== null;
    const stopping = stopSignal.aborted;
    const full = club.isDiskFull();
    const lastBackup = databaseDown ? null : deps.backups.lastSuccess();
    const copies = deps.backups.copies();
    return {
      status: databaseDown ? 'broken' : stopping ? 'stopping' : full ? 'disk_full' : 'ok',
      live: true,
      ready: !databaseDown && !stopping && !full,
      version: VERSION,
      schema: SCHEMA_VERSION,
      uptime_seconds: Math.round(process.uptime()),
      last_backup: lastBackup === null ? null : clubTimestamp(lastBackup),
      backup_overdue: deps.backups.enabled && now() - (lastBackup ?? waitingSince()) > BACKUP_OVERDUE_MS,
      last_copy: copies?.last_copy ?? null,
      copy_overdue: copies?.overdue ?? false,
      last_rehearsal: copies?.last_rehearsal ?? null,
      rehearsal_overdue: copies?.rehearsal_overdue ?? false,
      mail: deps.mail,
    };
  };

  const mayReadDetails = ({ request, server, session }: HealthContext): boolean =>
    isAdmin(session) || isLocalRequest(request, server?.requestIP(request)?.address, config.host);
  /**
   * A proxy that sends no header looks like this machine. With `TRUST_PROXY`, the proxy is known to send one, so a
   * local request without it really comes from this machine.
   */
  const mayReadMetrics = (context: HealthContext): boolean =>
    isAdmin(context.session) ||
    hasToken(context.request, config.metrics.token) ||
    (config.trustProxy && mayReadDetails(context));
  const respond = (context: HealthContext & { set: HealthResponseSet }): Health => {
    const health = checkHealth();
    context.set.headers['cache-control'] = 'no-store';
    if (!health.ready) context.set.status = 503;
    if (!mayReadDetails(context)) return health;
    const openedAt = base.address.openedAt();
    return { ...health, warnings: deps.warnings(), ...(openedAt === null ? {} : { opened_at: openedAt }) };
  };

  return new Elysia({ name: 'health' })
    .use(base.guard)
    .get('/api/health', (context) => respond(context), { access: 'anyone' })
    .get('/api/health/ready', (context) => respond(context), { access: 'anyone' })
    .get(
      '/api/health/live',
      ({ set }): ApiAnswer<'GET /api/health/live'> => {
        set.headers['cache-control'] = 'no-store';
        return { live: true };
      },
      { access: 'anyone' },
    )
    .post(
      '/api/admin/clock/confirm',
      (): ApiAnswer<'POST /api/admin/clock/confirm'> => {
        deps.confirmClock();
        return { message: 'The clock is confirmed.' };
      },
      { access: 'owner' },
    )
    .get(
      '/api/metrics',
      (context) => {
        const { set } = context;
        if (!mayReadMetrics(context)) {
          throw new Failure(
            'forbidden',
            'Metrics are for admins and for programs that send the server’s METRICS_TOKEN.',
          );
        }
        set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
        set.headers['cache-control'] = 'no-store';
        return deps.metrics.toPrometheusText(collectGauges(base, deps, checkHealth()));
      },
      { access: 'anyone' },
    );
}

interface HealthContext extends RequestContext {
  session: Session | null;
}

function isAdmin(session: Session | null): boolean {
  return session?.user.is_admin === true;
}

/** An empty token lets nobody in. */
function hasToken(request: Request, token: string): boolean {
  return token !== '' && isSameSignature(request.headers.get('authorization') ?? '', `Bearer ${token}`);
}

interface HealthResponseSet {
  status?: number | string;
  headers: Record<string, string | number>;
}

function collectGauges(
  { club, config, now }: Base,
  { backups, whatsapp }: HealthDeps,
  health: Health,
): Gauge[] {
  const bytesOf = (name: string) => fileSize(join(config.dataDir, name));
  const disk = tryOrNull(() => statfsSync(config.dataDir));
  const lastBackup = health.status === 'broken' ? null : backups.lastSuccess();
  const outbox = tryOrNull(() => readOutboxStats(club.db, now()));
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
      help: 'When the last verified backup was finished.',
      value: lastBackup === null ? null : Math.round(lastBackup / 1000),
    },
    ...copyGauges(backups.copies(), now()),
    {
      name: 'club_messages_waiting',
      help: 'Emails and SMS that are due.',
      value: outbox?.waiting ?? null,
    },
    {
      name: 'club_messages_waiting_seconds',
      help: 'How long the oldest due message has waited.',
      value: outbox?.oldest_seconds ?? null,
    },
    {
      name: 'club_messages_failed',
      help: 'Emails and SMS that need attention.',
      value: outbox?.failed ?? null,
    },
    ...(whatsapp.isSetUp
      ? [
          {
            name: 'club_whatsapp_available',
            help: '0 when WhatsApp cannot be reached or refuses the club.',
            value: whatsapp.isAvailable() ? 1 : 0,
          },
        ]
      : []),
    { name: 'process_resident_memory_bytes', help: 'Memory in use.', value: process.memoryUsage.rss() },
    { name: 'process_uptime_seconds', help: 'Time since the start.', value: health.uptime_seconds },
  ];
}

function copyGauges(copies: CopyOverview | null, now: number): Gauge[] {
  if (!copies) return [];
  const seconds = (at: string | null) => (at === null ? null : Math.round(Date.parse(at) / 1000));
  const { uncopied_since: since } = copies;
  return [
    {
      name: 'club_last_copy_timestamp_seconds',
      help: 'The moment of the last copy in the bucket or folder.',
      value: seconds(copies.last_copy),
    },
    {
      name: 'club_uncopied_seconds',
      help: 'For how long changes are not copied; 0 when every change is.',
      value: since === null ? 0 : Math.max(0, Math.round((now - Date.parse(since)) / 1000)),
    },
    { name: 'club_copy_bytes', help: 'Size of the last copy of the database.', value: copies.bytes },
    { name: 'club_copy_seconds', help: 'How long the last copy took.', value: copies.seconds },
    {
      name: 'club_last_rehearsal_timestamp_seconds',
      help: 'When a copy was last restored into a temporary folder and compared.',
      value: seconds(copies.last_rehearsal),
    },
    {
      name: 'club_rehearsal_overdue',
      help: '1 when the last rehearsal failed or is older than nine days.',
      value: copies.rehearsal_overdue ? 1 : 0,
    },
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
