import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { runWhenDue } from '../db/run-when-due.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { ReceiptView } from '../domain/api/admin-booking-routes.ts';
import type { Booking, PaymentMethod } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { Offer } from '../domain/waitlist.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { adminBookingRoutes } from './admin-routes.ts';
import { type AccessContext, BookingAccess } from './booking-access.ts';
import type { BookingItemSource } from './booking-items.ts';
import { BookingKeys } from './booking-keys.ts';
import { DAY_MS, type UnpaidDays } from './booking-limits.ts';
import { BookingOriginStore } from './booking-origins.ts';
import type { AddLedgerEntry } from './change-status.ts';
import { type ClaimedSlots, claimSlots, freeSlots, handOverSlots } from './claims.ts';
import { ClosureStore } from './closures.ts';
import { CourtBookings } from './court-bookings.ts';
import { type Customer, hasBookedBefore } from './has-booked-before.ts';
import { icalendarRoutes } from './icalendar-routes.ts';
import { countBookingInbox, listBookingInbox } from './inbox-list.ts';
import { oldBankAccountTransferRoutes } from './outdated-transfer-routes.ts';
import { type BankAccounts, knownIban } from './outdated-transfers.ts';
import type { CardCheckout } from './pay-online.ts';
import { PaymentDeadlines } from './payment-deadlines.ts';
import { assertNothingOpen, bookingPersonalData, findPersonBookings } from './personal-data.ts';
import { type AcceptOffer, bookingRoutes } from './routes.ts';
import { SearchIndex } from './search-index.ts';
import { selfServiceRoutes } from './self-service-routes.ts';
import { SeriesBookings } from './series-bookings.ts';
import { BookingStore } from './store.ts';
import { listUpcomingBookingsOf } from './upcoming-bookings.ts';
import type { TakeOverOffers } from './walk-in.ts';

const BOOKING_REQUESTS_PER_IP = { limit: 120, window: 60_000 };

