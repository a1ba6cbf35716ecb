import { join } from 'node:path';
import { Elysia } from 'elysia';
import { accountsRoom } from './accounts/room.ts';
import { SessionStore } from './accounts/sessions.ts';
import { adminRoutes } from './admin/routes.ts';
import { backupFolder } from './backups/files.ts';
import { backupRoutes } from './backups/routes.ts';
import { BackupRuns } from './backups/runs.ts';
import { DayAllowance } from './bookings/allowance.ts';
import { calendarRoutes } from './bookings/calendar-routes.ts';
import { deskBookingRoutes } from './bookings/desk-routes.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { SearchIndex } from './bookings/search-index.ts';
import { AnswerStore, BookingStore } from './bookings/store.ts';
import type { Config, OAuthConfig } from './config.ts';
import { contactRoutes } from './contact/routes.ts';
import { deskCourtRoutes } from './courts/desk-routes.ts';
import { CourtAnswers, courtRoutes } from './courts/routes.ts';
import { CourtStore } from './courts/store.ts';
import { shortenLog } from './db/checkpoint.ts';
import type { ClubDb } from './db/club-db.ts';
import { Memory } from './db/memory.ts';
import { readSecret } from './db/secret.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './domain/booking.ts';
import type { Club } from './domain/club.ts';
import { RequestMetrics } from './health/metrics.ts';
import { healthRoutes } from './health/routes.ts';
import { clientAddress } from './http/address.ts';
import { ClientDesk, clientRoutes, type EmbeddedClient } from './http/client.ts';
import { securityHeaders } from './http/headers.ts';
import type { Log } from './http/log.ts';
import { unknownAddress } from './http/methods.ts';
import { requestFrame } from './http/request-frame.ts';
import { sessionGuard } from './http/session-guard.ts';
import { Throttle } from './http/throttle.ts';
import { outboxFigures } from './notifications/figures.ts';
import { type Outlets, openMailroom } from './notifications/mailroom.ts';
import { NoticeDesk } from './notifications/notice-list.ts';
import { noticeRoutes } from './notifications/routes.ts';
import { shownProviders } from './oauth/configured.ts';
import type { Members } from './oauth/identities.ts';
import { methodRoutes } from './oauth/method-routes.ts';
import { openProviders } from './oauth/providers.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { BankPictureShelf } from './payments/bank-picture.ts';
import { paymentsRoom } from './payments/room.ts';
import { ReceiptFolder } from './receipts/folder.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { ReceiptStore } from './receipts/store.ts';
import type { Schedule } from './schedule.ts';
import { VERSION } from './version.ts';

const CHECKPOINT_MINUTES = 2 / 60;
const SEARCH_MINUTES = 10 / 60;

export interface AppDeps {
  club: ClubDb;
  facts: Club;
  /** The club's folder: pictures and the like lie beside the database. */
  dataDir: string;
  client: EmbeddedClient;
  log: Log;
  /** What has to be done again and again is told to it; starting it is the server's business. */
  schedule: Schedule;
  /** How messages leave the house; the postman who carries them is the server's business. */
  outlets: Outlets;
  oauth: OAuthConfig;
  payments: Config['payments'];
  /** Behind a proxy of the club's own, which says whose request it passes on. */
  trustProxy: boolean;
  /** When the daily backup is made, and how many are kept; making it is the server's business. */
  backup: { at: string; keep: number; folder: string };
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop, so that what stays open lets go. */
  stopping?: AbortSignal;
}

