import { join } from 'node:path';
import { createAccountsModule } from './accounts/module.ts';
import { SessionStore } from './accounts/session-store.ts';
import { createAdminModule } from './admin/module.ts';
import { createBackupsModule } from './backups/module.ts';
import { type BookingsModule, createBookingsModule } from './bookings/module.ts';
import { type CalendarModule, createCalendarModule } from './calendar/module.ts';
import type { Config } from './config/load-config.ts';
import { createContactModule } from './contact/module.ts';
import { createCourtsModule } from './courts/module.ts';
import { createCustomersModule } from './customers/module.ts';
import type { ClubDb } from './db/club-db.ts';
import { forgetDeletedPages } from './db/wal-checkpoint.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './domain/booking.ts';
import { type AddOnsModule, createAddOnsModule } from './extras/add-ons.ts';
import { createPromoCodesModule, type PromoCodesModule } from './extras/promo-codes.ts';
import { createFeedsModule } from './feeds/module.ts';
import { createHealthModule } from './health/module.ts';
import { createClientIpResolver } from './http/client-ip.ts';
import { IdempotencyStore } from './http/idempotency.ts';
import { JsonResponseCache } from './http/json-response-cache.ts';
import type { Log } from './http/log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sessionGuard } from './http/session-guard.ts';
import { ImageReencoder } from './images/image-reencoder.ts';
import { createLedgerModule } from './ledger/module.ts';
import { createNotificationsModule, type NotificationsModule } from './notifications/module.ts';
import { createOAuthModule } from './oauth/module.ts';
import { createOutboxModule } from './outbox/module.ts';
import { createPaymentsModule } from './payments/module.ts';
import { createReceiptsModule } from './receipts/module.ts';
import { createSeriesModule } from './series/module.ts';
import { createSettingsModule } from './settings/module.ts';
import { VERSION } from './version.ts';
import { createWaitingListModule, type WaitingListModule } from './waitlist/module.ts';

/** What the modules share. */
export interface ClubDeps {
  config: Config;
  club: ClubDb;
  log: Log;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop. */
  stopSignal: AbortSignal;
}

/**
 * Creates the modules and passes each the functions of the others that it needs. A module that is created later is
 * reached by a function, because modules need each other in circles.
 */
export function createModules(deps: ClubDeps) {
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
  const imageReencoder = new ImageReencoder();
  const outbox = createOutboxModule({
    ...{ club, dataDir, publicUrl, now },
    mail: config.mail,
  });
  const settings = createSettingsModule({
    ...{ guard, club, config, mediaDir, imageReencoder, now },
    configuredProviders: () => oauth.api.configuredProviders,
    notify: outbox.api.notifyAccount,
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
    cardCheckout: () => payments.api.cardPaymentService,
    addLedgerEntry: (tx, actor, entry) => ledger.api.addLedgerEntry(tx, actor, entry),
    listLedgerEntries: (id) => ledger.api.listEntries(id),
    creditOf: (userId) => ledger.api.creditOf(userId),
    findMember: (email) => {
      const user = accounts.api.findByEmail(email);
      return user?.email_verified === 1 ? user.id : null;
    },
    runOffers: () => waitingList.api.runOffers(),
    nextOfferEnd: () => waitingList.api.nextOfferEnd(),
    acceptOffer: (tx, link, booking) => waitingList.api.acceptOffer(tx, link, booking),
    listOpenOffers: (courtId, date) => waitingList.api.listOpenOffers(courtId, date),
    takeOverOffers: (tx, ids, booking) => waitingList.api.takeOverOffers(tx, ids, booking),
    items: {
      chooseAddOns: (chosen) => addOns.api.chooseAddOns(chosen),
      discountsFor: (request) => promoCodes.api.discountsFor(request),
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
  const promoCodes: PromoCodesModule = createPromoCodesModule({
    ...{ guard, club, calendar, today, getClientIp, now },
    countUses: bookings.api.countCodeUses,
    hasBookedBefore: bookings.api.hasBookedBefore,
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
    ...{ guard, club, mediaDir, imageReencoder, takenSlotIndexes, calendar, today, now },
    jsonResponseCache: new JsonResponseCache(
      headers,
      club.untilChanged(() => new Map(), halfHour),
    ),
    daysAhead: () => clubFacts().booking_days_ahead,
    listCourtBookings: bookings.api.listCourtBookings,
    listOpenOffers: waitingList.api.listOpenOffers,
  });
  const receipts = createReceiptsModule({
    ...{ guard, club, dataDir, imageReencoder, getClientIp, findBooking, attachReceipt, now },
    ...{ requireBooking, rejectReceipt, bookingRules, knownIban: bookings.api.knownIban },
    isCustomer: bookings.api.isCustomer,
  });
  const payments = createPaymentsModule({
    ...{ guard, club, publicUrl, mediaDir, imageReencoder, findBooking, changeStatus },
    ...{ setProviderReference, markPaidIfSettled, addLedgerEntry: ledger.api.addLedgerEntry },
    config: config.payments,
    bankQrFile: () => clubFacts().bank.qr_picture,
  });
  const contact = createContactModule({ guard, club, getClientIp, now });
  const notifications: NotificationsModule = createNotificationsModule({
    ...{ guard, club, findBooking, listUpcomingBookings, log, now, clubFacts, messageSettings },
    outbox: outbox.api,
    listLedgerEntries: ledger.api.listEntries,
    manageUrl: bookings.api.manageUrl,
    confirmationUrl: bookings.api.confirmationUrl,
    listUpcomingBookingsOf: bookings.api.listUpcomingBookingsOf,
    findWaitlistEntry: waitingList.api.findWishMessage,
    findOffer: waitingList.api.findOfferMessage,
    transports: { mail: config.mail, sms: config.sms },
    findPreferences: (userId) => accounts.api.findPreferences(userId),
    findContactMessage: contact.api.findMessage,
  });
  const accounts = createAccountsModule({
    ...{ guard, club, sessions, getClientIp, publicUrl, linkGuestBookings, now },
    notify: outbox.api.notifyAccount,
    siteName: () => clubFacts().name,
    requireAdminView: (id) => admin.api.requireUserView(id),
    isCourt: courts.api.isCourt,
    personalData: () => ({
      // The messages are found by the rows that the others erase.
      sources: [...[outbox, bookings, series, receipts, ledger, customers, contact, waitingList]].map(
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
    notify: outbox.api.notifyAccount,
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
    countFailedMessages: () => outbox.api.stats().failed,
    listAlarms: () => [...backups.api.alarms(), ...health.api.alarms()],
    copyAges: () => backups.api.copyAges(),
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
    outboxStats: outbox.api.stats,
    mail: outbox.api.mail,
  });

  const feeds = createFeedsModule({
    ...{ guard, club, clubFacts, publicUrl, getClientIp, headers, now },
    isCourt: courts.api.isCourt,
    listCourts: courts.api.listCourts,
    listHolds: bookings.api.listHolds,
  });

  return {
    ...{ guard, headers, sessions, paymentMethods },
    modules: {
      ...{ settings, hours, courts, bookings, series, waitingList, addOns, promoCodes, feeds, customers },
      ...{
        accounts,
        oauth,
        receipts,
        payments,
        ledger,
        outbox,
        notifications,
        contact,
        admin,
        backups,
        health,
      },
    },
  };
}
