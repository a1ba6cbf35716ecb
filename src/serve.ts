import { join } from 'node:path';
import client from '#client';
import { type App, createClub } from './app.ts';
import { assertNotLost, endNewClubPermission, noteClubBeside } from './backups/lost-club.ts';
import { openDataDir } from './backups/open-data-dir.ts';
import { upgradeWithBackup } from './backups/upgrade-with-backup.ts';
import type { Config } from './config/load-config.ts';
import { reachableUrl } from './config/reachable-url.ts';
import { ClubClock } from './db/club-clock.ts';
import { ClubDb } from './db/club-db.ts';
import { assertOwnSchema } from './db/compare-schema.ts';
import { lockForServer } from './db/data-dir-lock.ts';
import { isDiskFull } from './db/disk-room.ts';
import { readLastTime, writeLastTime } from './db/last-time.ts';
import { SCHEMA_VERSION, schemaVersionOf } from './db/migrate.ts';
import { networkShareWarning } from './db/network-share.ts';
import { openDatabase } from './db/open-database.ts';
import { OperatorError } from './db/operator-error.ts';
import { removeServerNote, type ServerNote, writeServerNote } from './db/server-note.ts';
import { businessDayOf } from './domain/business-day.ts';
import { isLocalAddress } from './domain/club.ts';
import { describeError, openLog } from './http/log.ts';
import { JobScheduler } from './jobs.ts';
import { formatSetupLink, linkBehindProxy } from './settings/format-setup-link.ts';
import { moveSettingsToDatabase } from './settings/import-club-toml.ts';
import { readClub } from './settings/read-club.ts';
import { EARLIEST_TIME, VERSION } from './version.ts';

/** After this many seconds, the server drops a client that sends or reads nothing. */
const IDLE_TIMEOUT_SECONDS = 30;
/** Routes set their own, smaller limits; the largest body is a receipt. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** How long current requests may take after SIGTERM. */
const DRAIN_TIMEOUT_SECONDS = 20;

const LOG_DRAIN_TIMEOUT_MS = 1000;

/** Echoes of a single Ctrl-C arrive within this time. */
const SIGNAL_ECHO_MS = 1000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Opens the club and serves it until SIGTERM or SIGINT, then finishes current requests. Starts over with new settings
 * when an owner has changed those of the machine.
 */
export async function serve(loadConfig: () => Config): Promise<number> {
  let config = loadConfig();
  const log = openLog(config);
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', describeError(error)));
  for (;;) {
    const { reason, port } = await serveUntilStopped(config, log);
    if (reason !== 'restart') break;
    config = { ...loadConfig(), port };
  }
  // A write to a stalled reader never returns and would keep the process alive.
  if (!(await log.drain(LOG_DRAIN_TIMEOUT_MS))) process.exit(0);
  return 0;
}

