import { join } from 'node:path';
import { Elysia } from 'elysia';
import { createAccounts } from './accounts/module.ts';
import { SessionStore } from './accounts/session-store.ts';
import { createAdmin } from './admin/module.ts';
import { createBackups } from './backups/module.ts';
import { createBank } from './bank/module.ts';
import { createBookings } from './bookings/module.ts';
import { ClubCalendar } from './calendar/club-calendar.ts';
import { createContact } from './contact/module.ts';
import { createConversations } from './conversations/module.ts';
import { CourtStore } from './courts/store.ts';
import { customerRoutes } from './customers/routes.ts';
import type { ClubDb } from './db/club-db.ts';
import { createDue } from './due/module.ts';
import { createEvents } from './events/module.ts';
import { createExtras } from './extras/module.ts';
import { feedRoutes } from './feeds/routes.ts';
import { createHealth } from './health/module.ts';
import type { Base, ClubProcess } from './http/base.ts';
import { createClientIpResolver } from './http/client-ip.ts';
import { jsonCompression } from './http/content-encoding.ts';
import { IdempotencyStore } from './http/idempotency.ts';
import { mediaRoutes } from './http/media.ts';
import { createNotFoundHandler } from './http/not-found-handler.ts';
import { openApiRoutes } from './http/openapi.ts';
import { type EmbeddedClient, pageRoutes } from './http/page-server.ts';
import { requestLifecycle } from './http/request-lifecycle.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sessionGuard } from './http/session-guard.ts';
import { createSiteAddress } from './http/site-address.ts';
import { ImageReencoder } from './images/image-reencoder.ts';
import type { Job, ScheduledJob } from './jobs.ts';
import { createLedger } from './ledger/module.ts';
import { createMatches } from './matches/module.ts';
import { createNotifications } from './notifications/module.ts';
import { createOAuth } from './oauth/module.ts';
import { createOutbox } from './outbox/module.ts';
import { createPages, pageJobs } from './pages/module.ts';
import { createPayments } from './payments/module.ts';
import { createPersonalData } from './personal-data/module.ts';
import { createPlans } from './plans/module.ts';
import { createReceipts } from './receipts/module.ts';
import { createSelfService } from './self-service/module.ts';
import { createSeries } from './series/module.ts';
import { Settings } from './settings/settings.ts';
import { createSlots } from './slots/module.ts';
import { createTournaments } from './tournaments/module.ts';
import { VERSION } from './version.ts';
import { createWaitlist } from './waitlist/module.ts';
import { createWhatsapp } from './whatsapp/module.ts';

