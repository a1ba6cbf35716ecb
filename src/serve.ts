import { join } from 'node:path';
import client from '#client';
import { type App, createApp } from './app.ts';
import { openDataDir } from './backups/open-data-dir.ts';
import { copyBeforeUpgrade } from './backups/pre-upgrade-copy.ts';
import { BackupRunLog } from './backups/run-log.ts';
import { createBackupJob } from './backups/scheduled-backup.ts';
import { BookingStore } from './bookings/store.ts';
import type { Config } from './config/load-config.ts';
import { ClubDb } from './db/club-db.ts';
import { migrate, SCHEMA_VERSION } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { OperatorError } from './db/operator-error.ts';
import { createBufferedWriter, createLog, describeError } from './http/log.ts';
import { JobScheduler } from './jobs.ts';
import { createOutboxWorker } from './notifications/module.ts';

/** Longer than any request should take; a client that stalls for this many seconds is dropped. */
const IDLE_TIMEOUT_SECONDS = 30;
/** The largest body any route takes is a receipt; its own limit is tighter. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** How long requests that are under way may take after SIGTERM. */
const DRAIN_TIMEOUT_SECONDS = 20;

/** Opens the club and serves it until SIGTERM or SIGINT; requests that are under way are finished. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config.logFormat, createBufferedWriter(1));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', describeError(error)));

  const lock = openDataDir(config.dataDir);
  const db = openDatabase(join(config.dataDir, 'club.db'));
  migrate(db, (from) => {
    const copy = copyBeforeUpgrade(config.dataDir, from, Date.now());
    log.info('upgrading', { from, to: SCHEMA_VERSION, copy });
  });
  const club = new ClubDb(db, Date.now);
  const scheduler = new JobScheduler((job, error) =>
    log.error('errand failed', { errand: job, ...describeError(error) }),
  );
  const stopController = new AbortController();
  const transports = { mail: config.mail, sms: config.sms };
  const app = createApp({
    club,
    facts: config.club,
    dataDir: config.dataDir,
    client,
    log,
    scheduler,
    transports,
    oauth: config.oauth,
    payments: config.payments,
    trustProxy: config.trustProxy,
    backup: config.backup,
    now: Date.now,
    stopSignal: stopController.signal,
  });
  const bookings = new BookingStore(db);
  const outboxWorker = createOutboxWorker({
    club,
    facts: config.club,
    transports: transports,
    dataDir: config.dataDir,
    log,
    now: Date.now,
    findBooking: (id) => bookings.find(id),
  });
  scheduler.every(
    1,
    'backup',
    createBackupJob({
      dataDir: config.dataDir,
      at: config.backup.at,
      keep: config.backup.keep,
      runs: new BackupRunLog(db),
      log,
      now: Date.now,
      signal: stopController.signal,
    }),
  );
  listen(app, config);
  const port = app.server?.port ?? config.port;
  scheduler.start();
  outboxWorker.start();
  log.info('ready', { url: `http://localhost:${port}`, data: config.dataDir });

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  log.info('stopping', { signal });
  stopController.abort();
  await Promise.all([drainConnections(app.server), scheduler.stop()]);
  // After the last request, so that nothing is queued behind its back.
  await outboxWorker.stop();
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  lock.release();
  log.info('stopped');
  return 0;
}

function listen(app: App, { host, port }: Config): void {
  try {
    app.listen({
      port,
      hostname: host,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  } catch (error) {
    throw new OperatorError(
      (error as { code?: unknown }).code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Stop that one, or choose another port with PORT.`
        : `The site cannot be served at HOST "${host}", port ${port}. HOST is an address of this machine, such as 0.0.0.0 or 127.0.0.1.`,
    );
  }
}

/**
 * No new connections; what is being asked is answered, for at most `DRAIN_SECONDS`. Browsers keep idle
 * connections open for long, so those are closed rather than waited for.
 */
async function drainConnections(server: App['server']): Promise<void> {
  if (!server) return;
  void server.stop();
  const deadline = Date.now() + DRAIN_TIMEOUT_SECONDS * 1000;
  while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(20);
  await server.stop(true);
}