/** The table of contents of the API. Builds everything, starts nothing. */
export function createApp(deps: AppDeps) {
  const { club, facts, now } = deps;
  const courts = new CourtStore(club.db);
  const bookings = new BookingStore(club.db);
  const answers = new AnswerStore(club);
  const search = new SearchIndex(club);
  const https = facts.public_url.startsWith('https://');
  const sessions = new SessionStore(club, { https, now });
  const findSession = (request: Request) => sessions.find(request);
  const guard = sessionGuard(findSession);

  const memory = new Memory(club);
  const metrics = new RequestMetrics();
  const backups = new BackupRuns(club.db);
  const { at, keep } = deps.backup;
  const addressOf = clientAddress({ trustProxy: deps.trustProxy });
  const bookingRate = new Throttle({ limit: 120, window: 60_000 }, now);
  const bookingAllowance = new DayAllowance(facts.phone, now);
  const signInRate = new Throttle({ limit: 120, window: 10 * 60_000 }, now);
  const contactRate = new Throttle({ limit: 20, window: 10 * 60_000 }, now);
  const uploadRate = new Throttle({ limit: 60, window: 60_000 }, now);
  const uploadTries = new Throttle({ limit: 20, window: 60 * 60_000 }, now);

  deps.schedule.every(CHECKPOINT_MINUTES, 'checkpoint', () => shortenLog(club.db));
  deps.schedule.every(SEARCH_MINUTES, 'search', () => search.catchUp());
  deps.schedule.every(12 * 60, 'search index', () => search.tidy());
  deps.schedule.every(60, 'answers', () => club.write((tx) => answers.sweep(tx)));

  const mailroom = openMailroom({
    club,
    facts,
    outlets: deps.outlets,
    findBooking: (id) => bookings.find(id),
  });
  club.onEvent((event, tx) => mailroom.queue.onEvent(event, tx));
  deps.schedule.every(1, 'reminders', () => mailroom.reminders.run(now()));
  deps.schedule.every(12 * 60, 'outbox', () => club.write((tx) => mailroom.outbox.sweep(tx)));

  const receipts = new ReceiptStore(club.db);
  const folder = new ReceiptFolder(join(deps.dataDir, 'receipts'));
  deps.schedule.every(6 * 60, 'receipts', () => folder.sweep((name) => receipts.isReferred(name), now()));

  const findCourt = (id: number) => courts.find(id);
  const findBooking = (id: number) => bookings.find(id);
  const accounts = accountsRoom({
    ...{ guard, club, sessions, addressOf, now },
    schedule: deps.schedule,
    publicUrl: facts.public_url,
    notify: (tx, notice) => mailroom.queue.notify(tx, notice),
    claimBookings: (tx, member) => bookings.claimForMember(tx, member),
    isCourt: (id) => findCourt(id) !== null,
  });
  const providers = openProviders({ oauth: deps.oauth, publicUrl: facts.public_url, now });
  const members: Members = {
    findByEmail: (email) => accounts.users.findByEmail(email),
    create: (tx, user) => accounts.users.create(tx, user),
    forgetProvider: (tx, id, provider) => accounts.users.forgetProvider(tx, id, provider),
    notify: (tx, notice) => mailroom.queue.notify(tx, notice),
  };
  const payments = paymentsRoom({
    ...{ guard, club, findBooking, now },
    moveStatus: (tx, id, to, actor) => bookings.moveStatus(tx, id, to, actor),
    schedule: deps.schedule,
    publicUrl: facts.public_url,
    config: deps.payments,
  });
  const methods: PaymentMethod[] = [...PAYMENT_METHODS, ...(payments ? (['card'] as const) : [])];
  const takenHours = (courtId: number, date: string) => bookings.takenHours(courtId, date);

  const headers = securityHeaders({ https, pixel: facts.pixel_id !== '' });
  const courtAnswers = new CourtAnswers({ courts, memory, takenHours, headers, now });
  const mediaDir = join(deps.dataDir, 'media');
  const bankPicture = new BankPictureShelf(mediaDir, facts.bank.qr_picture);
  const desk = new ClientDesk({
    client: deps.client,
    pageData: () =>
      memory.read('page data', () => ({
        club: facts,
        courts: courts.listActive(),
        payment_methods: methods,
        bank_picture: bankPicture.current(),
        sign_in: shownProviders(deps.oauth),
      })),
    isGuest: (request) => !sessions.hasToken(request),
    headers,
  });

  const app = new Elysia({ name: 'padel-club' });
  const unknown = unknownAddress(() => app.routes);
  return app
    .use(
      requestFrame({
        log: deps.log,
        headers,
        publicOrigin: new URL(facts.public_url).origin,
        ready: (request, path) => courtAnswers.ready(request, path) ?? desk.ready(request, path),
        observe: (sample) => metrics.observe(sample),
      }),
    )
    .use(guard)
    .use(courtRoutes({ guard, answers: courtAnswers }))
    .use(
      bookingRoutes({
        ...{ guard, club, bookings, answers, findCourt, facts, methods },
        card: payments?.cashier ?? null,
        limit: (visit) => bookingRate.take(addressOf(visit)),
        allow: (visit, booking) => bookingAllowance.take(addressOf(visit), booking),
      }),
    )
    .use(accounts.entrance)
    .use(accounts.account)
    .use(accounts.sessions)
    .use(
      oauthRoutes({
        ...{ guard, club, https, now, log: deps.log },
        providers,
        members,
        admit: accounts.admit,
        sessionCookie: (token) => sessions.cookieFor(token),
        secret: readSecret(club.db, 'cookie'),
        limit: (visit) => signInRate.take(addressOf(visit)),
      }),
    )
    .use(methodRoutes({ guard, club, members, providers: new Set(providers.keys()) }))
    .use(
      deskBookingRoutes({
        guard,
        club,
        bookings,
        search,
        findCourt,
        listCourts: () => courts.listAll(),
        receiptOf: (id) => receipts.viewOf(id),
        now,
      }),
    )
    .use(deskCourtRoutes({ guard, club, mediaDir, now }))
    .use(adminRoutes({ guard, club, findSession, stopping: deps.stopping ?? null, now }))
    .use(
      noticeRoutes({
        guard,
        club,
        desk: new NoticeDesk(club.db),
        mail: deps.outlets.mail.smtp_url ? 'smtp' : 'files',
        sms: deps.outlets.sms.url ? 'on' : 'off',
      }),
    )
    .use(calendarRoutes({ guard, findBooking, facts }))
    .use(contactRoutes({ guard, club, limit: (visit) => contactRate.take(addressOf(visit)) }))
    .use(
      backupRoutes({
        guard,
        runs: backups,
        at,
        keep,
        folder: backupFolder(deps.dataDir, deps.backup.folder),
      }),
    )
    .use(
      healthRoutes({
        ...{ guard, club, dataDir: deps.dataDir, metrics, now },
        version: VERSION,
        backups: { on: at !== '', lastSuccess: () => backups.lastTimes().succeeded },
        outbox: () => outboxFigures(club.db, now()),
        stopping: deps.stopping ?? null,
      }),
    )
    .use(
      receiptRoutes({
        ...{ guard, club, receipts, folder, findBooking },
        limit: (visit, id) => {
          uploadRate.take(addressOf(visit));
          uploadTries.take(`${addressOf(visit)} ${id}`);
        },
      }),
    )
    .use(payments?.routes ?? new Elysia())
    .all('/api', unknown, { access: 'anyone' })
    .all('/api/*', unknown, { access: 'anyone' })
    .use(clientRoutes({ guard, desk, unknown }));
}

export type App = ReturnType<typeof createApp>;
