import { join } from 'node:path';
import { Elysia } from 'elysia';
import { createAccountsModule } from './accounts/module.ts';
import { SessionStore } from './accounts/session-store.ts';
import { adminRoutes } from './admin/routes.ts';
import { resolveBackupDir } from './backups/file-utils.ts';
import { backupRoutes } from './backups/routes.ts';
import { BackupRunLog } from './backups/run-log.ts';
import { adminBookingRoutes } from './bookings/admin-routes.ts';
import { DailyBookingLimit } from './bookings/daily-limit.ts';
import { icalendarRoutes } from './bookings/icalendar-routes.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { SearchIndex } from './bookings/search-index.ts';
import { BookingStore, IdempotencyStore } from './bookings/store.ts';
import type { Config, OAuthConfig } from './config/load-config.ts';
import { contactRoutes } from './contact/routes.ts';
import { adminCourtRoutes } from './courts/admin-routes.ts';
import { CourtResponses, courtRoutes } from './courts/routes.ts';
import { CourtStore } from './courts/store.ts';
import type { ClubDb } from './db/club-db.ts';
import { QueryCache } from './db/query-cache.ts';
import { readSecret } from './db/secret.ts';
import { truncateWal } from './db/wal-checkpoint.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './domain/booking.ts';
import type { Club } from './domain/club.ts';
import { MetricsRegistry } from './health/metrics.ts';
import { healthRoutes } from './health/routes.ts';
import { createClientIpResolver } from './http/client-ip.ts';
import type { Log } from './http/log.ts';
import { createNotFoundHandler } from './http/not-found-handler.ts';
import { type EmbeddedClient, PageServer, pageRoutes } from './http/page-server.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { requestLifecycle } from './http/request-lifecycle.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sessionGuard } from './http/session-guard.ts';
import type { JobScheduler } from './jobs.ts';
import { createNotifications, type TransportSettings } from './notifications/module.ts';
import { OutboxList } from './notifications/outbox-list.ts';
import { readOutboxStats } from './notifications/outbox-stats.ts';
import { outboxRoutes } from './notifications/routes.ts';
import { createProviders } from './oauth/create-providers.ts';
import type { AccountsApi } from './oauth/identities.ts';
import { listVisibleProviders } from './oauth/provider-config.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { signInMethodRoutes } from './oauth/sign-in-method-routes.ts';
import { BankQrImage } from './payments/bank-qr-image.ts';
import { createPaymentsModule } from './payments/module.ts';
import { ReceiptFiles } from './receipts/receipt-files.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { ReceiptStore } from './receipts/store.ts';
import { VERSION } from './version.ts';

const CHECKPOINT_MINUTES = 2 / 60;
const SEARCH_SYNC_MINUTES = 10 / 60;

export interface AppDeps {
  club: ClubDb;
  facts: Club;
  /** The club's folder: pictures and the like lie beside the database. */
  dataDir: string;
  client: EmbeddedClient;
  log: Log;
  /** What has to be done again and again is told to it; starting it is the server's business. */
  scheduler: JobScheduler;
  /** How messages leave the house; the postman who carries them is the server's business. */
  transports: TransportSettings;
  oauth: OAuthConfig;
  payments: Config['payments'];
  /** Behind a proxy of the club's own, which says whose request it passes on. */
  trustProxy: boolean;
  /** When the daily backup is made, and how many are kept; making it is the server's business. */
  backup: { at: string; keep: number; folder: string };
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop, so that what stays open lets go. */
  stopSignal?: AbortSignal;
}

