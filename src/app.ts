import { join } from 'node:path';
import { Elysia } from 'elysia';
import { createAccountsModule } from './accounts/module.ts';
import { SessionStore } from './accounts/session-store.ts';
import { type AddOnsModule, createAddOnsModule } from './add-ons/module.ts';
import { createAdminModule } from './admin/module.ts';
import { createBackupsModule } from './backups/module.ts';
import { type BookingsModule, createBookingsModule } from './bookings/module.ts';
import { type CalendarModule, createCalendarModule } from './calendar/module.ts';
import { type CodesModule, createCodesModule } from './codes/module.ts';
import type { Config } from './config/load-config.ts';
import { createContactModule } from './contact/module.ts';
import { createCourtsModule } from './courts/module.ts';
import { createCustomersModule } from './customers/module.ts';
import type { ClubDb } from './db/club-db.ts';
import { forgetDeletedPages } from './db/wal-checkpoint.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './domain/booking.ts';
import { offeredPaymentMethods } from './domain/payment.ts';
import { createFeedsModule } from './feeds/module.ts';
import { createHealthModule } from './health/module.ts';
import { createClientIpResolver } from './http/client-ip.ts';
import { IdempotencyStore } from './http/idempotency.ts';
import { JsonResponses, jsonCompression } from './http/json-responses.ts';
import type { Log } from './http/log.ts';
import { createNotFoundHandler } from './http/not-found-handler.ts';
import { openApiRoutes } from './http/openapi.ts';
import { type EmbeddedClient, PageServer, pageRoutes } from './http/page-server.ts';
import { requestLifecycle } from './http/request-lifecycle.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sessionGuard } from './http/session-guard.ts';
import { ImageWriter } from './images/image-writer.ts';
import type { Job } from './jobs.ts';
import { createLedgerModule } from './ledger/module.ts';
import { createNotificationsModule, type NotificationsModule } from './notifications/module.ts';
import { createOAuthModule } from './oauth/module.ts';
import { createPaymentsModule } from './payments/module.ts';
import { createReceiptsModule } from './receipts/module.ts';
import { createSeriesModule } from './series/module.ts';
import { createSettingsModule } from './settings/module.ts';
import { VERSION } from './version.ts';
import { createWaitingListModule, type WaitingListModule } from './waiting-list/module.ts';