/** Bookings, closures and the slots they claim. Only this module writes the tables booking and claim. */
export function createBookingsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  clubFacts: () => Club;
  calendar: () => Calendar;
  paymentMethods: readonly PaymentMethod[];
  getClientIp: ClientIpResolver;
  findCourt: (id: number) => Court | null;
  listCourts: () => Court[];
  countActiveCourts: () => number;
  findReceipt: (bookingId: number) => ReceiptView | null;
  addLedgerEntry: AddLedgerEntry;
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  creditOf: (userId: number) => number;
  findMember: (email: string) => number | null;
  idempotency: IdempotencyStore;
  /** The waiting list: ends its due offers, gives an offer's slots to its booking, lists what is held. */
  runOffers: () => Promise<void>;
  nextOfferEnd: () => number;
  acceptOffer: AcceptOffer;
  listOpenOffers: (courtId: number, date: string) => Offer[];
  takeOverOffers: TakeOverOffers;
  /** Card payments; null while the owner has set up no provider. */
  cardCheckout: () => CardCheckout | null;
  /** Add-ons and codes. */
  items: BookingItemSource;
  /** How many of an add-on the club has at one time; null without a limit. */
  maxAtOnce: (addOnId: number) => number | null;
  bankAccounts: BankAccounts;
  unpaidDays: () => UnpaidDays;
  now: () => number;
}) {
  const { guard, club, clubFacts, calendar, idempotency, getClientIp, findCourt, now } = deps;
  const { addLedgerEntry, listLedgerEntries, creditOf, items } = deps;
  const bookings = new BookingStore(club.db, deps.maxAtOnce);
  const searchIndex = new SearchIndex(club);
  const keys = new BookingKeys(readSecret(club.db, 'cookie'), clubFacts().public_url);
  const access = new BookingAccess(keys, getClientIp, now);
  const assertRateLimit = (key: string) => requestLimiter.consume(key);
  const requestLimiter = new RateLimiter(BOOKING_REQUESTS_PER_IP, now);
  const origins = new BookingOriginStore(club.db);
  const closures = new ClosureStore(club.db);
  const courtBookings = new CourtBookings(club.db);
  const findBooking = (id: number) => bookings.find(id);
  const bookingRules = () => clubFacts().booking_rules;
  const seriesBookings = new SeriesBookings(club.db, {
    ...{ bookings, findCourt, calendar, bookingRules, addLedgerEntry, items },
  });
  const deadlines = new PaymentDeadlines(club.db, bookings, bookingRules);

  /** One job for everything that is held for a time only. */
  const releaseDue = runWhenDue({
    ...{ club, now },
    nextDue: () => Math.min(deadlines.nextDue(), deps.nextOfferEnd()),
    run: async () => {
      await deadlines.run(club, now());
      await deps.runOffers();
    },
  });
  const jobs: Job[] = [
    // Every second, because a released slot is for sale again on the minute.
    { name: 'release unpaid bookings', minutes: 1 / 60, run: releaseDue },
    { name: 'search-sync', minutes: 10 / 60, run: () => searchIndex.sync() },
    { name: 'search-optimize', minutes: 12 * 60, run: () => searchIndex.optimize() },
    {
      name: 'idempotency-cleanup',
      minutes: 60,
      run: () => club.write((tx) => idempotency.deleteExpired(tx)),
    },
    {
      name: 'booking-origin-cleanup',
      minutes: 60,
      run: async () => {
        await club.write((tx) => origins.deleteExpired(tx, DAY_MS, businessDayOf(tx.now)));
        origins.reread();
      },
    },
  ];

  return {
    routes: new Elysia({ name: 'bookings module' })
      .use(
        bookingRoutes({
          ...{ guard, club, bookings, idempotency, origins, findCourt, clubFacts, calendar },
          ...{ addLedgerEntry, listLedgerEntries, creditOf, bookingRules, getClientIp },
          ...{ access, keys, items, acceptOffer: deps.acceptOffer, findReceipt: deps.findReceipt },
          unpaidDays: deps.unpaidDays,
          countActiveCourts: deps.countActiveCourts,
          assertRateLimit,
          paymentMethods: deps.paymentMethods,
          cardCheckout: deps.cardCheckout,
        }),
      )
      .use(
        selfServiceRoutes({
          ...{ guard, club, bookings, access, keys, idempotency, findCourt, getClientIp, now },
          ...{ addLedgerEntry, listLedgerEntries, creditOf, assertRateLimit, bookingRules, calendar },
          cardCheckout: deps.cardCheckout,
          rules: () => ({ daysAhead: clubFacts().booking_days_ahead, phone: clubFacts().phone }),
        }),
      )
      .use(
        adminBookingRoutes({
          ...{ guard, club, bookings, searchIndex, findCourt, calendar, now },
          listCourts: deps.listCourts,
          ...{ listOpenOffers: deps.listOpenOffers, takeOverOffers: deps.takeOverOffers },
          findMember: deps.findMember,
          findReceipt: deps.findReceipt,
          ...{ addLedgerEntry, listLedgerEntries, creditOf, bookingRules, keys, items },
        }),
      )
      .use(
        oldBankAccountTransferRoutes({
          guard,
          club,
          bankAccounts: deps.bankAccounts,
          today: () => businessDayOf(now()),
        }),
      )
      .use(icalendarRoutes({ guard, findBooking, clubFacts })),
    jobs,
    api: {
      findBooking,
      listInbox: () => listBookingInbox(club.db, bookings, now()),
      countInbox: () => countBookingInbox(club.db, now()),
      syncSearch: () => searchIndex.syncIfPossible(),
      compactSearch: () => searchIndex.optimize(),
      personalData: bookingPersonalData(club.db, idempotency),
      findPersonBookings: (userId: number | null, emails: readonly string[], phone: string | null) =>
        findPersonBookings(club.db, userId, emails, phone),
      assertNothingOpen: (ids: readonly number[]) => assertNothingOpen(club.db, ids, businessDayOf(now())),
      knownIban: (bookingId: number, until: number) =>
        knownIban(club.db, deps.bankAccounts, bookings.require(bookingId), until),
      manageUrl: (booking: Booking) => keys.manageUrl(booking),
      confirmationUrl: (booking: Booking, email: string) => keys.confirmationUrl(booking, email, now()),
      listUpcomingBookingsOf: (email: string) => listUpcomingBookingsOf(club.db, email, now()),
      isCustomer: (booking: Booking, context: AccessContext) =>
        access.isCustomer(booking.id, booking, context),
      listUpcomingBookings: (fromDate: string, toDate: string) => bookings.listUpcoming(fromDate, toDate),
      listCourtBookings: (courtId: number, now: number) => courtBookings.list(courtId, now),
      listBookingsToPlay: (now: number) => courtBookings.listToPlay(now),
      listHolds: (fromDate: string, courtId: number | null) => ({
        bookings: courtBookings.listFrom(fromDate, courtId),
        closures: closures.listFrom(fromDate, courtId),
      }),
      countAddOnsLeft: (addOnId: number, date: string, slotIndexes: readonly number[]) =>
        bookings.addOns.left(addOnId, { date, slotIndexes })?.count ?? null,
      countCodeUses: (codeId: number) => bookings.lines.countUses(codeId),
      hasBookedBefore: (customer: Customer) => hasBookedBefore(club.db, customer),
      listSoldLines: (from: string, to: string) => bookings.lines.listSold(from, to),
      takenSlotIndexes: (courtId: number, date: string) => bookings.takenSlotIndexes(courtId, date),
      offerClaims: {
        takenSlotIndexes: (courtId: number, date: string) => bookings.takenSlotIndexes(courtId, date),
        hold: (tx: Transaction, offerId: number, slots: ClaimedSlots) =>
          claimSlots(tx, { offer_id: offerId }, slots),
        free: (tx: Transaction, offerId: number) => freeSlots(tx, { offer_id: offerId }),
        handOver: handOverSlots,
      },
      changeStatus: (tx: Transaction, id: number, to: BookingStatus, actor: Actor) =>
        bookings.changeStatus(tx, id, to, actor),
      linkGuestBookings: (tx: Transaction, member: { id: number; email: string }) =>
        bookings.linkGuestBookings(tx, member),
      rejectReceipt: (tx: Transaction, id: number) => deadlines.rejectReceipt(tx, id),
      bookingRules,
      attachReceipt: (tx: Transaction, id: number, path: string) => deadlines.attachReceipt(tx, id, path),
      setProviderReference: (tx: Transaction, id: number, reference: string) =>
        bookings.setProviderReference(tx, id, reference),
      requireBooking: (id: number, expectedVersion?: number) => bookings.require(id, expectedVersion),
      markPaidIfSettled: (tx: Transaction, id: number, actor: Actor, stopsClock?: boolean) =>
        bookings.markPaidIfSettled(tx, id, actor, stopsClock),
      /** What the dates of a series need; each function is one of the module's own. */
      series: seriesBookings,
      holdersOf: (courtId: number, date: string) => seriesBookings.holdersOf(courtId, date),
      reopenUnpaid: (tx: Transaction, id: number, actor: Actor) => bookings.reopenUnpaid(tx, id, actor),
    },
  };
}

export type BookingsModule = ReturnType<typeof createBookingsModule>;
