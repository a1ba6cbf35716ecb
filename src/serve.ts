import { join } from 'node:path';
import client from '#client';
import { type App, createApp } from './app.ts';
import { enterClub } from './backups/enter.ts';
import { backupErrand } from './backups/errand.ts';
import { BackupRuns } from './backups/runs.ts';
import { copyBeforeUpgrade } from './backups/upgrade-copy.ts';
import { BookingStore } from './bookings/store.ts';
import type { Config } from './config.ts';
import { ClubDb } from './db/club-db.ts';
import { migrate, SCHEMA_VERSION } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { OperatorError } from './db/operator-error.ts';
import { createLog, describeError, gatheringWriter } from './http/log.ts';
import { hirePostman } from './notifications/mailroom.ts';
import { Schedule } from './schedule.ts';

/** Longer than any request should take; a client that stalls for this many seconds is dropped. */
const IDLE_SECONDS = 30;
/** The largest body any route takes is a receipt; its own limit is tighter. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** How long requests that are under way may take after SIGTERM. */
const DRAIN_SECONDS = 20;

/** Opens the club and serves it until SIGTERM or SIGINT; requests that are under way are finished. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config.logFormat, gatheringWriter(1));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', describeError(error)));

  const lock = enterClub(config.dataDir);
  const db = openDatabase(join(config.dataDir, 'club.db'));
  migrate(db, (from) => {
    const copy = copyBeforeUpgrade(config.dataDir, from, Date.now());
    log.info('upgrading', { from, to: SCHEMA_VERSION, copy });
  });
  const club = new ClubDb(db, Date.now);
  const schedule = new Schedule((errand, error) =>
    log.error('errand failed', { errand, ...describeError(error) }),
  );
  const stopping = new AbortController();
  const outlets = { mail: config.mail, sms: config.sms };
  const app = createApp({
    club,
    facts: config.club,
    dataDir: config.dataDir,
    client,
    log,
    schedule,
    outlets,
    oauth: config.oauth,
    payments: config.payments,
    trustProxy: config.trustProxy,
    backup: config.backup,
    now: Date.now,
    stopping: stopping.signal,
  });
  const bookings = new BookingStore(db);
  const postman = hirePostman({
    club,
    facts: config.club,
    outlets,
    dataDir: config.dataDir,
    log,
    now: Date.now,
    findBooking: (id) => bookings.find(id),
  });
  schedule.every(
    1,
    'backup',
    backupErrand({
      dataDir: config.dataDir,
      at: config.backup.at,
      keep: config.backup.keep,
      runs: new BackupRuns(db),
      log,
      now: Date.now,
      signal: stopping.signal,
    }),
  );
  listen(app, config);
  const port = app.server?.port ?? config.port;
  schedule.start();
  postman.start();
  log.info('ready', { url: `http://localhost:${port}`, data: config.dataDir });

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  log.info('stopping', { signal });
  stopping.abort();
  await Promise.all([drain(app.server), schedule.stop()]);
  // After the last request, so that nothing is queued behind its back.
  await postman.stop();
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  lock.release();
  log.info('stopped');
  return 0;
}

function listen(app: App, { host, port }: Config): void {
  try {
    app.listen({ port, hostname: host, idleTimeout: IDLE_SECONDS, maxRequestBodySize: BODY_LIMIT });
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
async function drain(server: App['server']): Promise<void> {
  if (!server) return;
  void server.stop();
  const deadline = Date.now() + DRAIN_SECONDS * 1000;
  while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(20);
  await server.stop(true);
}