async function serveUntilStopped(
  config: Config,
  log: ReturnType<typeof openLog>,
): Promise<{ reason: string; port: number }> {
  const lock = openDataDir(config.dataDir);
  await assertNotLost(config);
  const serverLock = await lockForServer(config.dataDir, () =>
    log.info('waiting for the other server to stop'),
  );
  const share = networkShareWarning(config.dataDir);
  if (share) log.error('data folder on a share', { fix: `${share.text} ${share.fix}` });
  const db = openDatabase(join(config.dataDir, 'club.db'));
  const isNew = schemaVersionOf(db) === 0;
  const upgrade = await upgradeWithBackup(config.dataDir, db, VERSION, (step) => log.info('upgrading', step));
  assertOwnSchema(db);
  endNewClubPermission(config.dataDir);
  if (upgrade) log.info('upgraded', { ...upgrade, to: SCHEMA_VERSION });
  const takeover = await moveSettingsToDatabase({
    db,
    dataDir: config.dataDir,
    lockedSettings: config.lockedSettings,
    isNew,
    date: businessDayOf(Date.now()),
  });
  if (takeover.takenKeys.length > 0) {
    const { takenKeys, fileChanged } = takeover;
    log.info('settings moved to the dashboard', { settings: takenKeys.length, remarked: fileChanged });
  }
  const clock = new ClubClock(Date.now, () => performance.now(), readLastTime(config.dataDir), EARLIEST_TIME);
  const club = new ClubDb(db, Date.now, clock);
  const stopController = new AbortController();
  const stop = Promise.withResolvers<string>();
  const { app, jobs, notifications, createSetupLink } = createClub({
    club,
    client,
    log,
    config: { ...config, lockedSettings: takeover.lockedSettings },
    now: Date.now,
    stopSignal: stopController.signal,
    restart: () => stop.resolve('restart'),
  });
  const scheduler = new JobScheduler(jobs, (job, error) =>
    log.error('job failed', { job, ...describeError(error) }),
  );
  listen(app, config);
  const port = app.server?.port ?? config.port;
  scheduler.start();
  const outboxWorker = notifications.createOutboxWorker();
  outboxWorker.start();
  log.info('ready', { url: `http://localhost:${port}`, data: config.dataDir });
  const note = {
    port,
    host: config.host,
    url: reachableUrl(config, port),
    needsAddress: config.trustProxy && isLocalAddress(config.publicUrl),
  };
  try {
    writeServerNote(config.dataDir, note);
    noteClubBeside(config.dataDir, readClub(config).name);
    const setupLink = await createSetupLink(note.url);
    if (setupLink) printSetupLink(log, setupLink, note);
  } catch (error) {
    // Pages are still served from a full disk; the health check reports it.
    if (!isDiskFull(error)) throw error;
  }

  const stopFor = (signal: string) => stop.resolve(signal);
  for (const name of SIGNALS) process.once(name, stopFor);
  const reason = await stop.promise;
  for (const name of SIGNALS) process.off(name, stopFor);
  if (reason !== 'restart') endAtNextSignal();
  log.info('stopping', { reason });
  stopController.abort();
  await Promise.all([drainConnections(app.server), scheduler.stop()]);
  // The worker stops after the last request, which may still queue a message.
  await outboxWorker.stop();
  removeServerNote(config.dataDir);
  noteStop(config.dataDir, clock);
  try {
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // On a full disk, committed data stays in the log, which the next start reads.
    log.error('log of the database not emptied', describeError(error));
  }
  db.close();
  serverLock.release();
  lock.release();
  log.info('stopped');
  return { reason, port };
}

/**
 * A terminal sends Ctrl-C to every process, and npm and start.mjs pass it on, so one press arrives several times; a
 * later press ends the process without waiting for requests.
 */
function endAtNextSignal(): void {
  const since = performance.now();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (performance.now() - since > SIGNAL_ECHO_MS) process.exit(1);
    });
  }
}

/** Lets the next start know that the site was stopped rather than lost with its machine. */
function noteStop(dataDir: string, clock: ClubClock): void {
  const { now, isConfirmed } = clock.read();
  if (!isConfirmed) return;
  try {
    writeLastTime(dataDir, now, { stopped: true });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

function printSetupLink(log: ReturnType<typeof openLog>, link: string, note: ServerNote): void {
  const behindProxy = note.needsAddress ? { behind_a_proxy: linkBehindProxy(link) } : {};
  log.info('set up the club', { url: link, ...behindProxy });
  if (process.stdout.isTTY) log.print(formatSetupLink(link, note));
}

function listen(app: App, { host, port }: Config): void {
  try {
    app.listen({
      port,
      hostname: host,
      // Otherwise a second club would get every other connection of the first.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new OperatorError(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Stop it, or choose another port with PORT.`
        : code === 'EACCES' || code === 'EPERM'
          ? closedPortError(port)
          : `The site cannot be served at HOST "${host}", port ${port}. HOST is an address of this machine, such as 0.0.0.0 or 127.0.0.1.`,
    );
  }
}

function closedPortError(port: number): string {
  return process.platform === 'win32'
    ? `Windows keeps port ${port} for itself or another program. Choose another port with PORT.`
    : `Port ${port} is for root only, and the site runs as the owner of its data folder. Choose a port from 1024 on with PORT, and let a proxy answer at ${port}.`;
}

/**
 * Accepts no new connections and answers current requests for at most `DRAIN_TIMEOUT_SECONDS`. Idle connections are
 * closed, because browsers keep them open for long.
 */
async function drainConnections(server: App['server']): Promise<void> {
  if (!server) return;
  void server.stop();
  const deadline = Date.now() + DRAIN_TIMEOUT_SECONDS * 1000;
  while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(20);
  await server.stop(true);
}