/** One club: its routes, jobs and messages. Starts nothing. Each module is given the earlier ones it needs. */
export function createClub({ client, ...run }: ClubProcess & { client: EmbeddedClient }) {
  const { config, club, now } = run;
  const settings = new Settings(club, config);
  const calendar = new ClubCalendar(club, now);
  const courts = new CourtStore(club.db, calendar);
  const sessions = new SessionStore(club, settings, config.publicUrl, now);
  const base = createBase(run, settings, sessions);

  const contact = createContact(base, { settings });
  const outbox = createOutbox(base);
  const accounts = createAccounts(base, { settings, courts, outbox, sessions });
  const oauth = createOAuth(base, { outbox, accounts });
  const ledger = createLedger(base, { settings, accounts });
  const extras = createExtras(base);
  const bookings = createBookings(base, { settings, calendar, courts, accounts, ledger, extras });
  const receipts = createReceipts(base, { settings, bookings });
  const payments = createPayments(base, { settings, bookings });
  const plans = createPlans(base, { calendar, accounts, bookings });
  const bank = createBank(base, { settings, ledger, bookings });
  const series = createSeries(base, { outbox, bookings });
  const waitlist = createWaitlist(base, { bookings });
  const matches = createMatches(base, { bookings });
  const events = createEvents(base, { bookings, waitlist });
  const tournaments = createTournaments(base, { bookings, events });
  const due = createDue(base, { bookings, series, waitlist, matches, events });
  const slots = createSlots(base, { settings, calendar, courts, bookings, waitlist });
  const selfService = createSelfService(base, {
    contact,
    bookings,
    receipts,
    payments,
    waitlist,
    matches,
  });
  const notifications = createNotifications(base, {
    settings,
    contact,
    outbox,
    accounts,
    ledger,
    bookings,
    waitlist,
  });
  const conversations = createConversations(base, {
    contact,
    outbox,
    accounts,
    bookings,
    receipts,
    waitlist,
    notifications,
  });
  const whatsapp = createWhatsapp(base, { outbox, notifications, conversations });
  const customers = { routes: customerRoutes(base, bookings) };
  const feeds = { routes: feedRoutes(base, bookings, events, outbox.store) };
  const backups = createBackups(base);
  const health = createHealth(base, { outbox, notifications, whatsapp, backups });
  const admin = createAdmin(base, {
    contact,
    outbox,
    accounts,
    ledger,
    extras,
    bookings,
    receipts,
    bank,
    series,
    waitlist,
    matches,
    events,
    notifications,
    conversations,
    backups,
    health,
  });
  const personalData = createPersonalData(base, {
    outbox,
    accounts,
    bookings,
    receipts,
    waitlist,
    conversations,
  });
  const media = { routes: mediaRoutes(base.mediaDir) };
  const pages = createPages(
    base,
    {
      settings,
      calendar,
      courts,
      extras,
      payments,
      plans,
      sessions,
      slots: slots.slots,
      matches,
      events,
      tournaments: tournaments.views,
    },
    client,
  );

  const modules = [
    contact,
    outbox,
    accounts,
    oauth,
    ledger,
    extras,
    bookings,
    receipts,
    payments,
    plans,
    bank,
    series,
    waitlist,
    matches,
    events,
    tournaments,
    due,
    slots,
    selfService,
    notifications,
    conversations,
    whatsapp,
    customers,
    feeds,
    backups,
    health,
    admin,
    personalData,
    media,
  ];
  const root = new Elysia({ name: 'padel-club' })
    .use(
      requestLifecycle({
        log: run.log,
        headers: base.headers,
        address: base.address,
        now,
        isAvailable: health.isDatabaseInPlace,
        observe: (metric) => health.metrics.observe(metric),
        noteError: (error) => club.noteError(error),
      }),
    )
    .use(jsonCompression());
  for (const module of modules) if ('routes' in module) root.use(module.routes);
  const notFound = createNotFoundHandler(() => root.routes);
  const { guard } = base;
  const app = root
    .use(openApiRoutes({ guard, version: VERSION, publicUrl: config.publicUrl }))
    .use(guard)
    .all('/api', notFound, { access: 'anyone' })
    .all('/api/*', notFound, { access: 'anyone' })
    .use(pageRoutes({ guard, pages, notFound }));

  return {
    app,
    jobs: [...pageJobs(pages), ...modules.flatMap((module) => ('jobs' in module ? module.jobs : []))].map(
      (job) => obeyClock(club, job),
    ),
    outbox,
    notifications,
    sessions,
    findBooking: (id: number) => bookings.store.find(id),
    createSetupLink: accounts.createSetupLink,
  };
}

/** Makes a job check the clock before each run. */
function obeyClock(club: ClubDb, job: Job): ScheduledJob {
  return {
    name: job.name,
    minutes: job.minutes,
    async run() {
      if (club.damage() === null) await club.checkClock();
      const { certain, isConfirmed } = club.clock.read();
      const mayEnd = isConfirmed && club.damage() === null;
      if (!mayEnd && job.clock === 'confirmed') return;
      try {
        await job.run(certain);
      } catch (error) {
        club.noteError(error);
        throw error;
      }
    },
  };
}

/** Given to every module, along with the modules below it. */
function createBase(run: ClubProcess, settings: Settings, sessions: SessionStore): Base {
  const { config, club, log } = run;
  const https = config.publicUrl.startsWith('https://');
  const headersWithPixel = securityHeaders({ https, pixel: true });
  const headersWithoutPixel = securityHeaders({ https, pixel: false });
  return {
    ...run,
    ...createClientIpResolver({ trustProxy: config.trustProxy, log }),
    address: createSiteAddress({
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      log,
      isOwner: (request) => sessions.findByRequest(request)?.user.role === 'owner',
    }),
    guard: sessionGuard(
      (request) => sessions.findByRequest(request),
      (right) => settings.current().staff[right],
    ),
    idempotency: new IdempotencyStore(club),
    images: new ImageReencoder(),
    mediaDir: join(config.dataDir, 'media'),
    headers: () => (settings.facts().pixel_id ? headersWithPixel : headersWithoutPixel),
  };
}

export type App = ReturnType<typeof createClub>['app'];