/** Joins the modules into one club: its routes, its jobs and the notifications with their worker. Starts nothing. */
export function createClub(deps: {
  config: Config;
  club: ClubDb;
  client: EmbeddedClient;
  log: Log;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop. */
  stopSignal: AbortSignal;
}) {
  const { config, club, log, now, stopSignal } = deps;
  const { dataDir, publicUrl } = config;
  const https = publicUrl.startsWith('https://');
  const mediaDir = join(dataDir, 'media');
  const paymentMethods: PaymentMethod[] = config.payments.provider
    ? [...PAYMENT_METHODS, 'card']
    : [...PAYMENT_METHODS];

  const headersWithPixel = securityHeaders({ https, pixel: true });
  const headersWithoutPixel = securityHeaders({ https, pixel: false });
  const headers = () => (clubFacts().pixel_id ? headersWithPixel : headersWithoutPixel);
  const clientIp = createClientIpResolver({ trustProxy: config.trustProxy, log });
  const { getClientIp } = clientIp;
  const sessions = new SessionStore(club, {
    ...{ https, now },
    staffNeedsSecondFactor: () => settings.api.staffRules().require_second_factor,
  });
  const findSession = (request: Request) => sessions.findByRequest(request);
  const guard = sessionGuard(findSession);
  const imageWriter = new ImageWriter();
  const settings = createSettingsModule({
    ...{ guard, club, config, mediaDir, imageWriter, now },
    configuredProviders: () => oauth.api.configuredProviders,
    notify: (tx, message) => notifications.api.notifyAccount(tx, message),
    courtsChecked: () => courts.api.hasEditedCourts(),
    hasAdmin: () => accounts.api.hasAdmin(),
    listOwners: () => accounts.api.listOwners(),
    createOwner: (input, request, claim) => accounts.api.createOwner(input, request, claim),
  });
  const { clubFacts, bankAccounts, unpaidDays, messageSettings } = settings.api;

  const hours: CalendarModule = createCalendarModule({
    ...{ guard, club, now },
    listActiveCourts: () => courts.api.listActiveCourts(),
    listBookingsToPlay: (at) => bookings.api.listBookingsToPlay(at),
  });
  const { calendar, today, halfHour } = hours.api;
  const idempotency = new IdempotencyStore(club);
  const bookings: BookingsModule = createBookingsModule({
    ...{ guard, club, clubFacts, calendar, idempotency, paymentMethods, getClientIp, now },
    ...{ bankAccounts, unpaidDays },
    findCourt: (id) => courts.api.findCourt(id),
    listCourts: () => courts.api.listCourts(),
    countActiveCourts: () => courts.api.countActiveCourts(),
    findReceipt: (id) => receipts.api.findReceipt(id),
    cardCheckout: () => payments.api.checkoutService,
    addLedgerEntry: (tx, actor, entry) => ledger.api.addLedgerEntry(tx, actor, entry),
    listLedgerEntries: (id) => ledger.api.listEntries(id),
    creditOf: (userId) => ledger.api.creditOf(userId),
    findMember: (email) => {
      const user = accounts.api.findByEmail(email);
      return user?.email_verified === 1 ? user.id : null;
    },
    runOffers: () => waitingList.api.runOffers(),
    acceptOffer: (tx, link, booking) => waitingList.api.acceptOffer(tx, link, booking),
    listOpenOffers: (courtId, date) => waitingList.api.listOpenOffers(courtId, date),
    items: {
      chooseAddOns: (chosen) => addOns.api.chooseAddOns(chosen),
      reductionsFor: (request) => codes.api.reductionsFor(request),
    },
    maxAtOnce: (id) => addOns.api.maxAtOnce(id),
  });
  const waitingList: WaitingListModule = createWaitingListModule({
    ...{ guard, club, clubFacts, calendar, getClientIp, now },
    listActiveCourts: () => courts.api.listActiveCourts(),
    claims: bookings.api.offerClaims,
  });
  const addOns: AddOnsModule = createAddOnsModule({
    ...{ guard, club },
    countLeft: bookings.api.countAddOnsLeft,
  });
  const codes: CodesModule = createCodesModule({
    ...{ guard, club, calendar, today, getClientIp, now },
    countUses: bookings.api.countCodeUses,
    hasBooked: bookings.api.hasBooked,
  });
  const { findBooking, changeStatus, takenSlotIndexes, listUpcomingBookings, linkGuestBookings } =
    bookings.api;
  const { attachReceipt, setProviderReference, markPaidIfSettled } = bookings.api;
  const { requireBooking, rejectReceipt, bookingRules } = bookings.api;
  const ledger = createLedgerModule({
    ...{ guard, club, idempotency, bookings: bookings.api, today },
    staffRefundLimit: () => settings.api.staffRules().refund_limit,
  });
  const customers = createCustomersModule({
    ...{ guard, club, now },
    requireBooking: bookings.api.requireBooking,
    syncSearch: bookings.api.syncSearch,
  });
  const courts = createCourtsModule({
    ...{ guard, club, mediaDir, imageWriter, takenSlotIndexes, calendar, today, now },
    jsonResponses: new JsonResponses(
      headers,
      club.untilChanged(() => new Map(), halfHour),
    ),
    daysAhead: () => clubFacts().booking_days_ahead,
    listCourtBookings: bookings.api.listCourtBookings,
    listOpenOffers: waitingList.api.listOpenOffers,
  });
  const receipts = createReceiptsModule({
    ...{ guard, club, dataDir, imageWriter, getClientIp, findBooking, attachReceipt, now },
    ...{ requireBooking, rejectReceipt, bookingRules, toldIban: bookings.api.toldIban },
    isCustomer: bookings.api.isCustomer,
  });
  const payments = createPaymentsModule({
    ...{ guard, club, publicUrl, mediaDir, imageWriter, findBooking, changeStatus },
    ...{ setProviderReference, markPaidIfSettled, addLedgerEntry: ledger.api.addLedgerEntry },
    config: config.payments,
    bankQrFile: () => clubFacts().bank.qr_picture,
  });
  const contact = createContactModule({ guard, club, getClientIp, now });
  const notifications: NotificationsModule = createNotificationsModule({
    ...{ guard, club, dataDir, findBooking, listUpcomingBookings, log, now },
    ...{ clubFacts, messageSettings },
    listLedgerEntries: ledger.api.listEntries,
    manageUrl: bookings.api.manageUrl,
    confirmationUrl: bookings.api.confirmationUrl,
    listComingBookings: bookings.api.listComingBookings,
    findWishMessage: waitingList.api.findWishMessage,
    findOfferMessage: waitingList.api.findOfferMessage,
    transports: { mail: config.mail, sms: config.sms },
    findPreferences: (userId) => accounts.api.findPreferences(userId),
    findContactMessage: contact.api.findMessage,
  });
  const accounts = createAccountsModule({
    ...{ guard, club, sessions, getClientIp, publicUrl, linkGuestBookings, now },
    notify: notifications.api.notifyAccount,
    siteName: () => clubFacts().name,
    requireAdminView: (id) => admin.api.requireUserView(id),
    isCourt: courts.api.isCourt,
    personalData: () => ({
      // The messages are found by the rows that the others erase.
      sources: [...[notifications, bookings, series, receipts, ledger, customers, contact, waitingList]].map(
        ({ api }) => api.personalData,
      ),
      findBookings: bookings.api.findPersonBookings,
      assertNothingOpen: bookings.api.assertNothingOpen,
      creditOf: ledger.api.creditOf,
      compact: async () => {
        await bookings.api.compactSearch();
        forgetDeletedPages(club.db);
      },
    }),
  });
  const series = createSeriesModule({
    ...{ guard, club, calendar, today, now, creditOf: ledger.api.creditOf },
    bookings: bookings.api.series,
    holdersOf: bookings.api.holdersOf,
    findCourt: courts.api.findCourt,
    listActiveCourts: courts.api.listActiveCourts,
    findUser: accounts.api.findUser,
    findUserByEmail: accounts.api.findByEmail,
    notify: notifications.api.notifyAccount,
  });
  const oauth = createOAuthModule({
    ...{ guard, club, log, publicUrl, getClientIp, now },
    config: config.oauth,
    accounts: accounts.api,
  });
  const admin = createAdminModule({
    ...{ guard, club, findSession, stopSignal, calendar, today },
    creditOf: ledger.api.creditOf,
    listSoldLines: bookings.api.listSoldLines,
    listBookingInbox: bookings.api.listInbox,
    listSeriesInbox: series.api.listInbox,
    countBookingInbox: bookings.api.countInbox,
    countUnreadMessages: contact.api.countUnread,
    countFailedMessages: () => notifications.api.outboxStats().failed,
    listAlarms: () => [...backups.api.alarms(), ...health.api.alarms()],
  });
  const backups = createBackupsModule({
    ...{ guard, club, dataDir, log, stopSignal, now },
    config: config.backup,
  });
  const health = createHealthModule({
    ...{ guard, club, dataDir, log, stopSignal, now },
    version: VERSION,
    hasUntrustedProxy: clientIp.hasUntrustedProxy,
    backups: backups.api,
    outboxStats: notifications.api.outboxStats,
    mail: notifications.api.mail,
  });

  const feeds = createFeedsModule({
    ...{ guard, club, clubFacts, publicUrl, getClientIp, headers, now },
    isCourt: courts.api.isCourt,
    listCourts: courts.api.listCourts,
    listHolds: bookings.api.listHolds,
  });

  const extras = () => {
    const add_ons = addOns.api.listActiveAddOns();
    const { codes: hasCodes, reductions } = codes.api.pageData();
    const isEmpty = add_ons.length === 0 && !hasCodes && reductions.length === 0;
    return isEmpty ? {} : { extras: { add_ons, codes: hasCodes, reductions } };
  };
  const pages = new PageServer({
    client: deps.client,
    pageData: () => ({
      ...hours.api.pageData(clubFacts()),
      courts: courts.api.listActiveCourts(),
      ...extras(),
      payment_methods: offeredPaymentMethods(paymentMethods, clubFacts()),
      bank_qr_image: payments.api.currentBankQrImage(),
      sign_in: oauth.api.visibleProviders(settings.api.isSetUp()).filter(settings.api.showsProvider),
    }),
    dayOf: courts.api.pageDays.firstDay,
    tonight: courts.api.pageDays.tonight,
    fresh: club.untilChanged(
      () => new Map(),
      () => `${halfHour()} ${payments.api.currentBankQrImage()?.url}`,
    ),
    isGuest: (request) => !sessions.hasToken(request),
    headers,
  });
  const root = new Elysia({ name: 'padel-club' });
  const notFound = createNotFoundHandler(() => root.routes);
  const app = root
    .use(
      requestLifecycle({
        ...{ log, headers },
        publicOrigin: new URL(publicUrl).origin,
        isAvailable: health.api.isDatabaseInPlace,
        observe: health.api.observe,
      }),
    )
    .use(jsonCompression())
    .use(hours.routes)
    .use(courts.routes)
    .use(feeds.routes)
    .use(bookings.routes)
    .use(series.routes)
    .use(waitingList.routes)
    .use(addOns.routes)
    .use(codes.routes)
    .use(customers.routes)
    .use(accounts.routes)
    .use(oauth.routes)
    .use(receipts.routes)
    .use(payments.routes)
    .use(ledger.routes)
    .use(notifications.routes)
    .use(contact.routes)
    .use(admin.routes)
    .use(backups.routes)
    .use(health.routes)
    .use(settings.routes)
    .use(openApiRoutes({ guard, version: VERSION, publicUrl }))
    .use(guard)
    .all('/api', notFound, { access: 'anyone' })
    .all('/api/*', notFound, { access: 'anyone' })
    .use(pageRoutes({ guard, pages, notFound }));

  const modules = [
    ...[hours, courts, feeds, bookings, series, addOns, codes, customers, accounts, oauth, receipts],
    ...[payments, ledger, notifications, contact, admin, backups, health, settings, waitingList],
  ];
  const jobs: Job[] = modules.flatMap((module) => module.jobs);
  const { createSetupLink } = settings.api;
  return { app, jobs, notifications: notifications.api, findBooking, sessions, createSetupLink };
}

export type App = ReturnType<typeof createClub>['app'];