/** The table of contents of the API. Builds everything, starts nothing. */
export function createApp(deps: AppDeps) {
  const { club, facts, now } = deps;
  const courts = new CourtStore(club.db);
  const bookings = new BookingStore(club.db);
  const idempotency = new IdempotencyStore(club);
  const searchIndex = new SearchIndex(club);
  const https = facts.public_url.startsWith('https://');
  const sessions = new SessionStore(club, { https, now });
  const findSession = (request: Request) => sessions.findByRequest(request);
  const guard = sessionGuard(findSession);

  const queryCache = new QueryCache(club);
  const metrics = new MetricsRegistry();
  const backupRuns = new BackupRunLog(club.db);
  const { at, keep } = deps.backup;
  const getClientIp = createClientIpResolver({ trustProxy: deps.trustProxy });
  const bookingLimiter = new RateLimiter({ limit: 120, window: 60_000 }, now);
  const dailyLimit = new DailyBookingLimit(facts.phone, now);
  const signInLimiter = new RateLimiter({ limit: 120, window: 10 * 60_000 }, now);
  const contactLimiter = new RateLimiter({ limit: 20, window: 10 * 60_000 }, now);
  const uploadLimiter = new RateLimiter({ limit: 60, window: 60_000 }, now);
  const uploadPerBookingLimiter = new RateLimiter({ limit: 20, window: 60 * 60_000 }, now);

  deps.scheduler.every(CHECKPOINT_MINUTES, 'checkpoint', () => truncateWal(club.db));
  deps.scheduler.every(SEARCH_SYNC_MINUTES, 'search', () => searchIndex.sync());
  deps.scheduler.every(12 * 60, 'search index', () => searchIndex.optimize());
  deps.scheduler.every(60, 'answers', () => club.write((tx) => idempotency.deleteExpired(tx)));

  const notifications = createNotifications({
    club,
    facts,
    transports: deps.transports,
    findBooking: (id) => bookings.find(id),
  });
  club.onEventInTransaction((event, tx) => notifications.notifier.handleEvent(event, tx));
  deps.scheduler.every(1, 'reminders', () => notifications.reminders.run(now()));
  deps.scheduler.every(12 * 60, 'outbox', () => club.write((tx) => notifications.outbox.deleteExpired(tx)));

  const receipts = new ReceiptStore(club.db);
  const receiptFolder = new ReceiptFiles(join(deps.dataDir, 'receipts'));
  deps.scheduler.every(6 * 60, 'receipts', () =>
    receiptFolder.removeOrphans((name) => receipts.isReferenced(name), now()),
  );

  const findCourt = (id: number) => courts.find(id);
  const findBooking = (id: number) => bookings.find(id);
  const accounts = createAccountsModule({
    ...{ guard, club, sessions, getClientIp, now },
    schedule: deps.scheduler,
    publicUrl: facts.public_url,
    notify: (tx, notice) => notifications.notifier.notifyAccount(tx, notice),
    linkGuestBookings: (tx, member) => bookings.linkGuestBookings(tx, member),
    isCourt: (id) => findCourt(id) !== null,
  });
  const oauthProviders = createProviders({ oauth: deps.oauth, publicUrl: facts.public_url, now });
  const accountsApi: AccountsApi = {
    findByEmail: (email) => accounts.users.findByEmail(email),
    create: (tx, user) => accounts.users.create(tx, user),
    clearOAuthProvider: (tx, id, provider) => accounts.users.clearOAuthProvider(tx, id, provider),
    notify: (tx, notice) => notifications.notifier.notifyAccount(tx, notice),
  };
  const payments = createPaymentsModule({
    ...{ guard, club, findBooking, now },
    changeStatus: (tx, id, to, actor) => bookings.changeStatus(tx, id, to, actor),
    schedule: deps.scheduler,
    publicUrl: facts.public_url,
    config: deps.payments,
  });
  const paymentMethods: PaymentMethod[] = [...PAYMENT_METHODS, ...(payments ? (['card'] as const) : [])];
  const takenHours = (courtId: number, date: string) => bookings.takenSlotIndexes(courtId, date);

  const headers = securityHeaders({ https, pixel: facts.pixel_id !== '' });
  const courtResponses = new CourtResponses({ courts, cache: queryCache, takenHours, headers, now });
  const mediaDir = join(deps.dataDir, 'media');
  const bankQrImage = new BankQrImage(mediaDir, facts.bank.qr_picture);
  const pageServer = new PageServer({
    client: deps.client,
    pageData: () =>
      queryCache.getOrCompute('page data', () => ({
        club: facts,
        courts: courts.listActive(),
        payment_methods: paymentMethods,
        bank_picture: bankQrImage.current(),
        sign_in: listVisibleProviders(deps.oauth),
      })),
    isGuest: (request) => !sessions.hasToken(request),
    headers,
  });

  const app = new Elysia({ name: 'padel-club' });
  const notFound = createNotFoundHandler(() => app.routes);
  return app
    .use(
      requestLifecycle({
        log: deps.log,
        headers,
        publicOrigin: new URL(facts.public_url).origin,
        fastPath: (request, path) =>
          courtResponses.fastPath(request, path) ?? pageServer.fastPath(request, path),
        observe: (metric) => metrics.observe(metric),
      }),
    )
    .use(guard)
    .use(courtRoutes({ guard, responses: courtResponses }))
    .use(
      bookingRoutes({
        ...{
          guard,
          club,
          bookings,
          idempotency,
          findCourt,
          clubInfo: facts,
          paymentMethods,
        },
        cardCheckout: payments?.checkoutService ?? null,
        assertRateLimit: (context) => bookingLimiter.consume(getClientIp(context)),
        assertDailyLimit: (context, booking) => dailyLimit.consume(getClientIp(context), booking),
      }),
    )
    .use(accounts.authentication)
    .use(accounts.account)
    .use(accounts.sessions)
    .use(
      oauthRoutes({
        ...{ guard, club, https, now, log: deps.log },
        providers: oauthProviders,
        accounts: accountsApi,
        startSession: accounts.startSession,
        serializeSessionCookie: (token) => sessions.serializeCookie(token),
        cookieSecret: readSecret(club.db, 'cookie'),
        limit: (context) => signInLimiter.consume(getClientIp(context)),
      }),
    )
    .use(
      signInMethodRoutes({
        guard,
        club,
        accounts: accountsApi,
        availableProviders: new Set(oauthProviders.keys()),
      }),
    )
    .use(
      adminBookingRoutes({
        guard,
        club,
        bookings,
        searchIndex,
        findCourt,
        listCourts: () => courts.listAll(),
        findReceipt: (id) => receipts.findView(id),
        now,
      }),
    )
    .use(adminCourtRoutes({ guard, club, mediaDir, now }))
    .use(adminRoutes({ guard, club, findSession, shutdownSignal: deps.stopSignal ?? null, now }))
    .use(
      outboxRoutes({
        guard,
        club,
        outbox: new OutboxList(club.db),
        mail: deps.transports.mail.smtp_url ? 'smtp' : 'files',
        sms: deps.transports.sms.url ? 'on' : 'off',
      }),
    )
    .use(icalendarRoutes({ guard, findBooking, clubInfo: facts }))
    .use(contactRoutes({ guard, club, limit: (context) => contactLimiter.consume(getClientIp(context)) }))
    .use(
      backupRoutes({
        guard,
        runs: backupRuns,
        at,
        keep,
        folder: resolveBackupDir(deps.dataDir, deps.backup.folder),
      }),
    )
    .use(
      healthRoutes({
        ...{ guard, club, dataDir: deps.dataDir, metrics, now },
        version: VERSION,
        backups: { on: at !== '', lastSuccess: () => backupRuns.lastRunTimes().succeeded },
        outbox: () => readOutboxStats(club.db, now()),
        stopSignal: deps.stopSignal ?? null,
      }),
    )
    .use(
      receiptRoutes({
        ...{ guard, club, receipts, files: receiptFolder, findBooking },
        limit: (context, id) => {
          uploadLimiter.consume(getClientIp(context));
          uploadPerBookingLimiter.consume(`${getClientIp(context)} ${id}`);
        },
      }),
    )
    .use(payments?.routes ?? new Elysia())
    .all('/api', notFound, { access: 'anyone' })
    .all('/api/*', notFound, { access: 'anyone' })
    .use(pageRoutes({ guard, pages: pageServer, notFound }));
}

export type App = ReturnType<typeof createApp>;
