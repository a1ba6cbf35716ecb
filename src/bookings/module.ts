import { Elysia } from 'elysia';
import type { Accounts } from '../accounts/module.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import { isByClub } from '../db/club-event.ts';
import { readSecret } from '../db/stored-secret.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Extras } from '../extras/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Ledger } from '../ledger/module.ts';
import { Items } from '../payers/items.ts';
import { PayerAccess } from '../payers/payer-access.ts';
import { PayerKeys } from '../payers/payer-keys.ts';
import { SoleMoney } from '../payers/sole-money.ts';
import { SolePayerStore } from '../payers/sole-payer-store.ts';
import type { Settings } from '../settings/settings.ts';
import { adminBookingRoutes } from './admin-routes.ts';
import { BookingItems } from './booking-items.ts';
import { DAY_MS } from './booking-limits.ts';
import { BookingOriginStore } from './booking-origins.ts';
import { ClosureStore } from './closures.ts';
import { CourtBookings } from './court-bookings.ts';
import { Discounts } from './discounts.ts';
import { extraRoutes } from './extra-routes.ts';
import { icalendarRoutes } from './icalendar-routes.ts';
import { outdatedTransferRoutes } from './outdated-transfer-routes.ts';
import { PaymentDeadlines } from './payment-deadlines.ts';
import { paymentRoutes } from './payment-routes.ts';
import { Payments } from './payments.ts';
import { emitToOthers } from './places.ts';
import type { BookingServices } from './services.ts';
import { BookingStore } from './store.ts';
import { UnpaidHolds } from './unpaid-holds.ts';

/** Bookings, closures and the slots they claim. Only this module writes to the tables booking and claim. */
export function createBookings(
  base: Base,
  below: {
    settings: Settings;
    calendar: ClubCalendar;
    courts: CourtStore;
    accounts: Accounts;
    ledger: Ledger;
    extras: Extras;
  },
) {
  const { club, config, getClientIp, idempotency, now } = base;
  const { settings, calendar, courts, accounts, ledger, extras } = below;
  const { db } = club;
  const store = new BookingStore(db);
  const discounts = new Discounts(base, extras.codes, calendar, store.lines);
  const services: BookingServices = {
    settings,
    calendar,
    courts,
    users: accounts.users,
    ledger: ledger.store,
    grants: ledger.grants,
    addOns: extras.addOns,
    bookings: store,
    items: new BookingItems(extras.addOns, discounts),
    holds: new UnpaidHolds(db),
  };
  const keys = new PayerKeys(readSecret(db, 'cookie'), config.publicUrl);
  const origins = new BookingOriginStore(db);
  const closures = new ClosureStore(db);

  club.onEventInTransaction((event, tx) => {
    if (event.kind === 'user.confirmed') store.linkGuestBookings(tx, event.user_id, event.email);
    if (event.kind === 'booking.moved')
      emitToOthers(tx, store, event.booking_id, {
        closed_for: event.closed_for,
        by_club: isByClub(event),
      });
    if (event.kind === 'booking.cancelled') {
      const { booking_id, closed_for, unpaid, not_full, cancelled_by } = event;
      const byHost = cancelled_by === 'customer' || cancelled_by === 'medical';
      const bySomebody = byHost ? 'host' : cancelled_by && 'club';
      const cancelled = unpaid ? 'unpaid' : not_full ? 'not_full' : bySomebody;
      emitToOthers(tx, store, booking_id, { closed_for, cancelled, by_club: isByClub(event) });
    }
  });
  const jobs: Job[] = [
    {
      name: 'idempotency-cleanup',
      minutes: 60,
      clock: 'confirmed',
      run: () => club.write((tx) => idempotency.deleteExpired(tx)),
    },
    {
      name: 'booking-origin-cleanup',
      minutes: 60,
      clock: 'confirmed',
      run: () => club.write((tx) => origins.deleteExpired(tx, DAY_MS, businessDayOf(tx.now))),
    },
  ];

  const items = new Items();
  const sole = new SolePayerStore(db);
  const soleMoney = new SoleMoney({
    payers: store.payers,
    sole,
    ledger: ledger.store,
    grants: ledger.grants,
    items,
  });
  const payments = new Payments(services, soleMoney);
  const deadlines = new PaymentDeadlines(db, services);
  club.onClockSetBack((tx) => deadlines.correctFuture(tx));

  const access = new PayerAccess({ payers: store.payers, sole }, keys, getClientIp, now);

  return {
    store,
    services,
    keys,
    access,
    origins,
    closures,
    courtBookings: new CourtBookings(db),
    deadlines,
    payments,
    items,
    sole,
    soleMoney,
    jobs,
    routes: new Elysia({ name: 'bookings module' })
      .use(adminBookingRoutes(base, services, closures, keys, { sole, items }))
      .use(paymentRoutes(base, payments))
      .use(outdatedTransferRoutes(base, settings))
      .use(extraRoutes(base, services, discounts))
      .use(icalendarRoutes(base, settings, store, access)),
  };
}

export type Bookings = ReturnType<typeof createBookings>;
